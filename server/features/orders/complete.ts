import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { reclaimPromos } from '../promo/index.ts'
import { isFramed } from './delivery.ts'
import { issueOrderGifts } from './gifts.ts'
import { scheduleSearches } from './later-photos.ts'
import { findOrderItems, lockOrder, setOrderState } from './store.ts'

/**
 * Completes an order once its invoice is paid, in the same transaction. Schedules its follow-up jobs: gift codes, frames, the
 * mail, and the receipt when money was paid. Idempotent. An order that was canceled before its money arrived is completed too.
 */
export async function completeOrder(context: Context, orderId: string): Promise<void> {
  const order = await lockOrder(context, orderId)
  if (!order || order.state === 'Completed') return
  await setOrderState(context, orderId, { state: 'Completed', completedOn: context.now })
  if (order.state === 'Canceled') await reclaimPromos(context, orderId)
  await issueOrderGifts(context, orderId)
  const items = await findOrderItems(context, orderId)
  // The letter is mailed when the framed photos are ready.
  const kind = items.some(isFramed) ? 'frame.make-ordered' : 'mailing.order-completed'
  await enqueue(context, { kind, key: orderId, payload: { orderId } })
  await scheduleSearches(context, orderId)
  if (order.totalAmount > 0) {
    const { invoiceId } = order
    await enqueue(context, { kind: 'receipts.write', key: invoiceId, payload: { orderId, invoiceId } })
  }
}
