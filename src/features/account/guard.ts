import type { SessionState } from '../../platform/identity/index.ts'

/** Selects what is rendered in place of the account. */
export type GuardView = 'open' | 'wait' | 'toSignIn' | 'ask' | 'unreachable'

/**
 * Returns which view of the account to show. A user who was signed in at the last check gets access at once, also
 * offline. A guest is redirected to sign-in, except right after canceling it or after signing out in another tab.
 */
export function selectGuardView(state: {
  wasSignedIn: boolean
  isOnline: boolean
  session: SessionState
}): GuardView {
  const { wasSignedIn, isOnline, session } = state
  if (session === 'leaving') return 'wait'
  if (wasSignedIn) return 'open'
  if (session === 'givenUp' || session === 'in') return 'ask'
  if (!isOnline || session === 'away') return 'unreachable'
  return session === 'out' ? 'toSignIn' : 'wait'
}
