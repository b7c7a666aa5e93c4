import type { Context } from '../../platform/context.ts'
import { releasePromos } from '../promo/index.ts'
import { voidOrderGifts } from './gifts.ts'
import { markWithdrawn } from './store.ts'

/**
 * Ends the delivery of an order, in the transaction of its full refund. Bought gift codes are voided, and codes used for the
 * order become usable again.
 */
export async function withdrawOrder(context: Context, orderId: string): Promise<void> {
  await markWithdrawn(context, orderId)
  await voidOrderGifts(context, orderId)
  await releasePromos(context, orderId)
}
