import * as z from 'zod/mini'
import type { Event } from '../../../contract/events.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { randomId } from '../../lib/random-id.ts'
import { type Persisted, persisted } from '../../platform/storage/index.ts'
import { deleteWaitingSelfie } from '../selfie/index.ts'

/** Describes a photo alert requested on this device. */
const PhotoAlert = z.object({
  alertId: z.string(),
  number: z.optional(z.string()),
  /** The recipient of the e-mail. Without it, the alert is a notification on this device. */
  email: z.optional(z.string()),
})
export type PhotoAlert = z.infer<typeof PhotoAlert>

const alerts = new Map<string, Persisted<PhotoAlert | null>>()

/** Returns the alert of an event; null where none was requested. */
export function getPersistedAlert(eventId: string): Persisted<PhotoAlert | null> {
  const persistedAlert =
    alerts.get(eventId) ??
    persisted({ key: `alert.${eventId}`, schema: z.nullable(PhotoAlert), initial: null })
  alerts.set(eventId, persistedAlert)
  return persistedAlert
}

const toLane = (alertId: string) => `alert:${alertId}`

/** Drops earlier requests for the alert that were not sent yet. */
async function dropUnsentRequests(alertId: string): Promise<void> {
  for (const entry of await outbox.entries())
    if (entry.lane === toLane(alertId) && entry.kind === 'alert.set') await outbox.drop(entry.id)
}

/**
 * Creates or changes the alert of an event. It is queued, and sent as soon as there is a network.
 *
 * @throws ApiError DeviceFull, MemoryLost
 */
export async function setAlert(
  { eventId }: Pick<Event, 'eventId'>,
  input: Omit<PhotoAlert, 'alertId'>,
): Promise<void> {
  const alertId = getPersistedAlert(eventId).read()?.alertId ?? randomId()
  await dropUnsentRequests(alertId)
  const push = input.email === undefined
  await outbox.put('alert.set', toLane(alertId), { alertId, eventId, ...input, ...(push && { push }) })
  getPersistedAlert(eventId).write({ alertId, ...input })
}

/**
 * Cancels the alert of an event and deletes the selfie stored for its photos.
 *
 * @throws ApiError DeviceFull, MemoryLost
 */
export async function cancelAlert({ eventId }: Pick<Event, 'eventId'>): Promise<void> {
  const alertId = getPersistedAlert(eventId).read()?.alertId
  await deleteWaitingSelfie(eventId)
  if (alertId === undefined) return
  await dropUnsentRequests(alertId)
  // the service may have the alert although its answer was lost
  await outbox.put('alert.cancel', toLane(alertId), { alertId })
  getPersistedAlert(eventId).remove()
}
