import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { toPersonKey } from '../competitors/index.ts'
import { orderItems, orders } from '../orders/tables.ts'
import { photoShares } from './tables.ts'

export type ShareRow = typeof photoShares.$inferSelect

const lifetimeInMs = 30 * 24 * 3_600_000

/** Inserts a link to photos, valid for thirty days. Deletes expired links of the tenant. */
export async function addShare(
  context: Context,
  share: Pick<ShareRow, 'eventId' | 'subject' | 'owner' | 'number' | 'surname' | 'photoIds'>,
): Promise<ShareRow> {
  const { db, tenant, now } = context
  await db.delete(photoShares).where(and(eq(photoShares.tenant, tenant.name), lt(photoShares.expiresOn, now)))
  const expiresOn = new Date(now.getTime() + lifetimeInMs)
  const [row] = await db
    .insert(photoShares)
    .values({ ...share, id: newId(), tenant: tenant.name, createdOn: now, expiresOn })
    .returning()
  if (!row) throw new Error('The link was not written')
  return row
}

/** Returns a link that has not expired. */
export async function findShare(context: Context, shareId: string): Promise<ShareRow | undefined> {
  const [row] = await context.db
    .select()
    .from(photoShares)
    .where(
      and(
        eq(photoShares.tenant, context.tenant.name),
        eq(photoShares.id, shareId),
        gt(photoShares.expiresOn, context.now),
      ),
    )
  return row
}

/** Deletes a link; has no effect when it is gone. */
export async function deleteShare(context: Context, shareId: string): Promise<void> {
  await context.db
    .delete(photoShares)
    .where(and(eq(photoShares.tenant, context.tenant.name), eq(photoShares.id, shareId)))
}

/** Revokes all links of an owner. @param owner from `toAnswersKey` */
export async function deleteShares(context: Context, owner: string): Promise<void> {
  await context.db
    .delete(photoShares)
    .where(and(eq(photoShares.tenant, context.tenant.name), eq(photoShares.owner, owner)))
}

/** Removes a photo from the links of a caller who denied it. @param photo `subject` from `toAnswersKey` */
export async function removeFromShares(
  context: Context,
  photo: { eventId: string; subject: string; photoId: string },
): Promise<void> {
  await context.db
    .update(photoShares)
    .set({ photoIds: sql`${photoShares.photoIds} - ${photo.photoId}::text` })
    .where(
      and(
        eq(photoShares.tenant, context.tenant.name),
        eq(photoShares.eventId, photo.eventId),
        eq(photoShares.owner, photo.subject),
      ),
    )
}

/** Returns whether a paid package of the same runner, without a frame, holds all photos of a link. */
export async function isPackageBought(
  context: Context,
  { eventId, subject }: Pick<ShareRow, 'eventId' | 'subject'>,
  photoIds: readonly string[],
): Promise<boolean> {
  if (photoIds.length === 0) return false
  const rows = await context.db
    .select({ subject: orderItems.subject })
    .from(orderItems)
    .innerJoin(orders, and(eq(orders.tenant, orderItems.tenant), eq(orders.id, orderItems.orderId)))
    .where(
      and(
        eq(orderItems.tenant, context.tenant.name),
        eq(orderItems.eventId, eventId),
        isNotNull(orderItems.subject),
        isNull(orderItems.frameId),
        sql`${orderItems.photoIds} @> ${JSON.stringify(photoIds)}::jsonb`,
        eq(orders.state, 'Completed'),
        isNull(orders.withdrawnOn),
      ),
    )
  return rows.some((row) => row.subject !== null && toPersonKey(row.subject) === subject)
}
