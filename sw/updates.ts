import { abortFetches } from './timeout-plugin.ts'

declare const self: ServiceWorkerGlobalScope

/** Activates a waiting version only on request of the page, so that running operations are not interrupted. */
export function registerUpdateMessages(): void {
  self.addEventListener('message', (event) => {
    const message = event.data as { type?: unknown } | null
    if (message?.type === 'SKIP_WAITING') void self.skipWaiting()
    if (message?.type === 'GIVE_WAY' && event.source instanceof Client) abortFetches(event.source.id)
  })
  // the first visit already fills the caches; a new version keeps waiting
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
}
