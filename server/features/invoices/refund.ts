import { type Context, inTransaction } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { withdrawOrder } from '../orders/index.ts'
import { findRefund, insertRefund, type RefundRow, refundsOf, setRefundState } from './refund-store.ts'
import { lockInvoice, type PaymentRow, paymentsOf } from './store.ts'

/** A refund that cannot be; the message says why. */
export class RefundRefused extends Error {
  override readonly name = 'RefundRefused'
}

/** Writes down that a payment's money goes back, and has the bank told, in the caller's transaction. */
export async function openRefund(
  context: Context,
  attempt: PaymentRow,
  wish: Pick<RefundRow, 'amount' | 'reason' | 'note'>,
): Promise<string> {
  const id = newId()
  await insertRefund(context, {
    id,
    tenant: context.tenant.name,
    invoiceId: attempt.invoiceId,
    paymentId: attempt.id,
    currencyId: attempt.currencyId,
    ...wish,
    state: 'Created',
    createdOn: context.now,
    changedOn: context.now,
  })
  await enqueue(context, { kind: 'payments.refund', key: id, payload: { refundId: id } })
  return id
}

/**
 * Gives back what was paid for an order, or a part of it.
 *
 * @param wish.amount minor units; absent: whatever has not been given back yet
 * @returns the refund's id
 * @throws RefundRefused when nothing was paid, or less than that is left
 */
export function refundInvoice(
  context: Context,
  invoiceId: string,
  wish: { amount?: number | undefined; note: string },
): Promise<string> {
  return inTransaction(context, async (inside) => {
    await lockInvoice(inside, invoiceId)
    const attempt = paidAttempt(await paymentsOf(inside, invoiceId))
    if (!attempt) throw new RefundRefused('Nothing was paid at a bank for this order')
    const left = attempt.amount - givenBack(await refundsOf(inside, invoiceId), attempt.id)
    const amount = wish.amount ?? left
    if (amount < 1 || amount > left)
      throw new RefundRefused(`${left / 100} of ${attempt.amount / 100} is left to give back`)
    return openRefund(inside, attempt, { amount, reason: 'Asked', note: wish.note })
  })
}

/** Takes the bank's word on a refund, which then gets its receipt; when all of an order's money is back, its files are no more to be had. */
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
    // what was taken once too often has no receipt that this could be set against
    if (invoice && state === 'Succeeded' && refund.reason === 'Asked') {
      const payload = { orderId: invoice.orderId, refundId }
      await enqueue(inside, { kind: 'receipts.write-refund', key: refundId, payload })
    }
    const attempt = paidAttempt(await paymentsOf(inside, refund.invoiceId))
    if (!invoice || !attempt) return
    const done = (await refundsOf(inside, refund.invoiceId)).filter((one) => one.state === 'Succeeded')
    if (givenBack(done, attempt.id) >= attempt.amount) await withdrawOrder(inside, invoice.orderId)
  })
}

/** The attempt that paid the invoice; one that came on top of it is held. */
function paidAttempt(payments: readonly PaymentRow[]): PaymentRow | undefined {
  return payments.find(
    ({ type, state, held }) => type === 'Payment' && state === 'Succeeded' && held === null,
  )
}

function givenBack(refunds: readonly RefundRow[], paymentId: string): number {
  return refunds
    .filter((refund) => refund.paymentId === paymentId && refund.state !== 'Declined')
    .reduce((sum, { amount }) => sum + amount, 0)
}
