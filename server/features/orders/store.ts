import { randomInt } from 'node:crypto'
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { orderItems, orders } from './tables.ts'

export type OrderRow = typeof orders.$inferSelect
export type OrderItemRow = typeof orderItems.$inferSelect

/** Inserts an order with a unique random number: five digits, more when many are taken. */
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

/** Inserts the items of an order, in the transaction that inserts it. */
export async function insertOrderItems(context: Context, rows: readonly OrderItemRow[]): Promise<void> {
  await context.db.insert(orderItems).values([...rows])
}

/** Returns an order of the tenant; undefined for an unknown id. */
export async function findOrder(context: Context, orderId: string): Promise<OrderRow | undefined> {
  const [row] = await context.db.select().from(orders).where(whereOrder(context, orderId))
  return row
}

/** Returns an order of the tenant by its public number; undefined when there is none. */
export async function findOrderByNumber(context: Context, number: string): Promise<OrderRow | undefined> {
  const [row] = await context.db
    .select()
    .from(orders)
    .where(and(eq(orders.tenant, context.tenant.name), eq(orders.number, number)))
  return row
}

/** Identifies the orders of an account: those it placed, and those with its verified e-mail address. */
export interface OrderOwner {
  readonly owner: string
  /** In lower case. */
  readonly verifiedEmail: string | undefined
}

/** Returns one page of an account's orders, newest first, and their total. */
export async function findOrdersByOwner(
  context: Context,
  { owner, verifiedEmail }: OrderOwner,
  page: { offset: number; count: number },
): Promise<{ rows: OrderRow[]; total: number }> {
  const isOwned = and(eq(orders.tenant, context.tenant.name), hasOwner({ owner, verifiedEmail }))
  const rows = await context.db
    .select()
    .from(orders)
    .where(isOwned)
    .orderBy(desc(orders.createdOn), desc(orders.id))
    .offset(page.offset)
    .limit(page.count)
  const [counted] = await context.db.select({ total: count() }).from(orders).where(isOwned)
  return { rows, total: counted?.total ?? 0 }
}

/** Returns the items of an order, in the order of the cart. */
export function findOrderItems(context: Context, orderId: string): Promise<OrderItemRow[]> {
  return context.db
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.tenant, context.tenant.name), eq(orderItems.orderId, orderId)))
    .orderBy(asc(orderItems.position))
}

/** Returns the times at which orders were placed, by id. */
export async function findOrderTimes(
  context: Context,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (orderIds.length === 0) return new Map()
  const { id, createdOn, tenant } = orders
  const rows = await context.db
    .select({ id, createdOn })
    .from(orders)
    .where(and(eq(tenant, context.tenant.name), inArray(id, [...orderIds])))
  return new Map(rows.map((row) => [row.id, row.createdOn]))
}

/** Returns an item of any order of the tenant; undefined for an unknown id. */
export async function findOrderItem(context: Context, itemId: string): Promise<OrderItemRow | undefined> {
  const [row] = await context.db
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.tenant, context.tenant.name), eq(orderItems.id, itemId)))
  return row
}

/** Reads an order with a row lock until the transaction ends. */
export async function lockOrder(context: Context, orderId: string): Promise<OrderRow | undefined> {
  const [row] = await context.db.select().from(orders).where(whereOrder(context, orderId)).for('update')
  return row
}

/** Returns whether the files of an order may be delivered. */
export function isDelivered({ state, withdrawnOn }: Pick<OrderRow, 'state' | 'withdrawnOn'>): boolean {
  return state === 'Completed' && withdrawnOn === null
}

/**
 * Returns whether an item was paid before it could be delivered. Receipts of an earlier release stated all items of a pre-order
 * as prepaid.
 */
export function isPrepaid(
  { preorder }: Pick<OrderRow, 'preorder'>,
  { prepaid }: Pick<OrderItemRow, 'prepaid'>,
): boolean {
  return prepaid ?? preorder
}

/**
 * Marks an order as fully refunded, and the gifts that it paid for.
 *
 * @returns ids of the marked orders
 */
export async function markWithdrawn(context: Context, orderId: string): Promise<string[]> {
  const { tenant, id, giftOf } = orders
  const rows = await context.db
    .update(orders)
    .set({ withdrawnOn: context.now })
    .where(and(eq(tenant, context.tenant.name), or(eq(id, orderId), eq(giftOf, orderId))))
    .returning({ id })
  return rows.map((row) => row.id)
}

/** Returns whether an order has paid for gifts that are delivered. */
export async function hasGiftOrders(context: Context, orderId: string): Promise<boolean> {
  const rows = await context.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.tenant, context.tenant.name), eq(orders.giftOf, orderId)))
    .limit(1)
  return rows.length > 0
}

/** Returns ids of the orders of an event that were given to a device, oldest first. */
export async function findGiftsOfDevice(
  context: Context,
  { deviceHash, eventId }: { readonly deviceHash: string; readonly eventId: string },
): Promise<string[]> {
  const rows = await context.db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.tenant, context.tenant.name),
        eq(orders.deviceHash, deviceHash),
        eq(orders.eventId, eventId),
        isNotNull(orders.giftOf),
        eq(orders.state, 'Completed'),
        isNull(orders.withdrawnOn),
      ),
    )
    .orderBy(asc(orders.createdOn), asc(orders.id))
  return rows.map(({ id }) => id)
}

