import { type InitialData, initialDataId } from '../../contract/ssr.ts'

type PageData = Omit<InitialData, 'language'>

let currentPageData: PageData = { small: true, readOn: 0 }
let isHydrating = false

/** Returns the data of the server-rendered screen, which is as current as the local cache of an earlier visit. */
export const getInitialData = (): PageData => currentPageData

/**
 * Returns the data of the server-rendered screen on the server, and in the browser until hydration has ended. Returns
 * undefined afterwards and with client rendering. Output rendered from it must stay correct: no event reports when
 * hydration ends.
 */
export const getHydrationData = (): PageData | undefined => (isHydrating ? currentPageData : undefined)

/** Renders from this data until {@link endHydration}. */
export function beginHydration(pageData: PageData): void {
  currentPageData = pageData
  isHydrating = true
}

/** Ends hydration. Call when it is complete or another screen is rendered instead. */
export function endHydration(): void {
  isHydrating = false
}

/** Returns the data that the server embedded in a server-rendered page; undefined on other pages. */
export function readEmbeddedData(): InitialData | undefined {
  const text = document.getElementById(initialDataId)?.textContent
  return text ? (JSON.parse(text) as InitialData) : undefined
}
