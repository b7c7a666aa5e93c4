/** How the page of this moment was come to. */
export type Arrival = 'first' | 'push' | 'replace' | 'pop'

/** The query of the address that the app was opened with; later moves inside it do not carry it along. */
export const openedWith = new URLSearchParams(location.search)

let arrival: Arrival = 'first'
let depth = 0

// wouter announces its own moves as events of these names
window.addEventListener('popstate', () => {
  arrival = 'pop'
  depth = Math.max(0, depth - 1)
})
window.addEventListener('pushState', () => {
  arrival = 'push'
  depth += 1
})
window.addEventListener('replaceState', () => {
  arrival = 'replace'
})

export function lastArrival(): Arrival {
  return arrival
}

/** Whether the entry before this one is the app's own, so that back stays inside. */
export function cameFromInside(): boolean {
  return depth > 0
}
