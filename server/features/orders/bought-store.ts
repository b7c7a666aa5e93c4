import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { toPersonKey } from '../competitors/index.ts'
import type { OrderItemRow, OrderRow } from './store.ts'
import { orderItems, orders } from './tables.ts'

/** Identifies the orders of one buyer: by their ids, the account or the device that placed them, or an e-mail address. */
export interface BuyerFilter {
  readonly orderIds?: readonly string[]
  readonly owner?: string | null
  /** Hash of the device key. Orders that an account placed on the device are excluded: it may be signed out. */
  readonly deviceHash?: string | undefined
  /** In any case. */
  readonly email?: string
}

/** Returns items of a buyer's orders of some events that are paid and not fully refunded, without those given to others. */
export async function findBoughtItems(
  context: Context,
  eventIds: readonly string[],
  { orderIds = [], owner, deviceHash, email }: BuyerFilter,
): Promise<{ item: OrderItemRow; order: Pick<OrderRow, 'id' | 'invoiceId' | 'totalAmount'> }[]> {
  const buyers = [
    ...(orderIds.length > 0 ? [inArray(orders.id, [...orderIds])] : []),
    ...(owner ? [eq(orders.owner, owner)] : []),
    ...(deviceHash === undefined ? [] : [and(eq(orders.deviceHash, deviceHash), isNull(orders.owner))]),
    ...(email === undefined ? [] : [eq(sql`lower(${orders.email})`, email.toLowerCase())]),
  ]
  if (eventIds.length === 0 || buyers.length === 0) return []
  const { id, invoiceId, totalAmount } = orders
  return context.db
    .select({ item: orderItems, order: { id, invoiceId, totalAmount } })
    .from(orders)
    .innerJoin(orderItems, and(eq(orderItems.tenant, orders.tenant), eq(orderItems.orderId, orders.id)))
    .where(
      and(
        eq(orders.tenant, context.tenant.name),
        eq(orders.state, 'Completed'),
        isNull(orders.withdrawnOn),
        isNull(orderItems.giftShareId),
        inArray(orderItems.eventId, [...eventIds]),
        or(...buyers),
      ),
    )
    .orderBy(asc(orders.createdOn), asc(orderItems.position))
}

/** Returns the photos of an event that a buyer has paid for without a frame, one by one or in a package. */
export async function findBoughtPhotoIds(
  context: Context,
  eventId: string,
  buyer: BuyerFilter,
): Promise<ReadonlySet<string>> {
  const bought = await findBoughtItems(context, [eventId], buyer)
  return new Set(
    bought
      .filter(({ item }) => item.frameId === null)
      .flatMap(({ item: { photoId, photoIds } }) => (photoId === null ? photoIds : [photoId])),
  )
}

/**
 * Returns whether a paid package of a person, without a frame, holds all of some photos, or the orders of the person's device do.
 *
 * @param owner.person from `toPersonKey`
 */
export async function arePhotosBought(
  context: Context,
  owner: { readonly eventId: string; readonly person: string; readonly deviceHash: string | null },
  photoIds: readonly string[],
): Promise<boolean> {
  if (photoIds.length === 0) return false
  const { eventId, deviceHash } = owner
  if (deviceHash !== null) {
    const boughtIds = await findBoughtPhotoIds(context, eventId, { deviceHash })
    if (photoIds.every((photoId) => boughtIds.has(photoId))) return true
  }
  const rows = await context.db
    .select({ subject: orderItems.subject })
    .from(orderItems)
    .innerJoin(orders, and(eq(orders.tenant, orderItems.tenant), eq(orders.id, orderItems.orderId)))
    .where(
      and(
        eq(orderItems.tenant, context.tenant.name),
        eq(orderItems.eventId, owner.eventId),
        isNotNull(orderItems.subject),
        isNull(orderItems.frameId),
        sql`${orderItems.photoIds} @> ${JSON.stringify(photoIds)}::jsonb`,
        eq(orders.state, 'Completed'),
        isNull(orders.withdrawnOn),
      ),
    )
  return rows.some((row) => row.subject !== null && toPersonKey(row.subject) === owner.person)
}
