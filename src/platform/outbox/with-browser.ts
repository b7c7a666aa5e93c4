interface SyncManager {
  register(tag: string): Promise<void>
}

let syncRequested = 0
const syncAgainAfterInMs = 30_000

/** Requests a Background Sync, which wakes the worker when there is a network, even if this page is closed then. */
export function requestSync(): void {
  if (!('serviceWorker' in navigator) || !('SyncManager' in globalThis)) return
  // requested as long as entries are queued, but not at every change
  if (performance.now() - syncRequested < syncAgainAfterInMs && syncRequested > 0) return
  syncRequested = performance.now()
  navigator.serviceWorker.ready
    .then((registration) =>
      (registration as ServiceWorkerRegistration & { sync: SyncManager }).sync.register('outbox'),
    )
    .catch(() => {})
}

let asked = false

/** Requests persistent storage, once there is something to keep. */
export function askToStay(): void {
  if (asked) return
  asked = true
  navigator.storage?.persist?.().catch(() => {})
}
