import { and, desc, eq, exists, gt, inArray, lte, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Context } from '../../../platform/context.ts'
import type { Identity } from '../../identity/index.ts'
import { hasOwner, whereOrder } from '../store.ts'
import { orderDevices, orderReturns, orders } from '../tables.ts'

/** Proofs of a caller that open orders. */
interface OrderProof {
  readonly identity?: Identity | undefined
  /** Hash of the device key that the caller sent. */
  readonly deviceHash?: string | undefined
}

/** Returns the ids of the orders that a caller may open, by a proof or because their id alone opens them. */
export async function findAccessibleOrders(
  context: Context,
  orderIds: readonly string[],
  { identity, deviceHash }: OrderProof,
): Promise<string[]> {
  if (orderIds.length === 0) return []
  const rows = await context.db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.tenant, context.tenant.name),
        inArray(orders.id, [...orderIds]),
        or(
          ne(orders.access, 'Closed'),
          deviceHash === undefined ? undefined : hasDevice(context, deviceHash),
          identity && hasOwner({ owner: identity.subject, verifiedEmail: identity.verifiedEmail }),
        ),
      ),
    )
  return rows.map(({ id }) => id)
}

/** Returns whether a caller has a proof for an order. Without one, the id alone may still open it. */
export async function isOrderProven(
  context: Context,
  orderId: string,
  { identity, deviceHash }: OrderProof,
): Promise<boolean> {
  const proofs = [
    ...(deviceHash === undefined ? [] : [hasDevice(context, deviceHash)]),
    ...(identity ? [hasOwner({ owner: identity.subject, verifiedEmail: identity.verifiedEmail })] : []),
  ]
  if (proofs.length === 0) return false
  const rows = await context.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(whereOrder(context, orderId), or(...proofs)))
  return rows.length > 0
}

/** Requires a proof for an order from now on, if it was unclaimed. */
export async function claimOrder(context: Context, orderId: string): Promise<void> {
  await context.db
    .update(orders)
    .set({ access: 'Closed' })
    .where(and(whereOrder(context, orderId), eq(orders.access, 'Unclaimed')))
}

const maxDevices = 50

/** Gives a further device access to an order; idempotent. Of more than fifty devices, the latest keep it. */
export async function addDevice(context: Context, orderId: string, deviceHash: string): Promise<void> {
  const { tenant, addedOn } = orderDevices
  await context.db
    .insert(orderDevices)
    .values({ tenant: context.tenant.name, orderId, deviceHash, addedOn: context.now })
    .onConflictDoUpdate({
      target: [tenant, orderDevices.orderId, orderDevices.deviceHash],
      set: { addedOn: context.now },
    })
  const isOfOrder = and(eq(tenant, context.tenant.name), eq(orderDevices.orderId, orderId))
  const latestDevices = await context.db
    .select({ hash: orderDevices.deviceHash })
    .from(orderDevices)
    .where(isOfOrder)
    .orderBy(desc(addedOn))
    .limit(maxDevices)
  if (latestDevices.length < maxDevices) return
  const hashes = latestDevices.map(({ hash }) => hash)
  await context.db.delete(orderDevices).where(and(isOfOrder, notInArray(orderDevices.deviceHash, hashes)))
}

/** Upserts a return from the bank, by the hash of its name. */
export async function writeReturn(
  context: Context,
  row: Omit<typeof orderReturns.$inferSelect, 'tenant'>,
): Promise<void> {
  await context.db
    .insert(orderReturns)
    .values({ ...row, tenant: context.tenant.name })
    .onConflictDoUpdate({ target: orderReturns.hash, set: { expiresOn: row.expiresOn } })
}

/** Deletes a return and gives its order's id to one caller only; undefined when used or expired. */
export async function consumeReturn(context: Context, hash: string): Promise<string | undefined> {
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

/** Deletes expired returns. */
export async function deleteExpiredReturns(context: Context): Promise<void> {
  await context.db
    .delete(orderReturns)
    .where(and(eq(orderReturns.tenant, context.tenant.name), lte(orderReturns.expiresOn, context.now)))
}

function hasDevice({ db }: Context, deviceHash: string) {
  const otherDevices = db
    .select({ found: sql`1` })
    .from(orderDevices)
    .where(
      and(
        eq(orderDevices.tenant, orders.tenant),
        eq(orderDevices.orderId, orders.id),
        eq(orderDevices.deviceHash, deviceHash),
      ),
    )
  return or(eq(orders.deviceHash, deviceHash), exists(otherDevices))
}
