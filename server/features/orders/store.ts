import { randomInt } from 'node:crypto'
import { and, asc, count, desc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { framedPhotos } from '../frame/tables.ts'
import { refunds } from '../invoices/tables.ts'
import { photos } from '../photos/tables.ts'
import { videos } from '../videos/tables.ts'
import { orderItems, orderReturns, orders } from './tables.ts'

export type OrderRow = typeof orders.$inferSelect
export type OrderItemRow = typeof orderItems.$inferSelect

/** Writes an order under a number of its own: five digits, more when many are taken. */
export async function insertOrder(
  context: Context,
  order: Omit<OrderRow, 'number' | 'tenant'>,
): Promise<OrderRow> {
  for (let attempt = 0; attempt < 24; attempt++) {
    const lowest = 10_000 * 10 ** Math.floor(attempt / 6)
    const [row] = await context.db
      .insert(orders)
      .values({ ...order, tenant: context.tenant.name, number: String(randomInt(lowest, lowest * 10)) })
      .onConflictDoNothing({ target: [orders.tenant, orders.number] })
      .returning()
    if (row) return row
  }
  throw new Error('No order number is free')
}

/** Writes what an order holds, in the transaction that makes it. */
export async function insertOrderItems(context: Context, rows: readonly OrderItemRow[]): Promise<void> {
  await context.db.insert(orderItems).values([...rows])
}

/** An order of the tenant; undefined when it has none of that id. */
export async function findOrder(context: Context, orderId: string): Promise<OrderRow | undefined> {
  const [row] = await context.db.select().from(orders).where(byId(context, orderId))
  return row
}

/** An order of the tenant by the number that buyers are told; undefined when there is none. */
export async function findOrderByNumber(context: Context, number: string): Promise<OrderRow | undefined> {
  const [row] = await context.db
    .select()
    .from(orders)
    .where(and(eq(orders.tenant, context.tenant.name), eq(orders.number, number)))
  return row
}

/** Whose orders: those she placed, and those that went to an address which is hers for certain. */
export interface OrdersOf {
  readonly owner: string
  /** In lower case. */
  readonly verifiedEmail: string | undefined
}

/** A page of somebody's orders, the newest first, and how many there are. */
export async function findOrdersOf(
  context: Context,
  { owner, verifiedEmail }: OrdersOf,
  page: { offset: number; count: number },
): Promise<{ rows: OrderRow[]; total: number }> {
  const isHers = verifiedEmail
    ? or(eq(orders.owner, owner), eq(sql`lower(${orders.email})`, verifiedEmail))
    : eq(orders.owner, owner)
  const hers = and(eq(orders.tenant, context.tenant.name), isHers)
  const rows = await context.db
    .select()
    .from(orders)
    .where(hers)
    .orderBy(desc(orders.createdOn), desc(orders.id))
    .offset(page.offset)
    .limit(page.count)
  const [counted] = await context.db.select({ total: count() }).from(orders).where(hers)
  return { rows, total: counted?.total ?? 0 }
}

/** In the order of the cart. */
export function findOrderItems(context: Context, orderId: string): Promise<OrderItemRow[]> {
  return context.db
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.tenant, context.tenant.name), eq(orderItems.orderId, orderId)))
    .orderBy(asc(orderItems.position))
}

/** An item of any order of the tenant; undefined when it has none of that id. */
export async function findOrderItem(context: Context, itemId: string): Promise<OrderItemRow | undefined> {
  const [row] = await context.db
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.tenant, context.tenant.name), eq(orderItems.id, itemId)))
  return row
}

/** Reads an order and keeps others from changing it until the transaction ends. */
export async function lockOrder(context: Context, orderId: string): Promise<OrderRow | undefined> {
  const [row] = await context.db.select().from(orders).where(byId(context, orderId)).for('update')
  return row
}

/** Whether what was ordered may be had. */
export function isDelivered({ state, withdrawnOn }: Pick<OrderRow, 'state' | 'withdrawnOn'>): boolean {
  return state === 'Completed' && withdrawnOn === null
}

/** Notes that all of an order's money went back. */
export async function setWithdrawn(context: Context, orderId: string): Promise<void> {
  await context.db.update(orders).set({ withdrawnOn: context.now }).where(byId(context, orderId))
}

type ToldRefund = Pick<typeof refunds.$inferSelect, 'invoiceId' | 'amount' | 'state' | 'changedOn'>

/** What the shop gives back of an order, oldest first; not what the bank has declined, nor what was paid twice. */
export function refundsToTell(context: Context, invoiceId: string): Promise<ToldRefund[]> {
  return refundsOfInvoices(context, [invoiceId])
}

