/** Replaces the URL without the router, which would treat it as a navigation. */
export function replaceUrl(path: string): void {
  History.prototype.replaceState.call(history, history.state, '', path)
}

/**
 * Leaves the app for another page, such as the bank's.
 *
 * @param backPath target of Back from there; that page is reloaded
 */
export function leaveAppFor(url: string, backPath: string): void {
  replaceUrl(backPath)
  // the back/forward cache would restore the busy state
  const reloadIfRestored = (event: PageTransitionEvent) => event.persisted && location.reload()
  window.addEventListener('pageshow', reloadIfRestored, { once: true })
  location.assign(url)
}
