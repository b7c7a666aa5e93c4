import { replayAdditions } from '../../features/cart/index.ts'
import { logFailure } from '../../platform/errors/report-error.ts'
import { countVisit } from '../../platform/install/index.ts'
import { fadePages } from './fade-pages.ts'
import { watchDeviceWipe } from './forget-device.ts'
import { handleLaunches } from './launches.ts'
import { prefetchCode } from './prefetch-code.ts'
import { restoreLostFocus } from './restore-focus.ts'
import { syncWithAccount } from './sync-account.ts'
import { watchVersions } from './versions.ts'

export { DeferredParts } from './DeferredParts.tsx'

const starters: readonly (() => void)[] = [
  countVisit,
  watchDeviceWipe,
  handleLaunches,
  syncWithAccount,
  restoreLostFocus,
  fadePages,
  prefetchCode,
  () => void replayAdditions().catch(() => {}),
  () => {
    if (import.meta.env.PROD && 'serviceWorker' in navigator)
      void watchVersions().catch(logFailure('Registering the service worker'))
  },
]

/** Runs the starters that the first paint does not need. Logs the error of a starter and runs the others. */
export function start(): void {
  for (const starter of starters)
    try {
      starter()
    } catch (error) {
      logFailure('A late starter')(error)
    }
}
