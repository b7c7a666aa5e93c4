/** How the current page was reached. */
export type NavigationType = 'first' | 'push' | 'replace' | 'pop'

/** Query of the URL that the app was opened with; later navigation does not change it. */
export const initialQuery = new URLSearchParams(typeof location === 'undefined' ? '' : location.search)

let navigationType: NavigationType = 'first'
let isGoingBack = false

/** Returns the number of the app's history entries before this one. Stored in `history.state`, so that it survives a reload. */
function readDepth(): number {
  const state: unknown = typeof history === 'undefined' ? null : history.state
  const hasDepth = typeof state === 'object' && state !== null && 'depth' in state
  return hasDepth && typeof state.depth === 'number' ? state.depth : 0
}

let depth = readDepth()

/** Returns the state of a new history entry, or of one that replaces the current one. */
export const createEntryState = (isReplaced: boolean) => ({ depth: isReplaced ? depth : depth + 1 })

/**
 * Stores `depth` in the history entry, unless it was created with it. Bypasses the router, which would treat it as a navigation.
 * Safari allows 100 changes of the history in 30 s.
 */
function storeDepth(): void {
  if (readDepth() === depth && history.state !== null) return
  const state: unknown = history.state
  History.prototype.replaceState.call(history, { ...(state as object | null), depth }, '')
}

/** Path that the page was opened with, while the URL has the canonical path of the page. */
let replacedPath: { canonical: string; opened: string } | undefined

/** Returns the path that a page was opened with for its path in the URL. */
export function toOpenedPath(path: string): string {
  return replacedPath?.canonical === path ? replacedPath.opened : path
}

/** Replaces the URL with the canonical one of the page. The router keeps the page until the path of the URL changes again. */
export function replaceByCanonicalUrl(path: string): void {
  const opened = toOpenedPath(location.pathname)
  History.prototype.replaceState.call(history, history.state, '', path)
  replacedPath = { canonical: location.pathname, opened }
}

function forgetLeftPath(): void {
  if (location.pathname !== replacedPath?.canonical) replacedPath = undefined
}

// wouter dispatches its navigation as events of these names
globalThis.addEventListener?.('popstate', () => {
  navigationType = 'pop'
  depth = readDepth()
  isGoingBack = false
  forgetLeftPath()
})
globalThis.addEventListener?.('pushState', () => {
  navigationType = 'push'
  depth += 1
  storeDepth()
  forgetLeftPath()
})
globalThis.addEventListener?.('replaceState', () => {
  navigationType = 'replace'
  storeDepth()
  forgetLeftPath()
})
// fires when the page is restored from the back/forward cache, after Back had led to another page
globalThis.addEventListener?.('pageshow', () => {
  isGoingBack = false
})

export function getLastNavigationType(): NavigationType {
  return navigationType
}

/**
 * Goes back if the previous entry belongs to the app. The browser navigates asynchronously, and further calls until then
 * have no effect.
 *
 * @returns false when the previous entry is not the app's
 */
export function stepBack(): boolean {
  if (depth === 0) return false
  if (!isGoingBack) history.back()
  isGoingBack = true
  return true
}
