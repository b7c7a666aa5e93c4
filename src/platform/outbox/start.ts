import { getDefaultStore } from 'jotai'
import { selfies, storedFiles } from '../../lib/memory/index.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { getWaitUntilNextInMs } from '../../lib/outbox/rules.ts'
import { storeApiConfig } from '../../lib/worker-api-config.ts'
import { logFailure } from '../errors/report-error.ts'
import { startMirror } from '../storage/mirror.ts'
import { hadActivityAtom, mayMatchLater, openSelfiesAtom, outboxAtom } from './state.ts'

const store = getDefaultStore()

/** Minimum pause, for entries that wait for another tab or for an unknown reason. */
const minPauseInMs = 2_000
/** Maximum jitter of requests: when a mobile cell recovers, all its clients reconnect at once. */
const maxJitterInMs = 3_000

let timer: ReturnType<typeof setTimeout> | undefined

const flush = (options?: { now?: boolean }) => void outbox.flush(options).catch(() => {})

let readCount = 0

async function refreshOutbox(): Promise<void> {
  const readNumber = ++readCount
  const entries = await outbox.entries()
  // discards the result of an outdated read
  if (readNumber !== readCount) return
  const previous = store.get(outboxAtom)
  const ids = new Set(entries.map(({ id }) => id))
  const progress = Object.fromEntries(Object.entries(previous.progress).filter(([id]) => ids.has(id)))
  store.set(outboxAtom, { entries, progress, readOn: Date.now() })
  if (entries.length > 0) store.set(hadActivityAtom, true)
  if (entries.some(({ kind }) => kind === 'checkout')) requestPersistentStorage()
  clearTimeout(timer)
  const waitInMs = getWaitUntilNextInMs(entries, Date.now())
  if (waitInMs === undefined) return
  timer = setTimeout(flush, Math.max(waitInMs, minPauseInMs))
  requestSync()
}

async function refreshSelfies(): Promise<void> {
  const records = await selfies.entries().catch(() => [])
  const openSelfies = records
    .map(([, selfie]) => selfie)
    .filter(({ stage, seen }) => stage !== 'saved' && !seen)
  store.set(openSelfiesAtom, openSelfies)
  // selfies without a match may have one since the last visit
  if (openSelfies.length > 0 || records.some(([, selfie]) => mayMatchLater(selfie, Date.now())))
    store.set(hadActivityAtom, true)
}

function showProgress(id: string, fraction: number): void {
  store.set(outboxAtom, (previous) => ({ ...previous, progress: { ...previous.progress, [id]: fraction } }))
}

/**
 * Starts to send and display the outbox: now, when the network is back, when the page becomes visible and when a wait
 * ends.
 */
export function start(): void {
  void startMirror().catch(logFailure('Starting the mirror of localStorage'))
  outbox.onChange(() => void refreshOutbox())
  outbox.onProgress(showProgress)
  selfies.onChange(() => {
    requestPersistentStorage()
    void refreshSelfies()
  })
  storedFiles.onChange(requestPersistentStorage)
  addEventListener('online', () => setTimeout(() => flush({ now: true }), Math.random() * maxJitterInMs))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    void refreshOutbox()
    void refreshSelfies()
    flush({ now: true })
  })
  void refreshOutbox()
  void refreshSelfies()
  flush({ now: true })
}

interface SyncManager {
  register(tag: string): Promise<void>
}

let lastSyncRequestInMs = 0
const minSyncIntervalInMs = 30_000

/** Requests a Background Sync: it wakes the worker when there is a network, even if this page is closed then. */
function requestSync(): void {
  if (!('serviceWorker' in navigator) || !('SyncManager' in globalThis)) return
  // requested while entries are queued, but not at every change
  if (performance.now() - lastSyncRequestInMs < minSyncIntervalInMs && lastSyncRequestInMs > 0) return
  lastSyncRequestInMs = performance.now()
  // before the request: the worker may be woken at once
  void storeApiConfig()
    .then(() => navigator.serviceWorker.ready)
    .then((registration) =>
      (registration as ServiceWorkerRegistration & { sync: SyncManager }).sync.register('outbox'),
    )
    .catch(() => {})
}

let hasRequestedStorage = false

/** Requests persistent storage once per page. Called when the device has data that must not be evicted. */
function requestPersistentStorage(): void {
  if (hasRequestedStorage) return
  hasRequestedStorage = true
  navigator.storage?.persist?.().catch(() => {})
}
