import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { foldText } from '../../platform/fold-text.ts'
import { newId } from '../../platform/ids.ts'
import { photoShares } from './tables.ts'

export type ShareRow = typeof photoShares.$inferSelect

const lifetimeInMs = 30 * 24 * 3_600_000

/** Inserts a link to photos, valid for thirty days. */
export async function addShare(
  context: Context,
  share: Pick<ShareRow, 'eventId' | 'subject' | 'owner' | 'deviceHash' | 'number' | 'surname' | 'photoIds'>,
): Promise<ShareRow> {
  const { db, tenant, now } = context
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

/** Returns a link to photos of an event that has not expired. */
export async function findShareOfEvent(
  context: Context,
  eventId: string,
  shareId: string,
): Promise<ShareRow | undefined> {
  const share = await findShare(context, shareId)
  return share?.eventId === eventId ? share : undefined
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

/** Deletes links that have expired. */
export async function purgeShares({ db, tenant, now }: Context): Promise<void> {
  await db
    .delete(photoShares)
    .where(and(eq(photoShares.tenant, tenant.name), lte(photoShares.expiresOn, now)))
}

/** Returns the names of all tenants with links, also of removed ones. */
export async function listTenantsOfShares({ db }: Context): Promise<string[]> {
  const rows = await db.selectDistinct({ tenant: photoShares.tenant }).from(photoShares)
  return rows.map(({ tenant }) => tenant)
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

/**
 * Recomputes the surnames of links and of their owners. Returns how many links have changed.
 *
 * @param refoldKey folds the surname in the key of an owner
 */
export async function refoldShares(
  { db, tenant }: Context,
  refoldKey: (key: string) => string,
): Promise<number> {
  const { id, owner, surname } = photoShares
  const rows = await db
    .select({ id, owner, surname })
    .from(photoShares)
    .where(eq(photoShares.tenant, tenant.name))
  let changed = 0
  for (const row of rows) {
    const updated = {
      owner: row.owner === null ? null : refoldKey(row.owner),
      surname: row.surname === null ? null : foldText(row.surname),
    }
    if (updated.owner === row.owner && updated.surname === row.surname) continue
    await db.update(photoShares).set(updated).where(eq(id, row.id))
    changed++
  }
  return changed
}
