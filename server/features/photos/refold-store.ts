import { and, eq, like, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { refoldKey } from '../competitors/index.ts'
import { refoldShares } from '../shares/index.ts'
import { photoAnswers } from './tables.ts'

/**
 * Recomputes folded surnames in the keys of “this is me” answers and in share links, after a change of `foldText`. Returns
 * how many have changed.
 */
export async function refoldSurnameKeys(context: Context): Promise<number> {
  return (await refoldSubjects(context)) + (await refoldShares(context, refoldKey))
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
