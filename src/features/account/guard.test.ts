import { expect, test } from 'vitest'
import type { SessionState } from '../../platform/identity/index.ts'
import { type GuardView, selectGuardView } from './guard.ts'

const states: readonly SessionState[] = ['unasked', 'asking', 'in', 'out', 'givenUp', 'away', 'leaving']

test('opens at once for a user signed in last time, in any session state except leaving', () => {
  for (const isOnline of [true, false])
    for (const session of states)
      expect(selectGuardView({ wasSignedIn: true, isOnline, session })).toBe(
        session === 'leaving' ? 'wait' : 'open',
      )
})

test.each<[SessionState, GuardView, GuardView]>([
  // a guest: online, offline
  ['unasked', 'wait', 'unreachable'],
  ['asking', 'wait', 'unreachable'],
  ['out', 'toSignIn', 'unreachable'],
  ['away', 'unreachable', 'unreachable'],
  // another redirect would be a loop
  ['givenUp', 'ask', 'ask'],
  // signed out in another tab
  ['in', 'ask', 'ask'],
  ['leaving', 'wait', 'wait'],
])('a guest while the session is “%s” sees %s, or %s offline', (session, online, offline) => {
  expect(selectGuardView({ wasSignedIn: false, isOnline: true, session })).toBe(online)
  expect(selectGuardView({ wasSignedIn: false, isOnline: false, session })).toBe(offline)
})
