import type { Money } from '../../../contract/common.ts'
import type { PaymentState } from '../../../contract/invoices.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { completeOrder } from '../orders/index.ts'
import { openRefund } from './refund.ts'
import {
  findPayment,
  findPaymentOfProvider,
  type InvoiceRow,
  lockInvoice,
  markPaid,
  type PaymentRow,
  setAttemptState,
  setReviewReason,
} from './store.ts'
import { getNextState } from './transitions.ts'

/** Describes a bank's notification about one of its payments. */
export interface PaymentEvent {
  readonly provider: string
  readonly providerPaymentId: string
  readonly state: PaymentState
  readonly amount: Money
}

/** `needsReview`: flagged for manual review, nothing was delivered for it. */
export type PaymentResult = 'moved' | 'unchanged' | 'needsReview' | 'unknown'

/**
 * Applies a verified notification of a bank: updates the attempt, pays the invoice, and completes the order, in one
 * transaction. Repeated, late and reordered notifications are harmless. The amount is compared with that of the attempt,
 * because payment types differ in price.
 */
export async function applyPaymentEvent(
  context: Context,
  paymentEvent: PaymentEvent,
): Promise<PaymentResult> {
  const knownPayment = await findPaymentOfProvider(
    context,
    paymentEvent.provider,
    paymentEvent.providerPaymentId,
  )
  if (!knownPayment) {
    context.log.warn({ provider: paymentEvent.provider }, 'payment event for an unknown payment')
    return 'unknown'
  }
  return inTransaction(context, async (transaction) => {
    const invoice = await lockInvoice(transaction, knownPayment.invoiceId)
    const attempt = await findPayment(transaction, knownPayment.id)
    if (!invoice || !attempt) throw new Error('A payment without an invoice')
    return applyToAttempt(transaction, invoice, attempt, paymentEvent)
  })
}

async function applyToAttempt(
  context: Context,
  invoice: InvoiceRow,
  attempt: PaymentRow,
  paymentEvent: PaymentEvent,
): Promise<PaymentResult> {
  const next = getNextState(attempt.state, paymentEvent.state)
  if (next === attempt.state) return 'unchanged'
  const isExact =
    paymentEvent.amount.amount === attempt.amount && paymentEvent.amount.currencyId === attempt.currencyId
  if (next === 'Succeeded' && !isExact) return flagForReview(context, attempt, 'AmountDiffers')
  await setAttemptState(context, attempt.id, next)
  if (next !== 'Succeeded') return 'moved'
  if (invoice.state === 'Paid') {
    const { amount } = attempt
    await openRefund(context, attempt, { amount, reason: 'PaidTwice', note: '' })
    return flagForReview(context, attempt, 'PaidTwice')
  }
  await markPaid(context, invoice.id)
  await completeOrder(context, invoice.orderId)
  return 'moved'
}

async function flagForReview(context: Context, attempt: PaymentRow, reason: string): Promise<'needsReview'> {
  context.log.error({ payment: attempt.id, reason }, 'payment needs review')
  await setReviewReason(context, attempt.id, reason)
  return 'needsReview'
}
