import type { Context } from '../../platform/context.ts'
import { releasePromos } from '../promo/index.ts'
import { takeGiftsBack } from './gifts.ts'
import { setWithdrawn } from './store.ts'

/**
 * Delivers nothing of an order any more, in the transaction that has all its money go back: the gift codes that were
 * bought are worthless, and those that it was paid with may be used again.
 */
export async function withdrawOrder(context: Context, orderId: string): Promise<void> {
  await setWithdrawn(context, orderId)
  await takeGiftsBack(context, orderId)
  await releasePromos(context, orderId)
}
