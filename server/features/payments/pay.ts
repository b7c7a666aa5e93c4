import { getTenantNames } from '../../../contract/tenant-names.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import {
  abandonAttempt,
  applyPaymentEvent,
  findPaymentKind,
  isLive,
  type PaymentRequest,
  type PaymentRow,
  requireInvoice,
  reserveAttempt,
  type SupportsPayment,
  setPayAddress,
} from '../invoices/index.ts'
import { createReturnUrl, findOrder } from '../orders/index.ts'
import { buildPaymentReceipt } from './fiscal-receipt.ts'
import { createFirstPoll } from './poll-bank.ts'
import { type Bank, type BankPaymentRequest, BankRefused } from './ports.ts'

export interface PayPage {
  paymentId: string
  payUrl: string
  state: PaymentRow['state']
}

interface PaymentServices {
  readonly services: Pick<Services, 'config'>
  readonly banks: readonly Bank[]
  readonly supportsPayment: SupportsPayment
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
  { services, banks, supportsPayment }: PaymentServices,
  input: PaymentRequest,
): Promise<PayPage> {
  // Every round either answers or ends a blocking attempt.
  for (let round = 0; round < 4; round++) {
    const reservation = await reserveAttempt(context, supportsPayment, input, (transaction, attempt) =>
      enqueue(transaction, createFirstPoll(transaction, attempt)),
    )
    const { attempt } = reservation
    const bank = banks.find(({ name }) => name === attempt.provider)
    if (!bank) throw new Error(`There is no bank ${attempt.provider}`)
    if (reservation.kind === 'other') {
      await cancelOtherAttempt(context, bank, attempt)
      continue
    }
    if (attempt.payUrl === null || attempt.providerPaymentId === null)
      return registerAttempt(context, services, bank, attempt)
    if (await isStillLive(context, bank, attempt, attempt.providerPaymentId))
      return { paymentId: attempt.id, payUrl: attempt.payUrl, state: attempt.state }
  }
  throw new Failure('PaymentInProgress')
}

/**
 * Registers an attempt at the bank; idempotent, returns the same page. What providers receive depends on the stored attempt
 * and order, not on the caller or the time: they refuse a repeated idempotency key with another body.
 */
async function registerAttempt(
  context: Context,
  services: Pick<Services, 'config'>,
  bank: Bank,
  attempt: PaymentRow,
): Promise<PayPage> {
  const invoice = await requireInvoice(context, attempt.invoiceId)
  const order = await findOrder(context, invoice.orderId)
  const { amount, currencyId } = attempt
  const language = order?.language ?? context.language
  const { tenantName } = getTenantNames(context.tenant.settings, language)
  const request: BankPaymentRequest = {
    shop: context.tenant.name,
    paymentId: attempt.id,
    invoiceNumber: order?.number ?? '',
    amount: { amount, currencyId },
    kind: findPaymentKind(attempt.paymentTypeId) ?? 'BankCard',
    description: `${tenantName} ${order?.number ?? ''}`,
    returnUrl: await createReturnUrl(context, services, invoice.orderId, attempt),
    notificationUrl: `${context.origin}/public/invoices/api/v1/providers/${bank.name}/notifications`,
    language,
    receipt: order && (await buildPaymentReceipt(context, order, { amount, currencyId })),
  }
  const address = await bank
    .createPayment(request)
    .catch((error: unknown) => abandonRefused(context, attempt, request, error))
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
async function abandonRefused(
  context: Context,
  attempt: PaymentRow,
  request: BankPaymentRequest,
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
async function cancelOtherAttempt(context: Context, bank: Bank, attempt: PaymentRow): Promise<void> {
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
  const bankPayment = await bank.getPayment(providerPaymentId)
  if (!bankPayment) {
    await abandonAttempt(context, attempt)
    return false
  }
  await applyPaymentEvent(context, { provider: bank.name, ...bankPayment })
  return isLive(bankPayment.state)
}
