import { getDefaultStore } from 'jotai'
import { navigate } from '../../platform/navigation/index.ts'
import { holdsAtom } from '../../platform/updates/index.ts'
import { findRoute } from '../routes.tsx'

/** Of the Launch Handler API, which is not in TypeScript's library. */
interface LaunchQueue {
  setConsumer(consume: (launch: { targetURL?: string }) => void): void
}

/** An order is being paid, or something else is under way that a move would break. */
const isBusy = () => location.pathname.startsWith('/order') || getDefaultStore().get(holdsAtom) > 0

/**
 * When the installed app is launched while it is open, its window comes to the front as it is; a shortcut then moves
 * to its page, unless that would break something.
 */
export function followLaunches(): void {
  const queue = (window as { launchQueue?: LaunchQueue }).launchQueue
  const [load] = performance.getEntriesByType('navigation')
  let openedWith = load?.name
  queue?.setConsumer(({ targetURL }) => {
    // the launch that has opened this page is in the queue too
    const isFirst = targetURL === openedWith
    openedWith = undefined
    if (!targetURL || isFirst || isBusy()) return
    const { origin, pathname, search } = new URL(targetURL)
    if (origin !== location.origin || pathname === '/' || !findRoute(pathname)) return
    navigate(pathname + search)
  })
}
