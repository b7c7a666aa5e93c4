import { expect, it } from 'vitest'
import { parseWallClock, toWallClock } from './wall-clock.ts'

it.each([
  ['2026-09-12T17:30', 'Europe/Moscow', '2026-09-12T14:30:00.000Z'],
  ['2026-01-01T00:10', 'Europe/Moscow', '2025-12-31T21:10:00.000Z'],
  ['2026-07-01T09:00', 'America/New_York', '2026-07-01T13:00:00.000Z'],
  // the first morning after the change to DST
  ['2026-03-29T09:00', 'Europe/Madrid', '2026-03-29T07:00:00.000Z'],
])('%s in %s is %s, and back', (wallClock, timeZone, moment) => {
  expect(parseWallClock(wallClock, timeZone)?.toISOString()).toBe(moment)
  expect(toWallClock(new Date(moment), timeZone)).toBe(wallClock)
})

it('rejects invalid times', () => {
  expect(parseWallClock('', 'Europe/Moscow')).toBeUndefined()
})
