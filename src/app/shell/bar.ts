import type { Settings } from '../../../contract/settings.ts'

type BarSettings = Pick<
  Settings,
  'photofinishUSA' | 'useAppBarDefault' | 'backURL' | 'backFromHome' | 'backLabel'
>

/** Link in the bar of the home page that leaves the app. */
export interface ExitLink {
  href: string
  /** Label beside the arrow; absent: the arrow only. */
  label?: string
}

/**
 * Returns the link back to the site that visitors came from; undefined on pages other than the home page. The US variant has
 * one, with a label, if an address is set. A themed bar has one if its tenant enables it. The default bar has none.
 *
 * @param defaultLabel label of the US variant when its tenant has set none
 */
export function findExitLink(
  settings: BarSettings,
  path: string,
  defaultLabel: string,
): ExitLink | undefined {
  const { backURL, backLabel, backFromHome, photofinishUSA, useAppBarDefault } = settings
  if (path !== '/' || !backURL) return undefined
  if (photofinishUSA) return { href: backURL, label: backLabel || defaultLabel }
  if (useAppBarDefault || !backFromHome) return undefined
  return { href: backURL, ...(backLabel && { label: backLabel }) }
}

/** Route of results opened by URL. Small screens show the bar there even when the page hides it. */
const resultsRoute = '/search/:id/:number'

/** Returns whether the bar is shown above a page. Modals cover it in any case. */
export function isBarShown(page: {
  route: string | undefined
  isHiddenByPage: boolean
  small: boolean
}): boolean {
  if (!page.isHiddenByPage) return true
  return page.small && (page.route?.startsWith(resultsRoute) ?? false)
}

/** Returns whether the footer is shown below a page. */
export function isFooterShown(page: {
  /** Undefined for a page without a name in the list of routes. */
  routeName: string | undefined
  routeLoading: boolean
  /** Whether the page hides it because its events are loading or it has a dock. */
  isHiddenByPage: boolean
  settings: Pick<Settings, 'photofinishUSA'>
}): boolean {
  return (
    page.routeName !== undefined &&
    !page.routeLoading &&
    !page.isHiddenByPage &&
    !page.settings.photofinishUSA
  )
}
