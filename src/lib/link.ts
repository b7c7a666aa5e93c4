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

const connectionNow = () =>
  (globalThis.navigator as { connection?: NetworkInformation } | undefined)?.connection

/**
 * Whether every byte counts: the browser was told to save data or knows of a weak network, or even the quickest of the
 * last reads has waited long.
 */
export function isSlowLink(): boolean {
  const connection = connectionNow()
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return true
  if (waits.length === 0) return false
  return Math.min(...waits) > (waits.length === 1 ? slowAloneInMs : slowFirstByteInMs)
}

const fastFirstByteInMs = 250

/**
 * Whether the link may carry what is only needed later: neither metered (data saver) nor slow. Browsers that do not
 * describe the link (Safari, Firefox) count as fast only while every measured read was answered quickly.
 */
export function isFastLink(): boolean {
  const connection = connectionNow()
  if (connection?.saveData) return false
  if (connection?.effectiveType !== undefined) return connection.effectiveType === '4g'
  return waits.length > 0 && Math.max(...waits) < fastFirstByteInMs
}

/** Forgets what was measured; a new network is another one. */
export function forgetWaits(): void {
  waits.length = 0
}
