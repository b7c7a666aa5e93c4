import { type Context, inTransaction } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { moneyText } from '../../platform/language/money-text.ts'
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
  const last = (await listRefunds(context, attempt.invoiceId)).at(-1)
  const createdOn = new Date(Math.max(context.now.getTime(), last ? last.createdOn.getTime() + 1 : 0))
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
  return inTransaction(context, async (inside) => {
    await lockInvoice(inside, invoiceId)
    const kept = await keptPayment(inside, invoiceId)
    if (!kept) throw new RefundRefused('This order has no bank payment')
    const { attempt, left } = kept
    const amount = input.amount ?? left
    if (amount < 1 || amount > left) throw new RefundRefused(refusalText(attempt, left))
    return openRefund(inside, attempt, { amount, reason: 'Asked', note: input.note })
  })
}

/** Returns the limit of a refund as text for operators: `All of 663.30 ₽ has been refunded`. */
function refusalText({ amount, currencyId }: PaymentRow, left: number): string {
  const text = (sum: number) => moneyText({ amount: sum, currencyId }, 'en', 2)
  return left > 0
    ? `Only ${text(left)} of ${text(amount)} can still be refunded`
    : `All of ${text(amount)} has been refunded`
}

/**
 * Applies the bank's result of a refund and schedules its receipt. When all of an order's money was refunded, its files become
 * unavailable.
 */
export function settleRefund(
  context: Context,
  refundId: string,
  state: 'Succeeded' | 'Declined',
): Promise<void> {
  return inTransaction(context, async (inside) => {
    const refund = await findRefund(inside, refundId)
    if (refund?.state !== 'Created') return
    const invoice = await lockInvoice(inside, refund.invoiceId)
    await setRefundState(inside, refundId, state)
    // A duplicate payment has no receipt to be refunded against.
    if (invoice && state === 'Succeeded' && refund.reason === 'Asked') {
      const payload = { orderId: invoice.orderId, refundId }
      await enqueue(inside, { kind: 'receipts.write-refund', key: refundId, payload })
    }
    const attempt = paidAttempt(await findPayments(inside, refund.invoiceId))
    if (!invoice || !attempt) return
    const done = (await listRefunds(inside, refund.invoiceId)).filter((one) => one.state === 'Succeeded')
    if (givenBack(done, attempt.id) >= attempt.amount) await withdrawOrder(inside, invoice.orderId)
  })
}

/**
 * Returns the attempt that paid an invoice, and the part of its money that was not refunded.
 *
 * @returns `refundableAmount` in minor units, less completed and pending refunds; undefined when nothing was paid at a bank
 */
export async function keptPayment(
  context: Context,
  invoiceId: string,
): Promise<{ attempt: PaymentRow; left: number } | undefined> {
  const attempt = paidAttempt(await findPayments(context, invoiceId))
  if (!attempt) return undefined
  return { attempt, left: attempt.amount - givenBack(await listRefunds(context, invoiceId), attempt.id) }
}

/** Returns the attempt that paid the invoice; duplicate payments have a `reviewReason`. */
function paidAttempt(payments: readonly PaymentRow[]): PaymentRow | undefined {
  return payments.find(
    ({ type, state, reviewReason }) => type === 'Payment' && state === 'Succeeded' && reviewReason === null,
  )
}

function givenBack(refunds: readonly RefundRow[], paymentId: string): number {
  return refunds
    .filter((refund) => refund.paymentId === paymentId && refund.state !== 'Declined')
    .reduce((sum, { amount }) => sum + amount, 0)
}
