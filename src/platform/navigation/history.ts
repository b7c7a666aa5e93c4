/** How the page of this moment was come to. */
export type Arrival = 'first' | 'push' | 'replace' | 'pop'

/** The query of the address that the app was opened with; later moves inside it do not carry it along. */
export const openedWith = new URLSearchParams(typeof location === 'undefined' ? '' : location.search)

let arrival: Arrival = 'first'
let goingBack = false

/** How many entries of the app lie before this one; it stands in the entry itself, so that it outlives the page. */
function depthNow(): number {
  const state: unknown = typeof history === 'undefined' ? null : history.state
  const isNoted = typeof state === 'object' && state !== null && 'depth' in state
  return isNoted && typeof state.depth === 'number' ? state.depth : 0
}

let depth = depthNow()

/** Past the router, which would take it for a move. */
function noteDepth(): void {
  const state: unknown = history.state
  History.prototype.replaceState.call(history, { ...(state as object | null), depth }, '')
}

// wouter announces its own moves as events of these names
globalThis.addEventListener?.('popstate', () => {
  arrival = 'pop'
  depth = depthNow()
  goingBack = false
})
globalThis.addEventListener?.('pushState', () => {
  arrival = 'push'
  depth += 1
  noteDepth()
})
globalThis.addEventListener?.('replaceState', () => {
  arrival = 'replace'
  noteDepth()
})
// out of the browser's memory, after the way back had led to another page
globalThis.addEventListener?.('pageshow', () => {
  goingBack = false
})

export function lastArrival(): Arrival {
  return arrival
}

/**
 * Goes to the entry before this one if that is the app's own. The browser takes its time: what is asked for meanwhile,
 * such as by a second press, means the same step.
 *
 * @returns false when there is none
 */
export function stepBack(): boolean {
  if (depth === 0) return false
  if (!goingBack) history.back()
  goingBack = true
  return true
}
