/** Describes the result of a call for the link: a valid answer, a late one, no answer, or a page of another host. */
export type Heard = 'answer' | 'late' | 'silence' | 'stranger'

type Listener = (heard: Heard) => void
const listeners = new Set<Listener>()

/**
 * Subscribes to the outcome of each call; `late` is reported while a call is still pending.
 *
 * @returns unsubscribes
 */
export function onHeard(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reports the outcome of a call to all listeners. */
export function tellHeard(heard: Heard): void {
  for (const listener of listeners) listener(heard)
}

/** Limits the time to first byte: a read that is pending longer is reported as late. */
export const lateAfterInMs = 4_000

const slowFirstByteInMs = 500
const slowAloneInMs = 1_000
const samplesKept = 3
const waits: number[] = []

/** Records how long a small read has waited for its first byte. */
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
 * Returns whether the link is slow: the browser saves data or reports a weak network, or even the fastest of the last
 * reads had a long time to first byte.
 */
export function isSlowLink(): boolean {
  const connection = connectionNow()
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return true
  if (waits.length === 0) return false
  return Math.min(...waits) > (waits.length === 1 ? slowAloneInMs : slowFirstByteInMs)
}

const fastFirstByteInMs = 250

/**
 * Returns whether the link is fast enough for prefetching: neither metered (data saver) nor slow. Browsers without
 * the Network Information API (Safari, Firefox) count as fast only while every measured read was answered quickly.
 */
export function isFastLink(): boolean {
  const connection = connectionNow()
  if (connection?.saveData) return false
  if (connection?.effectiveType !== undefined) return connection.effectiveType === '4g'
  return waits.length > 0 && Math.max(...waits) < fastFirstByteInMs
}

/** Clears the measurements. Call when the network has changed. */
export function forgetWaits(): void {
  waits.length = 0
}
