import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { newId } from '../../server/platform/ids.ts'
import type { FaultyShop } from './faulty-shop.ts'

/**
 * Copies a cart, with its items and codes.
 *
 * @param codeId replaces the code of the cart
 */
export async function copyCart(
  shop: FaultyShop,
  cartId: string,
  count: number,
  codeId?: string,
): Promise<string[]> {
  const { db } = shop.services
  const ids = Array.from({ length: count }, () => randomUUID())
  const list = sql`unnest(array[${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )}]::text[]) as copy`
  await db.execute(sql`
    insert into carts (tenant, id, state, currency_id, email, attributes, order_id, created_on, changed_on)
    select tenant, copy, state, currency_id, email, attributes, order_id, created_on, changed_on
    from carts, ${list} where id = ${cartId}`)
  await db.execute(sql`
    insert into cart_items (id, tenant, cart_id, position, product_id, product_type, catalog_id, event_id, photo_id,
      video_id, frame_id, bib, recipients, subject, person, subject_label, photo_ids, added_on)
    select copy || position || ${newId()}, tenant, copy, position, product_id, product_type, catalog_id, event_id,
      photo_id, video_id, frame_id, bib, recipients, subject, person, subject_label, photo_ids, added_on
    from cart_items, ${list} where cart_id = ${cartId}`)
  await db.execute(sql`
    insert into cart_promo_codes (tenant, cart_id, code_id, added_on)
    select tenant, copy, coalesce(${codeId ?? null}::text, code_id), added_on
    from cart_promo_codes, ${list} where cart_id = ${cartId}`)
  return ids
}
