import { and, eq } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { answerKeyOf } from '../competitors/index.ts'
import { forgetSharesOf } from './share-store.ts'
import { photoAnswers } from './tables.ts'

/** What a subject has said of photos, by photo id. @param subject from `answerKeyOf` */
export async function answersOf(
  context: Context,
  eventId: string,
  subject: string,
): Promise<Map<string, boolean>> {
  const rows = await context.db
    .select({ photoId: photoAnswers.photoId, itIsMe: photoAnswers.itIsMe })
    .from(photoAnswers)
    .where(
      and(
        eq(photoAnswers.tenant, context.tenant.name),
        eq(photoAnswers.eventId, eventId),
        eq(photoAnswers.subject, subject),
      ),
    )
  return new Map(rows.map((row) => [row.photoId, row.itIsMe]))
}

/** Writes an answer, in place of an earlier one. */
export async function saveAnswer(
  context: Context,
  answer: { eventId: string; subject: string; photoId: string; itIsMe: boolean },
): Promise<void> {
  const said = { itIsMe: answer.itIsMe, answeredOn: context.now }
  await context.db
    .insert(photoAnswers)
    .values({ tenant: context.tenant.name, ...answer, ...said })
    .onConflictDoUpdate({
      target: [photoAnswers.tenant, photoAnswers.eventId, photoAnswers.subject, photoAnswers.photoId],
      set: said,
    })
}

/**
 * Forgets everything a person who was found by face has said, and unless her selfie has merely run out, the links
 * under which she shows her photos.
 */
export async function forgetPerson(context: Context, personId: string, because?: 'expired'): Promise<void> {
  const subject = answerKeyOf({ kind: 'face', selfieId: '', personId })
  if (subject === undefined) return
  await context.db
    .delete(photoAnswers)
    .where(and(eq(photoAnswers.tenant, context.tenant.name), eq(photoAnswers.subject, subject)))
  if (because !== 'expired') await forgetSharesOf(context, subject)
}
