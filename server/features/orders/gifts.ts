import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { giftCodesOf, issueGifts, voidGifts } from '../promo/index.ts'
import { findOrderItems, type OrderItemRow } from './store.ts'

/** Makes the gift codes of an order that is paid, and has those mailed that go to somebody else, in the same transaction. */
export async function handOutGifts(context: Context, orderId: string): Promise<void> {
  const gifts = giftsAmong(await findOrderItems(context, orderId))
  await issueGifts(
    context,
    gifts.map(({ id, catalogId }) => ({ orderItemId: id, catalogId })),
  )
  for (const { id, recipients } of gifts)
    if (recipients)
      await enqueue(context, { kind: 'mailing.gift', key: id, payload: { orderId, itemId: id } })
}

/** Makes the unused gift codes of an order worthless. */
export async function takeGiftsBack(context: Context, orderId: string): Promise<void> {
  const gifts = giftsAmong(await findOrderItems(context, orderId))
  await voidGifts(
    context,
    gifts.map(({ id }) => id),
  )
}

/** Gift codes by the item that each was bought as. */
export function codesOfItems(context: Context, items: readonly OrderItemRow[]): Promise<Map<string, string>> {
  return giftCodesOf(
    context,
    giftsAmong(items).map(({ id }) => id),
  )
}

const giftsAmong = (items: readonly OrderItemRow[]) =>
  items.filter(({ productType }) => productType === 'promocode')
