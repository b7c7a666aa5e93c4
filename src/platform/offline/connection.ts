import type { LinkSignal } from '../../lib/link.ts'

/** State of the connection. `portal`: a captive portal answers; `slow`: the server answers late. */
export type Connection = 'online' | 'offline' | 'portal' | 'slow'

/** Results of recent calls to the server, from which the connection is derived. */
export interface LinkState {
  /** Whether the browser reports no network. A hint only: an answer resets it. */
  readonly isUnplugged: boolean
  /** Consecutive calls without an answer. */
  readonly failureCount: number
  readonly hasPortal: boolean
  readonly isSlow: boolean
}

/** Calls without an answer until the connection counts as offline: a single one may fail for another reason. */
const missesUntilOffline = 2

export const createLinkState = (isUnplugged: boolean): LinkState => ({
  isUnplugged,
  failureCount: 0,
  hasPortal: false,
  isSlow: false,
})

/** Returns the link state after a call, or after the browser lost or found its network. */
export function updateLinkState(link: LinkState, event: LinkSignal | 'unplugged' | 'plugged'): LinkState {
  if (event === 'answer' || event === 'plugged') return createLinkState(false)
  if (event === 'unplugged') return createLinkState(true)
  if (event === 'stranger') return { ...link, hasPortal: true }
  if (event === 'late') return { ...link, isSlow: true }
  return { ...link, failureCount: link.failureCount + 1 }
}

export function toConnection({ isUnplugged, failureCount, hasPortal, isSlow }: LinkState): Connection {
  if (isUnplugged) return 'offline'
  if (hasPortal) return 'portal'
  if (failureCount >= missesUntilOffline) return 'offline'
  return isSlow ? 'slow' : 'online'
}
