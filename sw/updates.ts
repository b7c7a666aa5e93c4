import { endFetchesOf } from './in-time.ts'

declare const self: ServiceWorkerGlobalScope

/** The page decides when a new version takes over: nothing under way may break. */
export function answerUpdates(): void {
  self.addEventListener('message', (event) => {
    const message = event.data as { type?: unknown } | null
    if (message?.type === 'SKIP_WAITING') void self.skipWaiting()
    if (message?.type === 'GIVE_WAY' && event.source instanceof Client) endFetchesOf(event.source.id)
  })
  // the first visit already fills the caches; a waiting version still waits
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
}
