import { getDefaultStore } from 'jotai'
import { selfies, storedFiles } from '../../lib/memory/index.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { untilNext } from '../../lib/outbox/rules.ts'
import { logFailure } from '../errors/report-error.ts'
import { startMirror } from '../storage/mirror.ts'
import { hadNewsAtom, isLookedFor, openSelfiesAtom, outboxAtom } from './state.ts'
import { askToStay, requestSync } from './with-browser.ts'

const store = getDefaultStore()

/** Minimum pause, for entries that wait for another tab or for an unknown reason. */
const shortestPauseInMs = 2_000
/** Maximum jitter of requests: when a mobile cell recovers, all its clients reconnect at once. */
const spreadInMs = 3_000

let timer: ReturnType<typeof setTimeout> | undefined

const flush = (options?: { now?: boolean }) => void outbox.flush(options).catch(() => {})

let looks = 0

async function look(): Promise<void> {
  const turn = ++looks
  const entries = await outbox.entries()
  // discards the result of an outdated read
  if (turn !== looks) return
  const before = store.get(outboxAtom)
  const ids = new Set(entries.map(({ id }) => id))
  const progress = Object.fromEntries(Object.entries(before.progress).filter(([id]) => ids.has(id)))
  store.set(outboxAtom, { entries, progress, readOn: Date.now() })
  if (entries.length > 0) store.set(hadNewsAtom, true)
  if (entries.some(({ kind }) => kind === 'checkout')) askToStay()
  clearTimeout(timer)
  const waitInMs = untilNext(entries, Date.now())
  if (waitInMs === undefined) return
  timer = setTimeout(flush, Math.max(waitInMs, shortestPauseInMs))
  requestSync()
}

async function lookAtSelfies(): Promise<void> {
  const all = await selfies.entries().catch(() => [])
  const open = all.map(([, selfie]) => selfie).filter(({ stage, seen }) => stage !== 'saved' && !seen)
  store.set(openSelfiesAtom, open)
  // selfies without a match may have one since the last visit
  if (open.length > 0 || all.some(([, selfie]) => isLookedFor(selfie, Date.now())))
    store.set(hadNewsAtom, true)
}

function showProgress(id: string, share: number): void {
  store.set(outboxAtom, (before) => ({ ...before, progress: { ...before.progress, [id]: share } }))
}

/**
 * Starts to send and display the outbox: now, when the network is back, when the page becomes visible and when a wait
 * ends.
 */
export function start(): void {
  void startMirror().catch(logFailure('Starting the mirror of localStorage'))
  outbox.onChange(() => void look())
  outbox.onProgress(showProgress)
  selfies.onChange(() => {
    askToStay()
    void lookAtSelfies()
  })
  storedFiles.onChange(askToStay)
  addEventListener('online', () => setTimeout(() => flush({ now: true }), Math.random() * spreadInMs))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    void look()
    void lookAtSelfies()
    flush({ now: true })
  })
  void look()
  void lookAtSelfies()
  flush({ now: true })
}
