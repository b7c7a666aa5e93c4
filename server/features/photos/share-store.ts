import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { photoShares } from './tables.ts'

export type ShareRow = typeof photoShares.$inferSelect

const lifetimeInMs = 30 * 24 * 3_600_000

/** Writes a link to photos, good for thirty days; those of the tenant that have run out go. */
export async function addShare(
  context: Context,
  share: Pick<ShareRow, 'eventId' | 'subject' | 'number' | 'surname' | 'photoIds'>,
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

/** A link that has not run out. */
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

/** Ends a link to somebody’s photos; nothing when it has ended. */
export async function forgetShare(context: Context, shareId: string): Promise<void> {
  await context.db
    .delete(photoShares)
    .where(and(eq(photoShares.tenant, context.tenant.name), eq(photoShares.id, shareId)))
}

/** Forgets all links to somebody's photos. @param subject from `answerKeyOf` */
export async function forgetSharesOf(context: Context, subject: string): Promise<void> {
  await context.db
    .delete(photoShares)
    .where(and(eq(photoShares.tenant, context.tenant.name), eq(photoShares.subject, subject)))
}

/** Takes a photo out of the links of somebody who said that it does not show her. */
export async function unshare(
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
        eq(photoShares.subject, photo.subject),
      ),
    )
}
