import type { Context } from '../../platform/context.ts'
import { releasePromos } from '../promo/index.ts'
import { takeGiftsBack } from './gifts.ts'
import { setWithdrawn } from './store.ts'

/**
 * Ends the delivery of an order, in the transaction of its full refund. Bought gift codes are voided, and codes used for the
 * order become usable again.
 */
export async function withdrawOrder(context: Context, orderId: string): Promise<void> {
  await setWithdrawn(context, orderId)
  await takeGiftsBack(context, orderId)
  await releasePromos(context, orderId)
}
