import { namesIn } from '../../../contract/tenant-names.ts'
import type { Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import {
  abandonAttempt,
  invoiceOf,
  isLive,
  type PaymentRow,
  type PaymentWish,
  paymentTypesFor,
  reserveAttempt,
  setPayAddress,
  settle,
} from '../invoices/index.ts'
import { addressOfReturn, findOrder } from '../orders/index.ts'
import { firstQuestion } from './ask-bank.ts'
import type { Bank } from './ports.ts'
import { BankUnavailable } from './ports.ts'

export interface PayAddress {
  paymentId: string
  payUrl: string
  state: PaymentRow['state']
}

/**
 * Starts paying an invoice at a bank. There is at most one live attempt: the same way to pay again leads to the same
 * page, another way ends the attempt, perhaps at another bank, before it begins its own. [Note: one live attempt] The bank is asked between
 * transactions, never within one; what it says is settled before anything is decided by it.
 *
 * @throws Failure for everything that `createPayment` of the contract lists but ReturnUrlNotAllowed
 */
export async function startPayment(
  context: Context,
  ground: Pick<Ground, 'config'>,
  banks: readonly Bank[],
  wish: PaymentWish,
): Promise<PayAddress> {
  try {
    // Every round either answers or ends an attempt that was in the way.
    for (let round = 0; round < 4; round++) {
      const reserved = await reserveAttempt(context, wish, (inside, attempt) =>
        enqueue(inside, firstQuestion(inside, attempt)),
      )
      const { attempt } = reserved
      const bank = banks.find(({ name }) => name === attempt.provider)
      if (!bank) throw new Error(`There is no bank ${attempt.provider}`)
      if (reserved.kind === 'other') {
        await clearAway(context, bank, attempt)
        continue
      }
      if (attempt.payUrl === null || attempt.providerPaymentId === null)
        return await register(context, ground, bank, attempt)
      if (await isStillLive(context, bank, attempt, attempt.providerPaymentId))
        return { paymentId: attempt.id, payUrl: attempt.payUrl, state: attempt.state }
    }
  } catch (error) {
    if (error instanceof BankUnavailable) throw new Failure('ProviderUnavailable', { cause: error })
    throw error
  }
  throw new Failure('PaymentInProgress')
}

/** Tells the bank of an attempt; telling twice gives the same page. */
async function register(
  context: Context,
  ground: Pick<Ground, 'config'>,
  bank: Bank,
  attempt: PaymentRow,
): Promise<PayAddress> {
  const invoice = await invoiceOf(context, attempt.invoiceId)
  const order = await findOrder(context, invoice.orderId)
  const { amount, currencyId } = attempt
  const { tenantName } = namesIn(context.tenant.settings, order?.language ?? context.language)
  const total = { amount: invoice.amount, currencyId: invoice.currencyId }
  const type = paymentTypesFor(context, total).find((one) => one.paymentTypeId === attempt.paymentTypeId)
  const address = await bank.createPayment({
    shop: context.tenant.name,
    paymentId: attempt.id,
    invoiceNumber: order?.number ?? '',
    amount: { amount, currencyId },
    kind: type?.kind ?? 'BankCard',
    description: `${tenantName} ${order?.number ?? ''}`,
    returnUrl: await addressOfReturn(context, ground, invoice.orderId, attempt.returnUrl),
    notificationUrl: `${context.origin}/public/invoices/api/v1/providers/${bank.name}/notifications`,
    language: context.language,
  })
  if (!(await setPayAddress(context, attempt.id, address))) {
    // Another way to pay was chosen while the bank was answering.
    await bank.cancelPayment(address.providerPaymentId)
    throw new Failure('PaymentInProgress')
  }
  return { paymentId: attempt.id, payUrl: address.payUrl, state: attempt.state }
}

/** Ends an attempt of another type, unless it has been paid meanwhile: then the next round says so. */
async function clearAway(context: Context, bank: Bank, attempt: PaymentRow): Promise<void> {
  const { providerPaymentId } = attempt
  if (providerPaymentId === null) return abandonAttempt(context, attempt)
  await bank.cancelPayment(providerPaymentId)
  if (await isStillLive(context, bank, attempt, providerPaymentId))
    throw new Failure('PaymentInProgress', { extra: { payUrl: attempt.payUrl } })
}

/** Asks the bank how an attempt stands and settles the answer. */
async function isStillLive(
  context: Context,
  bank: Bank,
  attempt: PaymentRow,
  providerPaymentId: string,
): Promise<boolean> {
  const known = await bank.getPayment(providerPaymentId)
  if (!known) {
    await abandonAttempt(context, attempt)
    return false
  }
  await settle(context, { provider: bank.name, ...known })
  return isLive(known.state)
}
