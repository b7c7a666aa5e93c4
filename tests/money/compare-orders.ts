import { sql } from 'drizzle-orm'
import type { Db } from '../../server/platform/db/connect.ts'
import type { LoadTest } from './load-test.ts'

/** Compares the acknowledged checkouts with the database. */
export async function compareWithDatabase(db: Db, acknowledgedOrders: LoadTest['acknowledgedOrders']) {
  const { rows } = await db.execute<{ id: string; cart: string; whole: boolean }>(sql`
    select o.id, o.cart_id as cart,
      (exists (select from invoices v where v.id = o.invoice_id and v.order_id = o.id and v.amount = o.total_amount)
        and (select sum(i.total_price) from order_items i where i.tenant = o.tenant and i.order_id = o.id)
          = o.total_amount
        and exists (select from jobs j where j.tenant = o.tenant and j.kind = 'payments.end-unpaid'
          and j.unique_key = o.id)
        and exists (select from carts c where c.tenant = o.tenant and c.id = o.cart_id and c.state = 'Processed'
          and c.order_id = o.id)) as whole
    from orders o`)
  const orders = new Map(rows.map((row) => [row.id, row.cart]))
  return {
    acknowledged: acknowledgedOrders.length,
    lost: acknowledgedOrders.filter(({ orderId, cartId }) => orders.get(orderId) !== cartId).length,
    doubled: rows.length - new Set(rows.map(({ cart }) => cart)).size,
    partial: rows.filter(({ whole }) => !whole).length,
  }
}

/** Returns the median and the maximum of some numbers, rounded. */
export function summarize(numbers: readonly number[]): { median: number; max: number } {
  const sorted = numbers.toSorted((one, other) => one - other)
  return {
    median: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    max: Math.round(sorted.at(-1) ?? 0),
  }
}
