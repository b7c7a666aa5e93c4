import { expect, test } from 'vitest'
import type { SessionState } from '../../platform/identity/index.ts'
import { type GuardView, guardView } from './guard.ts'

const states: readonly SessionState[] = ['unasked', 'asking', 'in', 'out', 'givenUp', 'away', 'leaving']

test('who was signed in last time comes in at once, whatever is known by now, unless she is leaving', () => {
  for (const isOnline of [true, false])
    for (const session of states)
      expect(guardView({ isKnown: true, isOnline, session })).toBe(session === 'leaving' ? 'wait' : 'open')
})

test.each<[SessionState, GuardView, GuardView]>([
  // a guest: with a network, without one
  ['unasked', 'wait', 'unreachable'],
  ['asking', 'wait', 'unreachable'],
  ['out', 'toSignIn', 'unreachable'],
  ['away', 'unreachable', 'unreachable'],
  // sent there again, she would go round in circles
  ['givenUp', 'ask', 'ask'],
  // another tab has signed out
  ['in', 'ask', 'ask'],
  ['leaving', 'wait', 'wait'],
])('a guest while the session is “%s” sees %s, or %s offline', (session, online, offline) => {
  expect(guardView({ isKnown: false, isOnline: true, session })).toBe(online)
  expect(guardView({ isKnown: false, isOnline: false, session })).toBe(offline)
})
