import { and, eq, like, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { foldText } from '../../platform/fold-text.ts'
import { refoldKey } from '../competitors/index.ts'
import { photoAnswers, photoShares } from './tables.ts'

/** Recomputes the surnames in the keys of answers and links. Returns how many keys and links have changed. */
export async function refoldAnswers(context: Context): Promise<number> {
  return (await refoldSubjects(context)) + (await refoldShares(context))
}

async function refoldSubjects({ db, tenant }: Context): Promise<number> {
  const { subject, eventId, photoId } = photoAnswers
  const isOfTenant = eq(photoAnswers.tenant, tenant.name)
  const keys = await db
    .selectDistinct({ subject })
    .from(photoAnswers)
    .where(and(isOfTenant, like(subject, 'surname:%')))
  let changed = 0
  for (const { subject: oldKey } of keys) {
    const newKey = refoldKey(oldKey)
    if (newKey === oldKey) continue
    // An answer under the new key was given later, so it wins.
    const isAnswered = sql`exists (
      select from photo_answers newer
      where newer.tenant = ${tenant.name} and newer.subject = ${newKey}
        and newer.event_id = ${eventId} and newer.photo_id = ${photoId})`
    await db
      .update(photoAnswers)
      .set({ subject: newKey })
      .where(and(isOfTenant, eq(subject, oldKey), sql`not ${isAnswered}`))
    changed++
  }
  return changed
}

async function refoldShares({ db, tenant }: Context): Promise<number> {
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
