/** Replaces the URL without the router, which would treat it as a navigation. */
export function renamePage(path: string): void {
  History.prototype.replaceState.call(history, history.state, '', path)
}

/**
 * Leaves the app for another page, such as the bank's.
 *
 * @param backPath target of Back from there; that page is reloaded
 */
export function leaveFor(address: string, back: string): void {
  renamePage(back)
  // the back/forward cache would restore the busy state
  const readAnew = (event: PageTransitionEvent) => event.persisted && location.reload()
  window.addEventListener('pageshow', readAnew, { once: true })
  location.assign(address)
}
