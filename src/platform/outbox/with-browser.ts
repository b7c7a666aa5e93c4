interface SyncManager {
  register(tag: string): Promise<void>
}

let syncRequested = 0
const syncAgainAfterInMs = 30_000

/** Asks the browser to wake the worker when there is a network, even if this page is closed by then. */
export function requestSync(): void {
  if (!('serviceWorker' in navigator) || !('SyncManager' in globalThis)) return
  // it is asked for as long as something waits, but not at every change
  if (performance.now() - syncRequested < syncAgainAfterInMs && syncRequested > 0) return
  syncRequested = performance.now()
  navigator.serviceWorker.ready
    .then((registration) =>
      (registration as ServiceWorkerRegistration & { sync: SyncManager }).sync.register('outbox'),
    )
    .catch(() => {})
}

let asked = false

/** Asks the browser not to clear what the device keeps, once there is something worth keeping. */
export function askToStay(): void {
  if (asked) return
  asked = true
  navigator.storage?.persist?.().catch(() => {})
}
