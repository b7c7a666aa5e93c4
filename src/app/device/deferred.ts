import { replayAdditions } from '../../features/cart/index.ts'
import { logFailure } from '../../platform/errors/report-error.ts'
import { countVisit } from '../../platform/install/index.ts'
import { getLastNavigationType } from '../../platform/navigation/index.ts'
import { findRoute } from '../routes.tsx'
import { watchDeviceWipe } from './forget-device.ts'
import { handleLaunches } from './launches.ts'
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

const fadeInMs = 220
const reducedMotionFadeInMs = 120

/** Fades pages in on navigation. The first page is not animated: a fade would only delay it. */
function fadePages(): void {
  const main = document.querySelector('main')
  if (!main) return
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  const fade = (node: Node) => {
    if (!(node instanceof HTMLElement) || node.matches('.pf-dock')) return
    const duration = reducedMotion.matches ? reducedMotionFadeInMs : fadeInMs
    node.animate({ opacity: [0, 1] }, { duration, easing: 'cubic-bezier(.2, .8, .2, 1)' })
  }
  new MutationObserver((changes) => {
    if (getLastNavigationType() !== 'first') for (const { addedNodes } of changes) addedNodes.forEach(fade)
  }).observe(main, { childList: true })
}

/** Prefetches the code of a page on `pointerdown` on its link. */
function prefetchCode(): void {
  document.addEventListener('pointerdown', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/"]')
    // after a failure, the page requests the code again and reports the error
    if (link)
      findRoute(link.pathname)
        ?.route.load()
        .catch(() => {})
  })
}
