import { configureApi } from '../src/lib/api.ts'
import { identityFact } from '../src/lib/identity-fact.ts'
import { facts } from '../src/lib/memory/index.ts'
import { queue } from '../src/lib/outbox/queue.ts'

declare const self: ServiceWorkerGlobalScope

/** The browser offers this event where it knows how to wake a worker for a network. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** @throws Error while something still waits, so that the browser wakes the worker again */
export async function sendWaiting(): Promise<void> {
  const language = await facts.get('appLanguage')
  const mine = async () => facts.get(identityFact)
  configureApi({ ...(language && { language }), identity: { now: mine, renewed: async () => undefined } })
  await queue.flush({ now: true })
  const entries = await queue.entries()
  // orders are placed by the page, with its buyer before it
  if (entries.some(({ aside, kind }) => !aside && kind !== 'checkout'))
    throw new Error('not all could be sent')
}

/** Sends what waits when the browser says that there is a network, also after the last page was closed. */
export function sendOutbox(): void {
  self.addEventListener('sync', (event) => {
    const { tag } = event as SyncEvent
    if (tag === 'outbox') (event as SyncEvent).waitUntil(sendWaiting())
  })
}
