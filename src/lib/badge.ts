import { kvStore, type SelfieRecord } from './memory/index.ts'

type BadgeSelfie = Pick<SelfieRecord, 'stage' | 'seen'>

/** Returns the number for the app's icon: unpaid orders, and finished selfie searches whose result was not seen yet. */
export function countBadge(selfies: readonly BadgeSelfie[], ordersToPay: number): number {
  return ordersToPay + selfies.filter(({ stage, seen }) => stage !== 'saved' && !seen).length
}

/** Describes the Badging API, on a page and in a worker. */
interface BadgeApi {
  setAppBadge?(count: number): Promise<void>
  clearAppBadge?(): Promise<void>
}

/** Sets the badge of the installed app where supported; zero clears it. */
export function showBadge(count: number): void {
  const badgeApi: BadgeApi = navigator
  const result = count > 0 ? badgeApi.setAppBadge?.(count) : badgeApi.clearAppBadge?.()
  // rejected when the app is not installed and has no icon
  result?.catch(() => {})
}

const installedKey = 'installed'

/** Records that the app was opened from its icon, for the service worker, which cannot query the display mode. */
export function recordInstalled(): void {
  void kvStore.put(installedKey, 'yes').catch(() => {})
}

/** Returns whether this device has opened the app from its icon. */
export async function wasInstalled(): Promise<boolean> {
  return (await kvStore.get(installedKey)) !== undefined
}
