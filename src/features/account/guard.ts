import type { SessionState } from '../../platform/identity/index.ts'

/** What stands where the account should. */
export type GuardView = 'open' | 'wait' | 'toSignIn' | 'ask' | 'unreachable'

/**
 * Whether the account may be shown. Whoever was signed in when it was last looked comes in at once, also without a
 * network; a guest is sent to sign in, but not again when she has just given that up or left in another tab.
 */
export function guardView(now: { isKnown: boolean; isOnline: boolean; session: SessionState }): GuardView {
  const { isKnown, isOnline, session } = now
  if (session === 'leaving') return 'wait'
  if (isKnown) return 'open'
  if (session === 'givenUp' || session === 'in') return 'ask'
  if (!isOnline || session === 'away') return 'unreachable'
  return session === 'out' ? 'toSignIn' : 'wait'
}
