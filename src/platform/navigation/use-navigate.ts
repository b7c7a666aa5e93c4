import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { type BrowserLocationHook, navigate, useBrowserLocation } from 'wouter/use-browser-location'
import { createEntryState, stepBack, toOpenedPath } from './history.ts'

/** Navigates with one change of the history. Loads the page where the browser refuses it, as Safari does after 100 in 30 s. */
const navigateOnce: typeof navigate = (to, options) => {
  const isReplaced = options?.replace === true
  try {
    navigate(to, { ...options, state: createEntryState(isReplaced) })
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    if (isReplaced) location.replace(to)
    else location.assign(to)
  }
}

const usePageLocation: BrowserLocationHook = (options) => {
  const [path] = useBrowserLocation(options)
  return [toOpenedPath(path), navigateOnce]
}

/** Provides the location to the router. A page stays mounted when its path is replaced with its canonical one. */
export const pageLocation = { hook: usePageLocation }

/** Returns a function that navigates to a path of the app; `replace` adds no history entry. */
export function useNavigate(): (to: string, options?: { replace?: boolean }) => void {
  return useLocation()[1]
}

/** Returns a function that goes one page back, or to `fallbackPath` when the previous entry is not the app's. */
export function useGoBack(): (fallbackPath: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (fallbackPath) => {
      if (!stepBack()) navigate(fallbackPath, { replace: true })
    },
    [navigate],
  )
}

/** Returns the decoded path that the page was opened with, without its query. */
export function usePath(): string {
  return useLocation()[0]
}

/** Returns the query of the page. */
export function useQuery(): URLSearchParams {
  return useSearchParams()[0]
}

/** Returns a path with a query, without a question mark when the query is empty. */
export function buildPath(path: string, query: URLSearchParams): string {
  // `URLSearchParams.size` needs Safari 17 and Chrome 113
  const queryText = query.toString()
  return queryText === '' ? path : `${path}?${queryText}`
}

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
  window.addEventListener('pageshow', (event) => event.persisted && location.reload())
  // an installed app on an iPhone keeps its page below the other one
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') location.reload()
  })
  location.assign(url)
}

/** Stops the loading of another site's page that `leaveAppFor` has begun: it would replace the app later. */
export function stopLeaving(): void {
  window.stop()
}
