import { selfies } from '../../../lib/memory/index.ts'
import { outbox } from '../../../lib/outbox/index.ts'
import { getConnection } from '../../../platform/offline/index.ts'
import { endSearch } from '../../../platform/search-token/index.ts'
import { getEventSearch } from '../../../platform/storage/index.ts'
import { withdrawConsent } from '../consent.ts'
import { deleteAtService, type SelfieReference } from '../sync/delete-at-service.ts'
import { toSelfieLane } from '../upload/store-selfie.ts'
import { deleteWaitingSelfie } from '../upload/waiting-selfie.ts'
import type { StoredSelfie } from './status.ts'
import { readStoredSelfies } from './stored-selfies.ts'

/** Describes where a selfie was deleted; on this device in any case. */
export type DeletionOutcome =
  /** The service has confirmed the deletion. */
  | 'everywhere'
  /** The request is queued until the service can be reached. */
  | 'here'
  /** The service could not be reached, and this device cannot store the request. */
  | 'untold'

const answerTimeoutInMs = 10_000

/**
 * Deletes all selfies of an event and the search results based on them. With the last selfie the consent is withdrawn too.
 *
 * @returns after the local deletion, a function that waits for the answer of the service
 */
export async function deleteEventSelfies(eventId: string): Promise<() => Promise<DeletionOutcome>> {
  const allRecords = (await selfies.entries().catch(() => [])).map(([, record]) => record)
  const eventRecords = allRecords.filter((record) => record.eventId === eventId)
  // queued before the local deletion: if the page dies now, the service still receives the request
  const answers = await Promise.all(listSelfiesToDelete(eventId, eventRecords).map(enqueueDeletion))
  for (const { id } of eventRecords) {
    await outbox.drop(id)
    await selfies.remove(id)
  }
  await deleteWaitingSelfie(eventId)
  deleteFaceSearch(eventId)
  if (allRecords.length === eventRecords.length) withdrawConsent()
  await readStoredSelfies()
  return async () => chooseWorstOutcome(await Promise.all(answers.map((waitForAnswer) => waitForAnswer())))
}

function chooseWorstOutcome(answers: readonly DeletionOutcome[]): DeletionOutcome {
  return (['untold', 'here'] as const).find((each) => answers.includes(each)) ?? 'everywhere'
}

/** Deletes the face search of an event. A search by number or name does not use the face and stays. */
function deleteFaceSearch(eventId: string): void {
  const search = getEventSearch(eventId)
  const last = search.last.read()
  if (last === null || last.by === 'face') {
    endSearch(eventId)
    search.found.remove()
    search.seen.remove()
  }
  search.people.remove()
  search.share.remove()
  search.selfieId.remove()
}

function listSelfiesToDelete(eventId: string, records: readonly StoredSelfie[]): SelfieReference[] {
  const search = getEventSearch(eventId)
  const last = search.last.read()
  const selfiesToDelete: SelfieReference[] = records.map(({ id, selfie }) => ({
    sentAs: id,
    selfieId: selfie?.selfieId,
  }))
  for (const selfieId of new Set([search.selfieId.read(), last?.by === 'face' ? last.selfieId : null])) {
    if (selfieId && !selfiesToDelete.some((selfieToDelete) => selfieToDelete.selfieId === selfieId))
      selfiesToDelete.push({ selfieId })
  }
  return selfiesToDelete
}

/** Queues the request in the outbox. @returns a function that waits for the answer */
async function enqueueDeletion(selfieToDelete: SelfieReference): Promise<() => Promise<DeletionOutcome>> {
  try {
    const { id } = await outbox.put(
      'selfie.forget',
      toSelfieLane(selfieToDelete.sentAs ?? selfieToDelete.selfieId ?? ''),
      selfieToDelete,
    )
    return () => waitForDeletion(id)
  } catch {
    return () => sendDeletion(selfieToDelete)
  }
}

async function waitForDeletion(id: string): Promise<DeletionOutcome> {
  if (getConnection() === 'offline') return 'here'
  const outcome = await outbox
    .waitForOutcome(id, AbortSignal.timeout(answerTimeoutInMs))
    .catch(() => undefined)
  return outcome?.type === 'done' ? 'everywhere' : 'here'
}

async function sendDeletion(selfie: SelfieReference): Promise<DeletionOutcome> {
  try {
    await deleteAtService(selfie, AbortSignal.timeout(answerTimeoutInMs))
    return 'everywhere'
  } catch {
    return 'untold'
  }
}
