import { selfies } from '../../lib/memory/index.ts'
import { type Bodies, outbox } from '../../lib/outbox/index.ts'
import { sendForgetting } from '../../lib/outbox/senders/forget-selfie.ts'
import { connectionNow } from '../../platform/offline/index.ts'
import { endSearch } from '../../platform/search-token/index.ts'
import { eventSearch } from '../../platform/storage/index.ts'
import { withdrawConsent } from './consent.ts'
import type { StoredSelfie } from './status.ts'
import { toLane } from './store-selfie.ts'
import { readStoredSelfies } from './stored-selfies.ts'
import { deleteWaitingSelfie } from './waiting.ts'

/** Describes where a selfie was deleted; on this device in any case. */
export type Forgotten =
  /** The service has confirmed the deletion. */
  | 'everywhere'
  /** The request is queued until the service can be reached. */
  | 'here'
  /** The service could not be reached, and this device cannot store the request. */
  | 'untold'

type SelfieToForget = Bodies['selfie.forget']

const patienceInMs = 10_000

/**
 * Deletes all selfies of an event and the search results based on them. With the last selfie the consent is withdrawn too.
 *
 * @returns after the local deletion, a function that waits for the answer of the service
 */
export async function forgetSelfies(eventId: string): Promise<() => Promise<Forgotten>> {
  const all = (await selfies.entries().catch(() => [])).map(([, record]) => record)
  const ofEvent = all.filter((record) => record.eventId === eventId)
  // queued before the local deletion: if the page dies now, the service still receives the request
  const told = await Promise.all(selfiesToForget(eventId, ofEvent).map(tellService))
  for (const { id } of ofEvent) {
    await outbox.drop(id)
    await selfies.remove(id)
  }
  await deleteWaitingSelfie(eventId)
  forgetSearch(eventId)
  if (all.length === ofEvent.length) withdrawConsent()
  await readStoredSelfies()
  return async () => chooseWorst(await Promise.all(told.map((answer) => answer())))
}

function chooseWorst(answers: readonly Forgotten[]): Forgotten {
  return (['untold', 'here'] as const).find((each) => answers.includes(each)) ?? 'everywhere'
}

/** Deletes the face search of an event. A search by number or name does not use the face and stays. */
function forgetSearch(eventId: string): void {
  const search = eventSearch(eventId)
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

function selfiesToForget(eventId: string, records: readonly StoredSelfie[]): SelfieToForget[] {
  const search = eventSearch(eventId)
  const last = search.last.read()
  const selfiesSent: SelfieToForget[] = records.map(({ id, selfie }) => ({
    sentAs: id,
    selfieId: selfie?.selfieId,
  }))
  for (const selfieId of new Set([search.selfieId.read(), last?.by === 'face' ? last.selfieId : null])) {
    if (selfieId && !selfiesSent.some((selfieToForget) => selfieToForget.selfieId === selfieId))
      selfiesSent.push({ selfieId })
  }
  return selfiesSent
}

/** Queues the request in the outbox. @returns a function that waits for the answer */
async function tellService(selfieToForget: SelfieToForget): Promise<() => Promise<Forgotten>> {
  try {
    const { id } = await outbox.put(
      'selfie.forget',
      toLane(selfieToForget.sentAs ?? selfieToForget.selfieId ?? ''),
      selfieToForget,
    )
    return () => answerTo(id)
  } catch {
    return () => tellDirectly(selfieToForget)
  }
}

async function answerTo(id: string): Promise<Forgotten> {
  if (connectionNow() === 'offline') return 'here'
  const outcome = await outbox.waitForOutcome(id, AbortSignal.timeout(patienceInMs)).catch(() => undefined)
  return outcome?.type === 'done' ? 'everywhere' : 'here'
}

async function tellDirectly(body: SelfieToForget): Promise<Forgotten> {
  try {
    const entry = { id: '', kind: 'selfie.forget', lane: '', body, putOn: 0, tries: 0, notBefore: 0 } as const
    await sendForgetting(entry, { signal: AbortSignal.timeout(patienceInMs), onProgress: () => {} })
    return 'everywhere'
  } catch {
    return 'untold'
  }
}
