/** What one call has learnt about the link: a proper answer, nothing at all, or somebody else's page. */
export type Heard = 'answer' | 'late' | 'silence' | 'stranger'

type Listener = (heard: Heard) => void
const listeners = new Set<Listener>()

/**
 * Tells of every call how it went; `late` is said while one is still waited for.
 *
 * @returns stops it
 */
export function onHeard(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells whoever listens how a call went. */
export function tellHeard(heard: Heard): void {
  for (const listener of listeners) listener(heard)
}

/** How long a read may take to its first byte before it is said to be late. */
export const lateAfterInMs = 4_000

const slowFirstByteInMs = 500
const slowAloneInMs = 1_000
const samplesKept = 3
const waits: number[] = []

/** Remembers how long a small read has waited for its first byte. */
export function noteWait(inMs: number): void {
  waits.push(inMs)
  if (waits.length > samplesKept) waits.shift()
}

interface NetworkInformation {
  saveData?: boolean
  effectiveType?: string
}

/**
 * Whether every byte counts: the browser was told to save data or knows of a weak network, or even the quickest of the
 * last reads has waited long.
 */
export function isSlowLink(): boolean {
  const browser = globalThis.navigator as { connection?: NetworkInformation } | undefined
  const connection = browser?.connection
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return true
  if (waits.length === 0) return false
  return Math.min(...waits) > (waits.length === 1 ? slowAloneInMs : slowFirstByteInMs)
}

/** Forgets what was measured; a new network is another one. */
export function forgetWaits(): void {
  waits.length = 0
}
