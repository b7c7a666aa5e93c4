import type { Settings } from '../../contract/settings.ts'

type BarSettings = Pick<
  Settings,
  'photofinishUSA' | 'useAppBarDefault' | 'backURL' | 'backFromHome' | 'backLabel'
>

/** Describes the link in the home page's bar that leaves the app. */
export interface WayOut {
  href: string
  /** Label beside the arrow; absent: the arrow only. */
  label?: string
}

/**
 * Returns the link back to the site that visitors came from, on the home page only. The US variant has one, with a label,
 * whenever an address is set. A themed bar has one where its tenant enables it; the default bar never.
 *
 * @param english label of the US variant when its tenant has set none
 */
export function wayOut(settings: BarSettings, path: string, english: string): WayOut | undefined {
  const { backURL, backLabel, backFromHome, photofinishUSA, useAppBarDefault } = settings
  if (path !== '/' || !backURL) return undefined
  if (photofinishUSA) return { href: backURL, label: backLabel || english }
  if (useAppBarDefault || !backFromHome) return undefined
  return { href: backURL, ...(backLabel && { label: backLabel }) }
}

/** Results opened by URL, where small screens keep the bar even when the page hides it. */
const fromAddress = '/search/:id/:number'

/** Returns whether the bar is shown above a page; modals cover it regardless. */
export function isBarShown(at: {
  route: string | undefined
  flaggedHidden: boolean
  small: boolean
}): boolean {
  if (!at.flaggedHidden) return true
  return at.small && (at.route?.startsWith(fromAddress) ?? false)
}

/** Returns whether the footer is shown below a page. */
export function isFootShown(at: {
  /** Undefined for a page without a name in the list of routes. */
  routeName: string | undefined
  routeLoading: boolean
  /** The page hides it: its events are loading, or it has a dock. */
  flaggedHidden: boolean
  settings: Pick<Settings, 'photofinishUSA'>
}): boolean {
  return at.routeName !== undefined && !at.routeLoading && !at.flaggedHidden && !at.settings.photofinishUSA
}
