import type * as z from 'zod/mini'
import { normalizeBib } from '../../../contract/bib.ts'
import { alertStorageInDays, type setPhotoAlert } from '../../../contract/push.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { findCallCount } from '../../platform/http/limit-calls.ts'
import { Failure } from '../../platform/http/problem.ts'
import { enqueueDaily } from '../../platform/jobs/daily.ts'
import { findEvent } from '../events/index.ts'
import { countPendingAlerts, deleteOldAlerts, hasAlerts, lockEmail, writeAlert } from './alert-store.ts'
import { getAlertLetterSubject, schedulePhotoNotification } from './notify.ts'
import { upsertSubscription } from './store.ts'

const dayInMs = 24 * 60 * 60_000
/**
 * Limits the alerts of an e-mail address, pending ones and those mailed within a day together: enough for a runner's upcoming
 * races. A higher limit would allow flooding another person's mailbox.
 */
const maxPerEmail = 10
const retryAfterInSeconds = 3600

export const purgeJob = 'push.purge-alerts'

type Body = z.infer<typeof setPhotoAlert.body>

/**
 * Stores a photo alert. If there are photos already, it is sent soon.
 *
 * @param subscriptionKeys validated keys of the subscription, if there is one
 * @throws Failure EventNotFound, BibInvalid; TooManyRequests when too many alerts of the address are pending or were mailed
 */
export async function receiveAlert(
  context: Context,
  id: string,
  input: Omit<Body, 'subscription'>,
  subscriptionKeys: { endpoint: string; p256dh: string; auth: string } | undefined,
): Promise<void> {
  const event = await findEvent(context, input.eventId)
  if (event?.state !== 'Published') throw new Failure('EventNotFound')
  const number = input.number === undefined ? null : normalizeBib(input.number)
  if (number === undefined) throw new Failure('BibInvalid')
  const email = input.email?.toLowerCase() ?? null
  await inTransaction(context, async (transaction) => {
    if (email !== null) await requireFewAlerts(transaction, email, id)
    const subscriptionId = subscriptionKeys
      ? await upsertSubscription(transaction, subscriptionKeys, [])
      : null
    await writeAlert(transaction, { id, eventId: event.id, number, email, subscriptionId })
  })
  await scheduleAlertPurge(context)
  await schedulePhotoNotification(context, event.id, context.now)
}

/** Checks the limit of an e-mail address. Concurrent calls of the address wait until the transaction ends. */
async function requireFewAlerts(transaction: Context, email: string, exceptId: string): Promise<void> {
  await lockEmail(transaction, email)
  const pendingCount = await countPendingAlerts(transaction, email, exceptId)
  // counted apart from the alerts: their devices can delete and replace them
  const mailedCount = await findCallCount(transaction, getAlertLetterSubject(email))
  if (pendingCount + mailedCount >= maxPerEmail) throw new Failure('TooManyRequests', { retryAfterInSeconds })
}

/** Enqueues the purge of the next day. There is one purge per day while there are alerts. */
async function scheduleAlertPurge(context: Context): Promise<void> {
  await enqueueDaily(context, purgeJob)
}

/** Deletes alerts 30 days after their event. */
export function purgeAlerts(context: Context): Promise<void> {
  return deleteOldAlerts(context, new Date(context.now.getTime() - alertStorageInDays * dayInMs))
}

/** Deletes old alerts, and schedules the next purge while there are others. Runs as a job. */
export async function purgeAndReschedule(context: Context): Promise<void> {
  await purgeAlerts(context)
  if (await hasAlerts(context)) await scheduleAlertPurge(context)
}
