/** Changes the address past the router, which would take it for a move to another page. */
export function renamePage(path: string): void {
  History.prototype.replaceState.call(history, history.state, '', path)
}

/**
 * Leaves the app for another page, such as the bank's.
 *
 * @param back where Back leads from there; that page is read anew
 */
export function leaveFor(address: string, back: string): void {
  renamePage(back)
  // a page that comes back out of the browser's memory would stand as it was left: busy
  const readAnew = (event: PageTransitionEvent) => event.persisted && location.reload()
  window.addEventListener('pageshow', readAnew, { once: true })
  location.assign(address)
}