/** The same of several orders. */
export function refundsOfInvoices(context: Context, invoiceIds: readonly string[]): Promise<ToldRefund[]> {
  if (invoiceIds.length === 0) return Promise.resolve([])
  const { invoiceId, amount, state, changedOn } = refunds
  return context.db
    .select({ invoiceId, amount, state, changedOn })
    .from(refunds)
    .where(
      and(
        eq(refunds.tenant, context.tenant.name),
        inArray(refunds.invoiceId, [...invoiceIds]),
        ne(refunds.state, 'Declined'),
        eq(refunds.reason, 'Asked'),
      ),
    )
    .orderBy(asc(refunds.createdOn), asc(refunds.id))
}

/** Moves an order; the caller sees to it that the state may be left. */
export async function setOrderState(
  context: Context,
  orderId: string,
  values: Pick<OrderRow, 'state' | 'completedOn'>,
): Promise<void> {
  await context.db.update(orders).set(values).where(byId(context, orderId))
}

/** Photos of a package that have become known since. */
export async function setPhotoIds(context: Context, itemId: string, photoIds: string[]): Promise<void> {
  await context.db
    .update(orderItems)
    .set({ photoIds })
    .where(and(eq(orderItems.tenant, context.tenant.name), eq(orderItems.id, itemId)))
}

/** Notes that a letter has told of the first so many photos of a package. */
export async function setTold(
  context: Context,
  item: Pick<OrderItemRow, 'id' | 'firstCount'>,
  toldCount: number,
): Promise<void> {
  await context.db
    .update(orderItems)
    // of a pre-order nothing was there to be told of at first
    .set({ toldCount, firstCount: item.firstCount || toldCount })
    .where(and(eq(orderItems.tenant, context.tenant.name), eq(orderItems.id, item.id)))
}

/** Corrects where letters of an order go. */
export async function setEmail(context: Context, orderId: string, email: string): Promise<void> {
  await context.db.update(orders).set({ email }).where(byId(context, orderId))
}

export type DeliveredPhoto = typeof photos.$inferSelect

/** Photos that can be handed out, by id. */
export async function readyPhotos(
  context: Context,
  photoIds: readonly string[],
): Promise<Map<string, DeliveredPhoto>> {
  if (photoIds.length === 0) return new Map()
  const rows = await context.db
    .select()
    .from(photos)
    .where(
      and(
        eq(photos.tenant, context.tenant.name),
        inArray(photos.id, [...photoIds]),
        eq(photos.state, 'Ready'),
      ),
    )
    .orderBy(asc(photos.shownOn), asc(photos.id))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Ids of the paid pre-orders of an event that are still to be delivered, oldest first. */
export async function preordersOfEvent(context: Context, eventId: string): Promise<string[]> {
  const rows = await context.db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.tenant, context.tenant.name),
        eq(orders.eventId, eventId),
        eq(orders.preorder, true),
        eq(orders.state, 'Completed'),
        isNull(orders.withdrawnOn),
      ),
    )
    .orderBy(asc(orders.createdOn), asc(orders.id))
  return rows.map(({ id }) => id)
}

export type DeliveredFrame = typeof framedPhotos.$inferSelect

/** The photos in whatever frame, also those whose full size is not made. */
export function framedOf(context: Context, photoIds: readonly string[]): Promise<DeliveredFrame[]> {
  if (photoIds.length === 0) return Promise.resolve([])
  return context.db
    .select()
    .from(framedPhotos)
    .where(and(eq(framedPhotos.tenant, context.tenant.name), inArray(framedPhotos.photoId, [...photoIds])))
}

export type DeliveredVideo = typeof videos.$inferSelect

/** Videos by id. */
export async function videosOf(
  context: Context,
  videoIds: readonly string[],
): Promise<Map<string, DeliveredVideo>> {
  if (videoIds.length === 0) return new Map()
  const rows = await context.db
    .select()
    .from(videos)
    .where(and(eq(videos.tenant, context.tenant.name), inArray(videos.id, [...videoIds])))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Writes a way back from the bank, by the hash of its handle. */
export async function insertReturn(
  context: Context,
  row: Omit<typeof orderReturns.$inferSelect, 'tenant'>,
): Promise<void> {
  await context.db.insert(orderReturns).values({ ...row, tenant: context.tenant.name })
}

/** Takes a way back off the list; only one caller gets its order, and none after its time. */
export async function takeReturn(context: Context, hash: string): Promise<string | undefined> {
  const [row] = await context.db
    .delete(orderReturns)
    .where(
      and(
        eq(orderReturns.tenant, context.tenant.name),
        eq(orderReturns.hash, hash),
        gt(orderReturns.expiresOn, context.now),
      ),
    )
    .returning({ orderId: orderReturns.orderId })
  return row?.orderId
}

/** Forgets the ways back whose time is over. */
export async function forgetReturns(context: Context): Promise<void> {
  await context.db
    .delete(orderReturns)
    .where(and(eq(orderReturns.tenant, context.tenant.name), lte(orderReturns.expiresOn, context.now)))
}

function byId(context: Context, orderId: string) {
  return and(eq(orders.tenant, context.tenant.name), eq(orders.id, orderId))
}
