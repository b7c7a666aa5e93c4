import { selfies } from '../../lib/memory/index.ts'
import { type Bodies, outbox } from '../../lib/outbox/index.ts'
import { sendForgetting } from '../../lib/outbox/senders/forget-selfie.ts'
import { connectionNow } from '../../platform/offline/index.ts'
import { endSearch } from '../../platform/search-token/index.ts'
import { eventSearch } from '../../platform/storage/index.ts'
import { withdrawConsent } from './consent.ts'
import { laneOf } from './keep.ts'
import { readKeptSelfies } from './kept-selfies.ts'
import type { KeptSelfie } from './place.ts'

/** How far a selfie is forgotten: here it always is. */
export type Forgotten =
  /** The service has confirmed it. */
  | 'everywhere'
  /** The service will hear of it as soon as it can be reached. */
  | 'here'
  /** The service could not be told, and this device cannot keep that it should be. */
  | 'untold'

type Wish = Bodies['selfie.forget']

const patienceInMs = 10_000

/**
 * Forgets all selfies of an event and what was found by them; with the last one the consent is withdrawn too.
 *
 * @returns once nothing is left here, what waits for the word of the service
 */
export async function forgetSelfies(eventId: string): Promise<() => Promise<Forgotten>> {
  const all = (await selfies.entries().catch(() => [])).map(([, record]) => record)
  const ofEvent = all.filter((record) => record.eventId === eventId)
  // written down first: should the page die now, the service hears of it all the same
  const told = await Promise.all(wishesOf(eventId, ofEvent).map(tellService))
  for (const { id } of ofEvent) {
    await outbox.drop(id)
    await selfies.remove(id)
  }
  forgetSearch(eventId)
  if (all.length === ofEvent.length) withdrawConsent()
  await readKeptSelfies()
  return async () => worstOf(await Promise.all(told.map((answer) => answer())))
}

function worstOf(answers: readonly Forgotten[]): Forgotten {
  return (['untold', 'here'] as const).find((each) => answers.includes(each)) ?? 'everywhere'
}

/** A search by number or name has nothing to do with the face, and stays. */
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

function wishesOf(eventId: string, records: readonly KeptSelfie[]): Wish[] {
  const search = eventSearch(eventId)
  const last = search.last.read()
  const wishes: Wish[] = records.map(({ id, selfie }) => ({ sentAs: id, selfieId: selfie?.selfieId }))
  for (const selfieId of new Set([search.selfieId.read(), last?.by === 'face' ? last.selfieId : null])) {
    if (selfieId && !wishes.some((wish) => wish.selfieId === selfieId)) wishes.push({ selfieId })
  }
  return wishes
}

/** Puts the wish into the outbox. @returns what waits for the answer */
async function tellService(wish: Wish): Promise<() => Promise<Forgotten>> {
  try {
    const { id } = await outbox.put('selfie.forget', laneOf(wish.sentAs ?? wish.selfieId ?? ''), wish)
    return () => answerTo(id)
  } catch {
    return () => tellDirectly(wish)
  }
}

async function answerTo(id: string): Promise<Forgotten> {
  if (connectionNow() === 'offline') return 'here'
  const outcome = await outbox.settled(id, AbortSignal.timeout(patienceInMs)).catch(() => undefined)
  return outcome?.is === 'done' ? 'everywhere' : 'here'
}

async function tellDirectly(body: Wish): Promise<Forgotten> {
  try {
    const entry = { id: '', kind: 'selfie.forget', lane: '', body, putOn: 0, tries: 0, notBefore: 0 } as const
    await sendForgetting(entry, { signal: AbortSignal.timeout(patienceInMs), onProgress: () => {} })
    return 'everywhere'
  } catch {
    return 'untold'
  }
}
