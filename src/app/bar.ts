import type { Settings } from '../../contract/settings.ts'

type BarSettings = Pick<
  Settings,
  'photofinishUSA' | 'useAppBarDefault' | 'backURL' | 'backFromHome' | 'backLabel'
>

/** Where the bar of the home page leads out of the app. */
export interface WayOut {
  href: string
  /** In words beside the arrow; absent: the arrow alone. */
  label?: string
}

/**
 * The way back to the site that visitors came from, on home alone: the US variant has one as soon as it has an address,
 * in words; a themed bar where its tenant wants one; the default bar never.
 *
 * @param english what the US variant says when its tenant has no words
 */
export function wayOut(settings: BarSettings, path: string, english: string): WayOut | undefined {
  const { backURL, backLabel, backFromHome, photofinishUSA, useAppBarDefault } = settings
  if (path !== '/' || !backURL) return undefined
  if (photofinishUSA) return { href: backURL, label: backLabel || english }
  if (useAppBarDefault || !backFromHome) return undefined
  return { href: backURL, ...(backLabel && { label: backLabel }) }
}

/** Search from an address, where small screens keep the bar whatever the page wants. */
const fromAddress = '/search/:id/:number'

/** Whether the bar stands above a page, apart from modals, which cover it. */
export function isBarShown(at: {
  route: string | undefined
  flaggedHidden: boolean
  small: boolean
}): boolean {
  if (!at.flaggedHidden) return true
  return at.small && (at.route?.startsWith(fromAddress) ?? false)
}

/** Whether the foot stands below a page. */
export function isFootShown(at: {
  /** Absent for a page without a name in the list of routes. */
  routeName: string | undefined
  routeLoading: boolean
  /** The page hides it: its events are loading, or a dock stands there. */
  flaggedHidden: boolean
  settings: Pick<Settings, 'photofinishUSA'>
}): boolean {
  return at.routeName !== undefined && !at.routeLoading && !at.flaggedHidden && !at.settings.photofinishUSA
}
