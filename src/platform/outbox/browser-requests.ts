interface SyncManager {
  register(tag: string): Promise<void>
}

let lastSyncRequestInMs = 0
const minSyncIntervalInMs = 30_000

/** Requests a Background Sync: it wakes the worker when there is a network, even if this page is closed then. */
export function requestSync(): void {
  if (!('serviceWorker' in navigator) || !('SyncManager' in globalThis)) return
  // requested while entries are queued, but not at every change
  if (performance.now() - lastSyncRequestInMs < minSyncIntervalInMs && lastSyncRequestInMs > 0) return
  lastSyncRequestInMs = performance.now()
  navigator.serviceWorker.ready
    .then((registration) =>
      (registration as ServiceWorkerRegistration & { sync: SyncManager }).sync.register('outbox'),
    )
    .catch(() => {})
}

let hasRequestedStorage = false

/** Requests persistent storage once per page. Called when the device has data that must not be evicted. */
export function requestPersistentStorage(): void {
  if (hasRequestedStorage) return
  hasRequestedStorage = true
  navigator.storage?.persist?.().catch(() => {})
}
