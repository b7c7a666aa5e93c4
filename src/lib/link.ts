/** Describes the result of a call for the link: a valid answer, a late one, no answer, or a page of another host. */
export type LinkSignal = 'answer' | 'late' | 'silence' | 'stranger'

type Listener = (linkSignal: LinkSignal) => void
const listeners = new Set<Listener>()

/**
 * Subscribes to the outcome of each call; `late` is reported while a call is still pending.
 *
 * @returns unsubscribes
 */
export function onLinkSignal(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reports the outcome of a call to all listeners. */
export function reportLinkSignal(linkSignal: LinkSignal): void {
  for (const listener of listeners) listener(linkSignal)
}

/** Limits the time to first byte: a read that is pending longer is reported as late. */
export const lateAfterInMs = 4_000

const slowFirstByteInMs = 500
const slowFirstReadInMs = 1_000
const maxSamples = 3
const firstByteWaitsInMs: number[] = []

/** Records how long a small read has waited for its first byte. */
export function recordFirstByteWait(inMs: number): void {
  firstByteWaitsInMs.push(inMs)
  if (firstByteWaitsInMs.length > maxSamples) firstByteWaitsInMs.shift()
}

interface NetworkInformation {
  saveData?: boolean
  effectiveType?: string
}

const getNetworkInformation = () =>
  (globalThis.navigator as { connection?: NetworkInformation } | undefined)?.connection

/**
 * Returns whether the link is slow: the browser saves data or reports a weak network, or even the fastest of the last
 * reads had a long time to first byte.
 */
export function isSlowLink(): boolean {
  const connection = getNetworkInformation()
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return true
  if (firstByteWaitsInMs.length === 0) return false
  return (
    Math.min(...firstByteWaitsInMs) >
    (firstByteWaitsInMs.length === 1 ? slowFirstReadInMs : slowFirstByteInMs)
  )
}

const fastFirstByteInMs = 250

/**
 * Returns whether the link is fast enough for prefetching: neither metered (data saver) nor slow. Browsers without
 * the Network Information API (Safari, Firefox) count as fast only while every measured read was answered quickly.
 */
export function isFastLink(): boolean {
  const connection = getNetworkInformation()
  if (connection?.saveData) return false
  if (connection?.effectiveType !== undefined) return connection.effectiveType === '4g'
  return firstByteWaitsInMs.length > 0 && Math.max(...firstByteWaitsInMs) < fastFirstByteInMs
}

/** Clears the measurements. Call when the network has changed. */
export function clearFirstByteWaits(): void {
  firstByteWaitsInMs.length = 0
}
