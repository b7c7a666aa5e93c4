import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { findGiftCodes, issueGifts, voidGifts } from '../promo/index.ts'
import { findOrderItems, type OrderItemRow } from './store.ts'

/** Creates the gift codes of a paid order and schedules mails to their recipients, in the same transaction. */
export async function issueOrderGifts(context: Context, orderId: string): Promise<void> {
  const gifts = selectGifts(await findOrderItems(context, orderId))
  await issueGifts(
    context,
    gifts.map(({ id, catalogId }) => ({ orderItemId: id, catalogId })),
  )
  for (const { id, recipients } of gifts)
    if (recipients)
      await enqueue(context, { kind: 'mailing.gift', key: id, payload: { orderId, itemId: id } })
}

/** Voids the unused gift codes of an order. */
export async function voidOrderGifts(context: Context, orderId: string): Promise<void> {
  const gifts = selectGifts(await findOrderItems(context, orderId))
  await voidGifts(
    context,
    gifts.map(({ id }) => id),
  )
}

/** Returns the gift codes of items, by item id. */
export function findItemGiftCodes(
  context: Context,
  items: readonly OrderItemRow[],
): Promise<Map<string, string>> {
  return findGiftCodes(
    context,
    selectGifts(items).map(({ id }) => id),
  )
}

const selectGifts = (items: readonly OrderItemRow[]) =>
  items.filter(({ productType }) => productType === 'promocode')
