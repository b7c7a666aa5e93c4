import type { Context } from '../../platform/context.ts'
import { releasePromos } from '../promo/index.ts'
import { lockOrder, setOrderState } from './store.ts'

/** Cancels an order that was never paid and gives its codes back, in the transaction that ends its invoice. */
export async function cancelOrder(context: Context, orderId: string): Promise<void> {
  const order = await lockOrder(context, orderId)
  if (order?.state !== 'AwaitingPayment') return
  await setOrderState(context, orderId, { state: 'Canceled', completedOn: null })
  await releasePromos(context, orderId)
}
