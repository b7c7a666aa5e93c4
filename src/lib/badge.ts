import type { SelfieRecord } from './memory/index.ts'

type Known = Pick<SelfieRecord, 'stage' | 'seen'>

/**
 * The number on the app's icon: what waits for its owner. Orders to pay, and searches by selfie that have ended without
 * her having looked.
 */
export function badgeCount(selfies: readonly Known[], ordersToPay: number): number {
  return ordersToPay + selfies.filter(({ stage, seen }) => stage !== 'saved' && !seen).length
}

/** Of the Badging API, on a page as in a worker. */
interface Icon {
  setAppBadge?(count: number): Promise<void>
  clearAppBadge?(): Promise<void>
}

/** Writes a number on the icon of the installed app, where the system can; zero takes it away. */
export function showBadge(count: number): void {
  const icon = navigator as unknown as Icon
  const done = count > 0 ? icon.setAppBadge?.(count) : icon.clearAppBadge?.()
  // an app that is not installed may be refused: it has no icon
  done?.catch(() => {})
}
