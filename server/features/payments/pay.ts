import { namesIn } from '../../../contract/tenant-names.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import {
  abandonAttempt,
  applyPaymentEvent,
  isLive,
  kindOfPaymentType,
  type PaymentRequest,
  type PaymentRow,
  requireInvoice,
  reserveAttempt,
  setPayAddress,
  type TakesPayment,
} from '../invoices/index.ts'
import { addressOfReturn, findOrder } from '../orders/index.ts'
import { firstQuestion } from './ask-bank.ts'
import { receiptForPayment } from './fiscal-receipt.ts'
import { type Bank, type BankOrder, BankRefused } from './ports.ts'

export interface PayAddress {
  paymentId: string
  payUrl: string
  state: PaymentRow['state']
}

interface PaymentParts {
  readonly services: Pick<Services, 'config'>
  readonly banks: readonly Bank[]
  readonly takes: TakesPayment
}

/**
 * Starts paying an invoice at a bank. There is at most one live attempt: the same payment type returns the same page. Another
 * type ends the attempt, possibly at another bank, before it starts a new one. [Note: one live attempt]
 * The bank is called between transactions, never within one; its answer is applied before any decision is based on it.
 *
 * @throws Failure for everything that `createPayment` of the contract lists but ReturnUrlNotAllowed and ProviderUnavailable
 * @throws BankUnavailable, which is logged and answered as ProviderUnavailable
 */
export async function startPayment(
  context: Context,
  { services, banks, takes }: PaymentParts,
  input: PaymentRequest,
): Promise<PayAddress> {
  // Every round either answers or ends a blocking attempt.
  for (let round = 0; round < 4; round++) {
    const reserved = await reserveAttempt(context, takes, input, (inside, attempt) =>
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
      return register(context, services, bank, attempt)
    if (await isStillLive(context, bank, attempt, attempt.providerPaymentId))
      return { paymentId: attempt.id, payUrl: attempt.payUrl, state: attempt.state }
  }
  throw new Failure('PaymentInProgress')
}

/** Registers an attempt at the bank; idempotent, returns the same page. */
async function register(
  context: Context,
  services: Pick<Services, 'config'>,
  bank: Bank,
  attempt: PaymentRow,
): Promise<PayAddress> {
  const invoice = await requireInvoice(context, attempt.invoiceId)
  const order = await findOrder(context, invoice.orderId)
  const { amount, currencyId } = attempt
  const { tenantName } = namesIn(context.tenant.settings, order?.language ?? context.language)
  const request: BankOrder = {
    shop: context.tenant.name,
    paymentId: attempt.id,
    invoiceNumber: order?.number ?? '',
    amount: { amount, currencyId },
    kind: kindOfPaymentType(attempt.paymentTypeId) ?? 'BankCard',
    description: `${tenantName} ${order?.number ?? ''}`,
    returnUrl: await addressOfReturn(context, services, invoice.orderId, attempt.returnUrl),
    notificationUrl: `${context.origin}/public/invoices/api/v1/providers/${bank.name}/notifications`,
    language: context.language,
    receipt: order && (await receiptForPayment(context, order, { amount, currencyId })),
  }
  const address = await bank
    .createPayment(request)
    .catch((error: unknown) => endRefused(context, attempt, request, error))
  if (!(await setPayAddress(context, attempt.id, address))) {
    // Another payment type was chosen while the bank was answering.
    await bank.cancelPayment(address.providerPaymentId)
    throw new Failure('PaymentInProgress')
  }
  return { paymentId: attempt.id, payUrl: address.payUrl, state: attempt.state }
}

/**
 * Ends an attempt that the bank refuses permanently, so that the next one has a new key. Logs the reason.
 *
 * @throws Failure PaymentRefused, or any other error unchanged
 */
async function endRefused(
  context: Context,
  attempt: PaymentRow,
  request: BankOrder,
  error: unknown,
): Promise<never> {
  if (!(error instanceof BankRefused)) throw error
  const { reason, parameter } = error
  context.log.error(
    { order: request.invoiceNumber, payment: attempt.id, bank: attempt.provider, reason, parameter },
    'payment refused by the bank: see reason and parameter',
  )
  await abandonAttempt(context, attempt)
  throw new Failure('PaymentRefused', { cause: error })
}

/** Ends an attempt of another type, unless it was paid meanwhile: then the next round reports it. */
async function clearAway(context: Context, bank: Bank, attempt: PaymentRow): Promise<void> {
  const { providerPaymentId } = attempt
  if (providerPaymentId === null) return abandonAttempt(context, attempt)
  await bank.cancelPayment(providerPaymentId)
  if (await isStillLive(context, bank, attempt, providerPaymentId))
    throw new Failure('PaymentInProgress', { extra: { payUrl: attempt.payUrl } })
}

/** Fetches the state of an attempt from the bank and applies it; returns whether it is still live. */
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
  await applyPaymentEvent(context, { provider: bank.name, ...known })
  return isLive(known.state)
}
