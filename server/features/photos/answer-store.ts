import { and, eq } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { answerKeyOf } from '../competitors/index.ts'
import { forgetSharesOf } from './share-store.ts'
import { photoAnswers } from './tables.ts'

/** What somebody has said of a photo. */
export interface Answer {
  readonly eventId: string
  /** From `answerKeyOf`. */
  readonly subject: string
  readonly photoId: string
  readonly itIsMe: boolean
}

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
export async function saveAnswer(context: Context, answer: Answer): Promise<void> {
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
 * Under which name is kept what a runner who was found by face has said, for her next selfie. Not that of who searches by
 * the start number: anybody may, and would take photos away from her.
 */
export const keyOfWearer = (number: string): string => `wearer:${number}`

/** Takes an answer back, as if nothing had been said. */
export async function dropAnswer(context: Context, answer: Omit<Answer, 'itIsMe'>): Promise<void> {
  await context.db
    .delete(photoAnswers)
    .where(
      and(
        eq(photoAnswers.tenant, context.tenant.name),
        eq(photoAnswers.eventId, answer.eventId),
        eq(photoAnswers.subject, answer.subject),
        eq(photoAnswers.photoId, answer.photoId),
      ),
    )
}

/**
 * Forgets everything a person who was found by face has said, and unless her selfie has merely run out, the links
 * under which she shows her photos. What is kept for the wearer of a start number stays: it says nothing of a face.
 */
export async function forgetPerson(context: Context, personId: string, because?: 'expired'): Promise<void> {
  const subject = answerKeyOf({ kind: 'face', selfieId: '', personId })
  if (subject === undefined) return
  await context.db
    .delete(photoAnswers)
    .where(and(eq(photoAnswers.tenant, context.tenant.name), eq(photoAnswers.subject, subject)))
  if (because !== 'expired') await forgetSharesOf(context, subject)
}