/** Returns e-mail address and language of the last order that a guest has paid for on a device; undefined without one. */
export async function findLastBuyer(
  context: Context,
  deviceHash: string,
): Promise<Pick<OrderRow, 'email' | 'language'> | undefined> {
  const { email, language } = orders
  const [row] = await context.db
    .select({ email, language })
    .from(orders)
    .where(
      and(
        eq(orders.tenant, context.tenant.name),
        eq(orders.deviceHash, deviceHash),
        isNull(orders.owner),
        isNull(orders.giftOf),
        eq(orders.state, 'Completed'),
      ),
    )
    .orderBy(desc(orders.createdOn))
    .limit(1)
  return row
}

/** Updates the state of an order. The caller must check that the current state allows it. */
export async function setOrderState(
  context: Context,
  orderId: string,
  values: Pick<OrderRow, 'state' | 'completedOn'>,
): Promise<void> {
  await context.db.update(orders).set(values).where(whereOrder(context, orderId))
}

/**
 * Adds photos to the known ones of a package, after those that concurrent searches have added meanwhile.
 *
 * @returns all known photos, in the order in which they were found
 */
export async function addPhotoIds(
  context: Context,
  item: Pick<OrderItemRow, 'id' | 'photoIds'>,
  photoIds: readonly string[],
): Promise<readonly string[]> {
  // One statement: a concurrent one waits for it and then sees its photos.
  const addedPhotoIds = sql`(
    select coalesce(jsonb_agg(found.id order by found.place), '[]'::jsonb)
    from jsonb_array_elements_text(${JSON.stringify(photoIds)}::jsonb) with ordinality as found(id, place)
    where not jsonb_exists(${orderItems.photoIds}, found.id))`
  const [row] = await context.db
    .update(orderItems)
    .set({ photoIds: sql`${orderItems.photoIds} || ${addedPhotoIds}` })
    .where(and(eq(orderItems.tenant, context.tenant.name), eq(orderItems.id, item.id)))
    .returning({ photoIds: orderItems.photoIds })
  return row?.photoIds ?? item.photoIds
}

/** Records how many photos of a package, from the first on, were announced. */
export async function setAnnouncedCount(
  context: Context,
  item: Pick<OrderItemRow, 'id' | 'firstCount'>,
  toldCount: number,
): Promise<void> {
  await context.db
    .update(orderItems)
    // A pre-order had no photos to announce at first.
    .set({ toldCount, firstCount: item.firstCount || toldCount })
    .where(and(eq(orderItems.tenant, context.tenant.name), eq(orderItems.id, item.id)))
}

/** Sets the e-mail address for letters of an order. Returns the order with its current state. */
export async function setEmail(
  context: Context,
  orderId: string,
  email: string,
): Promise<OrderRow | undefined> {
  const [row] = await context.db
    .update(orders)
    .set({ email, emailRefusedOn: null })
    .where(whereOrder(context, orderId))
    .returning()
  return row
}

/** Stores whether the relay refuses the address of an order, unless the address was corrected meanwhile. */
export async function setEmailRefused(context: Context, order: OrderRow, isRefused: boolean): Promise<void> {
  if (!isRefused && order.emailRefusedOn === null) return
  await context.db
    .update(orders)
    .set({ emailRefusedOn: isRefused ? context.now : null })
    .where(and(whereOrder(context, order.id), eq(orders.email, order.email)))
}

/**
 * Returns ids of the paid pre-orders that hold a package of an event, oldest first. The event of the order itself may be
 * another one: it is that of its first item.
 */
export async function findPreordersOfEvent(context: Context, eventId: string): Promise<string[]> {
  const rows = await context.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderItems, and(eq(orderItems.tenant, orders.tenant), eq(orderItems.orderId, orders.id)))
    .where(
      and(
        eq(orders.tenant, context.tenant.name),
        eq(orderItems.eventId, eventId),
        isNotNull(orderItems.subject),
        eq(orders.preorder, true),
        eq(orders.state, 'Completed'),
        isNull(orders.withdrawnOn),
      ),
    )
    .groupBy(orders.id)
    .orderBy(asc(orders.createdOn), asc(orders.id))
  return rows.map(({ id }) => id)
}

/** Returns the condition of an account's orders. */
export function hasOwner({ owner, verifiedEmail }: OrderOwner) {
  return verifiedEmail
    ? or(eq(orders.owner, owner), eq(sql`lower(${orders.email})`, verifiedEmail))
    : eq(orders.owner, owner)
}

/** Returns the condition of an order of the tenant by its id. */
export function whereOrder(context: Context, orderId: string) {
  return and(eq(orders.tenant, context.tenant.name), eq(orders.id, orderId))
}

/**
 * Returns whether a package of a delivered order searches for photos of an event by one of some selfies. Such a package may grow
 * as long as the selfie exists, see `scheduleSearches`.
 */
export async function isSelfieOfPackage(
  context: Context,
  eventId: string,
  selfieIds: readonly string[],
): Promise<boolean> {
  if (selfieIds.length === 0) return false
  const rows = await context.db
    .select({ id: orderItems.id })
    .from(orderItems)
    .innerJoin(orders, and(eq(orders.tenant, orderItems.tenant), eq(orders.id, orderItems.orderId)))
    .where(
      and(
        eq(orderItems.tenant, context.tenant.name),
        eq(orderItems.eventId, eventId),
        isNotNull(orderItems.subject),
        inArray(sql`${orderItems.subject}->>'selfieId'`, [...selfieIds]),
        eq(orders.state, 'Completed'),
        isNull(orders.withdrawnOn),
      ),
    )
    .limit(1)
  return rows.length > 0
}
