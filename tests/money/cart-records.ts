import { sql } from 'drizzle-orm'
import type { Db } from '../../server/platform/db/connect.ts'

interface Entry {
  readonly id: string
  readonly type: 'Payment' | 'Discount'
  readonly state: string
  readonly amount: number
  readonly attemptId: string | null
  readonly reviewReason: string | null
  readonly bankId: string | null
  readonly way: string
}

/** State of one cart in the database, and of its payments at the bank. */
export interface CartRecord {
  readonly cartId: string
  readonly cartState: string
  readonly items: number
  readonly orders: readonly {
    readonly id: string
    readonly state: string
    readonly total: number
    readonly withdrawn: boolean
    readonly items: number
    readonly itemsSum: number
  }[]
  readonly invoices: readonly { readonly id: string; readonly state: string; readonly amount: number }[]
  readonly entries: readonly Entry[]
  readonly refunds: readonly {
    readonly state: string
    readonly amount: number
    readonly reason: string
    readonly paymentId: string
  }[]
  readonly redemptions: readonly {
    readonly codeId: string
    readonly discount: number
    readonly counts: boolean
  }[]
  readonly receipts: number
  /** Counts of the order's queued jobs, by kind. */
  readonly jobs: Readonly<Record<string, number>>
  readonly bank: readonly { readonly id: string; readonly state: string; readonly amount: number }[]
  readonly bankRefunds: readonly { readonly bankId: string; readonly amount: number }[]
}

export interface CodeCount {
  readonly id: string
  readonly used: number
  readonly usageLimit: number | null
  /** Number of orders that currently use it. */
  readonly live: number
}

const cartRecordsJson = sql`
  select json_agg(json_build_object(
    'cartId', c.id, 'cartState', c.state,
    'items', (select count(*) from cart_items i where i.tenant = c.tenant and i.cart_id = c.id),
    'orders', coalesce((select json_agg(json_build_object('id', o.id, 'state', o.state, 'total', o.total_amount,
      'withdrawn', o.withdrawn_on is not null,
      'items', (select count(*) from order_items oi where oi.tenant = o.tenant and oi.order_id = o.id),
      'itemsSum', (select coalesce(sum(oi.total_price), 0) from order_items oi where oi.tenant = o.tenant and oi.order_id = o.id)))
      from orders o where o.tenant = c.tenant and o.cart_id = c.id), '[]'),
    'invoices', coalesce((select json_agg(json_build_object('id', v.id, 'state', v.state, 'amount', v.amount))
      from invoices v join orders o on v.tenant = o.tenant and v.order_id = o.id
      where o.tenant = c.tenant and o.cart_id = c.id), '[]'),
    'entries', coalesce((select json_agg(json_build_object('id', p.id, 'type', p.type, 'state', p.state,
      'amount', p.amount, 'attemptId', p.attempt_id, 'reviewReason', p.held, 'bankId', p.provider_payment_id,
      'way', p.payment_type_id) order by p.position)
      from payments p join orders o on p.tenant = o.tenant and p.invoice_id = o.invoice_id
      where o.tenant = c.tenant and o.cart_id = c.id), '[]'),
    'refunds', coalesce((select json_agg(json_build_object('state', r.state, 'amount', r.amount,
      'reason', r.reason, 'paymentId', r.payment_id))
      from refunds r join orders o on r.tenant = o.tenant and r.invoice_id = o.invoice_id
      where o.tenant = c.tenant and o.cart_id = c.id), '[]'),
    'redemptions', coalesce((select json_agg(json_build_object('codeId', d.code_id, 'discount', d.discount,
      'counts', d.released_on is null))
      from promo_redemptions d join orders o on d.tenant = o.tenant and d.order_id = o.id
      where o.tenant = c.tenant and o.cart_id = c.id), '[]'),
    'receipts', (select count(*) from receipts t join orders o on t.tenant = o.tenant and t.invoice_id = o.invoice_id
      where t.refund_id is null and o.tenant = c.tenant and o.cart_id = c.id),
    'jobs', coalesce((select json_object_agg(kind, n) from (select j.kind, count(*) n from jobs j
      join orders o on j.tenant = o.tenant and j.unique_key in (o.id, o.invoice_id)
      where j.kind in ('payments.end-unpaid', 'mailing.order-completed', 'receipts.write')
        and o.tenant = c.tenant and o.cart_id = c.id group by j.kind) k), '{}'),
    'bank', coalesce((select json_agg(json_build_object('id', b.id, 'state', b.state, 'amount', b.amount)
      order by p.position) from orders o join payments p on p.tenant = o.tenant and p.invoice_id = o.invoice_id
      join sandbox_bank_payments b on b.tenant = p.tenant and b.merchant_payment_id = p.id
      where o.tenant = c.tenant and o.cart_id = c.id), '[]'),
    'bankRefunds', coalesce((select json_agg(json_build_object('bankId', g.payment_id, 'amount', g.amount))
      from orders o join payments p on p.tenant = o.tenant and p.invoice_id = o.invoice_id
      join sandbox_bank_refunds g on g.payment_id = p.provider_payment_id
      where o.tenant = c.tenant and o.cart_id = c.id), '[]')
  )) from carts c where c.tenant = 'one' and c.id = any(${sql.placeholder('cartIds')}::text[])`

const codesJson = sql`
  select json_agg(json_build_object('id', p.id, 'used', p.used, 'usageLimit', p.usage_limit,
    'live', (select count(*) from promo_redemptions d where d.code_id = p.id and d.released_on is null)))
  from promo_codes p where p.id = any(${sql.placeholder('codeIds')}::text[])`

/** Planning these queries takes ten times as long as running them, so each database prepares them once. */
const prepareBooks = (db: Db) =>
  db
    .select({
      cartRecords: sql<CartRecord[] | null>`(${cartRecordsJson})`,
      codes: sql<CodeCount[] | null>`(${codesJson})`,
    })
    .from(sql`(select) as once`)
    .prepare('books')
const statements = new WeakMap<Db, ReturnType<typeof prepareBooks>>()

/** Reads the states of some carts and the counts of some codes in one statement, i.e. one snapshot. */
export async function readBooks(
  db: Db,
  cartIds: readonly string[],
  codeIds: readonly string[],
): Promise<{ cartRecords: CartRecord[]; codes: CodeCount[] }> {
  const statement = statements.get(db) ?? prepareBooks(db)
  statements.set(db, statement)
  const [books] = await statement.execute({ cartIds, codeIds })
  return { cartRecords: books?.cartRecords ?? [], codes: books?.codes ?? [] }
}

export async function readCartRecords(db: Db, cartIds: readonly string[]): Promise<CartRecord[]> {
  return (await readBooks(db, cartIds, [])).cartRecords
}

/** Returns the uses of some codes, by their counter and by the orders that use them. */
export async function readCodeCounts(db: Db, codeIds: readonly string[]): Promise<CodeCount[]> {
  return (await readBooks(db, [], codeIds)).codes
}

export const addAmounts = (amounts: readonly { readonly amount: number }[]) =>
  amounts.reduce((sum, { amount }) => sum + amount, 0)
