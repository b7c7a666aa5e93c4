import { countVisit } from '../../platform/install/index.ts'
import { fadePages } from './fade-pages.ts'
import { fetchAhead } from './fetch-ahead.ts'
import { followAccount } from './follow-account.ts'
import { followForgetting } from './forget-device.ts'
import { keepFocus } from './keep-focus.ts'
import { followLaunches } from './launches.ts'
import { watchVersions } from './versions.ts'

export { LateParts as Parts } from './LateParts.tsx'

/** What begins after the first page is shown. */
export function start(): void {
  countVisit()
  followForgetting()
  followLaunches()
  followAccount()
  keepFocus()
  fadePages()
  fetchAhead()
  if (import.meta.env.PROD && 'serviceWorker' in navigator) void watchVersions().catch(() => {})
}
