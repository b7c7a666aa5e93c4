import { getDefaultStore } from 'jotai'
import { navigate } from '../../platform/navigation/index.ts'
import { updateBlocksAtom } from '../../platform/updates/index.ts'
import { findRoute } from '../routes.tsx'

/** Types the used part of the Launch Handler API, which TypeScript's library lacks. */
interface LaunchQueue {
  setConsumer(consume: (launch: { targetURL?: string }) => void): void
}

/** Returns whether an order is being paid, or another task is running that a navigation would break. */
const isBusy = () => location.pathname.startsWith('/order') || getDefaultStore().get(updateBlocksAtom) > 0

/**
 * Handles launches of the installed app while it is open. The browser only focuses its window; this navigates to the page of a
 * shortcut, unless that would break a running task.
 */
export function handleLaunches(): void {
  const queue = (window as { launchQueue?: LaunchQueue }).launchQueue
  const [navigationEntry] = performance.getEntriesByType('navigation')
  let initialUrl = navigationEntry?.name
  queue?.setConsumer(({ targetURL }) => {
    // the launch that opened this page is in the queue too
    const isFirst = targetURL === initialUrl
    initialUrl = undefined
    if (!targetURL || isFirst || isBusy()) return
    const { origin, pathname, search } = new URL(targetURL)
    if (origin !== location.origin || pathname === '/' || !findRoute(pathname)) return
    navigate(pathname + search)
  })
}
