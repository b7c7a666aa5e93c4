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
import { stateAfter } from './transitions.ts'

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
export async function applyPaymentEvent(context: Context, news: PaymentEvent): Promise<PaymentResult> {
  const known = await findPaymentOfProvider(context, news.provider, news.providerPaymentId)
  if (!known) {
    context.log.warn({ provider: news.provider }, 'payment event for an unknown payment')
    return 'unknown'
  }
  return inTransaction(context, async (inside) => {
    const invoice = await lockInvoice(inside, known.invoiceId)
    const attempt = await findPayment(inside, known.id)
    if (!invoice || !attempt) throw new Error('A payment without an invoice')
    return move(inside, invoice, attempt, news)
  })
}

async function move(
  context: Context,
  invoice: InvoiceRow,
  attempt: PaymentRow,
  news: PaymentEvent,
): Promise<PaymentResult> {
  const next = stateAfter(attempt.state, news.state)
  if (next === attempt.state) return 'unchanged'
  const isExact = news.amount.amount === attempt.amount && news.amount.currencyId === attempt.currencyId
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
