import type { Context } from '../../platform/context.ts'
import { releasePromos } from '../promo/index.ts'
import { lockOrder, setOrderState } from './store.ts'

/** Cancels an unpaid order and releases its codes, in the transaction that ends its invoice. */
export async function cancelOrder(context: Context, orderId: string): Promise<void> {
  const order = await lockOrder(context, orderId)
  if (order?.state !== 'AwaitingPayment') return
  await setOrderState(context, orderId, { state: 'Canceled', completedOn: null })
  await releasePromos(context, orderId)
}
