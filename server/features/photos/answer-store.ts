import { and, eq, lt, or } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { toAnswersKey } from '../competitors/index.ts'
import { deleteShares } from '../shares/index.ts'
import { photoAnswers } from './tables.ts'

/** Describes a runner's answer about a photo. */
export interface Answer {
  readonly eventId: string
  /** From `toAnswersKey`. */
  readonly subject: string
  readonly photoId: string
  readonly itIsMe: boolean
}

/**
 * Returns the answers of a subject, by photo id.
 *
 * @param subject from `toAnswersKey`
 * @param deniedBefore denials of this moment and later are left out; absent: all count
 */
export async function findAnswers(
  context: Context,
  eventId: string,
  subject: string,
  deniedBefore?: Date,
): Promise<Map<string, boolean>> {
  const rows = await context.db
    .select({ photoId: photoAnswers.photoId, itIsMe: photoAnswers.itIsMe })
    .from(photoAnswers)
    .where(
      and(
        eq(photoAnswers.tenant, context.tenant.name),
        eq(photoAnswers.eventId, eventId),
        eq(photoAnswers.subject, subject),
        deniedBefore && or(photoAnswers.itIsMe, lt(photoAnswers.answeredOn, deniedBefore)),
      ),
    )
  return new Map(rows.map((row) => [row.photoId, row.itIsMe]))
}

/** Upserts an answer. */
export async function saveAnswer(context: Context, answer: Answer): Promise<void> {
  const values = { itIsMe: answer.itIsMe, answeredOn: context.now }
  await context.db
    .insert(photoAnswers)
    .values({ tenant: context.tenant.name, ...answer, ...values })
    .onConflictDoUpdate({
      target: [photoAnswers.tenant, photoAnswers.eventId, photoAnswers.subject, photoAnswers.photoId],
      set: values,
    })
}

/**
 * Returns the key of the answers of a runner who was found by face, for the next selfie on the same device. It differs from
 * that of a search by number and of other devices, because a picture of the runner does not prove identity.
 */
export const toBibAnswersKey = (number: string, device: string): string => `wearer:${number}@${device}`

/** Deletes an answer. */
export async function deleteAnswer(context: Context, answer: Omit<Answer, 'itIsMe'>): Promise<void> {
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
 * Deletes all answers of a person who was found by face. Unless the selfie has merely expired, also deletes the person's share
 * links. Answers stored for a start number stay: they contain no data of a face.
 */
export async function deletePersonData(
  context: Context,
  personId: string,
  reason?: 'expired',
): Promise<void> {
  const subject = toAnswersKey({ kind: 'face', selfieId: '', personId })
  if (subject === undefined) return
  await context.db
    .delete(photoAnswers)
    .where(and(eq(photoAnswers.tenant, context.tenant.name), eq(photoAnswers.subject, subject)))
  if (reason !== 'expired') await deleteShares(context, subject)
}
