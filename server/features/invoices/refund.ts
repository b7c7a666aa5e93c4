import { type Context, inTransaction } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { formatMoney } from '../../platform/language/format-money.ts'
import { withdrawOrder } from '../orders/index.ts'
import { findRefund, insertRefund, listRefunds, type RefundRow, setRefundState } from './refund-store.ts'
import { findPayments, lockInvoice, type PaymentRow } from './store.ts'

/** Thrown for an impossible refund; the message says why. */
export class RefundRefused extends Error {
  override readonly name = 'RefundRefused'
}

/** Creates a refund of a payment and schedules its request to the bank. The caller's transaction has locked the invoice. */
export async function openRefund(
  context: Context,
  attempt: PaymentRow,
  input: Pick<RefundRow, 'amount' | 'reason' | 'note'>,
): Promise<string> {
  const id = newId()
  // receipts depend on the order of refunds, also of those created in the same millisecond
  const lastRefund = (await listRefunds(context, attempt.invoiceId)).at(-1)
  const createdOn = new Date(
    Math.max(context.now.getTime(), lastRefund ? lastRefund.createdOn.getTime() + 1 : 0),
  )
  await insertRefund(context, {
    id,
    tenant: context.tenant.name,
    invoiceId: attempt.invoiceId,
    paymentId: attempt.id,
    currencyId: attempt.currencyId,
    ...input,
    state: 'Created',
    createdOn,
    changedOn: context.now,
  })
  await enqueue(context, { kind: 'payments.refund', key: id, payload: { refundId: id } })
  return id
}

/**
 * Refunds what was paid for an order, or a part of it.
 *
 * @param input.amount minor units; absent: all that was not refunded yet
 * @returns the refund's id
 * @throws RefundRefused when nothing was paid, or less than that is left
 */
export function refundInvoice(
  context: Context,
  invoiceId: string,
  input: { amount?: number | undefined; note: string },
): Promise<string> {
  return inTransaction(context, async (transaction) => {
    await lockInvoice(transaction, invoiceId)
    const refundable = await findRefundablePayment(transaction, invoiceId)
    if (!refundable) throw new RefundRefused('This order has no bank payment')
    const { attempt, refundableAmount } = refundable
    const amount = input.amount ?? refundableAmount
    if (amount < 1 || amount > refundableAmount)
      throw new RefundRefused(describeRefundLimit(attempt, refundableAmount))
    return openRefund(transaction, attempt, { amount, reason: 'Asked', note: input.note })
  })
}

/** Returns the limit of a refund as text for operators: `All of 663.30 ₽ has been refunded`. */
function describeRefundLimit({ amount, currencyId }: PaymentRow, refundableAmount: number): string {
  const formatSum = (sum: number) => formatMoney({ amount: sum, currencyId }, 'en', 2)
  return refundableAmount > 0
    ? `Only ${formatSum(refundableAmount)} of ${formatSum(amount)} can still be refunded`
    : `All of ${formatSum(amount)} has been refunded`
}

/**
 * Applies the bank's result of a refund and schedules its receipt. When all of an order's money was refunded, its files become
 * unavailable.
 */
export function applyRefundResult(
  context: Context,
  refundId: string,
  state: 'Succeeded' | 'Declined',
): Promise<void> {
  return inTransaction(context, async (transaction) => {
    const refund = await findRefund(transaction, refundId)
    if (refund?.state !== 'Created') return
    const invoice = await lockInvoice(transaction, refund.invoiceId)
    await setRefundState(transaction, refundId, state)
    // A duplicate payment has no receipt to be refunded against.
    if (invoice && state === 'Succeeded' && refund.reason === 'Asked') {
      const payload = { orderId: invoice.orderId, refundId }
      await enqueue(transaction, { kind: 'receipts.write-refund', key: refundId, payload })
    }
    const attempt = findPaidAttempt(await findPayments(transaction, refund.invoiceId))
    if (!invoice || !attempt) return
    const succeededRefunds = (await listRefunds(transaction, refund.invoiceId)).filter(
      (one) => one.state === 'Succeeded',
    )
    if (sumRefunds(succeededRefunds, attempt.id) >= attempt.amount)
      await withdrawOrder(transaction, invoice.orderId)
  })
}

/**
 * Returns the attempt that paid an invoice, and the part of its money that was not refunded.
 *
 * @returns `refundableAmount` in minor units, less completed and pending refunds; undefined when nothing was paid at a bank
 */
export async function findRefundablePayment(
  context: Context,
  invoiceId: string,
): Promise<{ attempt: PaymentRow; refundableAmount: number } | undefined> {
  const attempt = findPaidAttempt(await findPayments(context, invoiceId))
  if (!attempt) return undefined
  return {
    attempt,
    refundableAmount: attempt.amount - sumRefunds(await listRefunds(context, invoiceId), attempt.id),
  }
}

/** Returns the attempt that paid the invoice; duplicate payments have a `reviewReason`. */
function findPaidAttempt(payments: readonly PaymentRow[]): PaymentRow | undefined {
  return payments.find(
    ({ type, state, reviewReason }) => type === 'Payment' && state === 'Succeeded' && reviewReason === null,
  )
}

function sumRefunds(refunds: readonly RefundRow[], paymentId: string): number {
  return refunds
    .filter((refund) => refund.paymentId === paymentId && refund.state !== 'Declined')
    .reduce((sum, { amount }) => sum + amount, 0)
}
