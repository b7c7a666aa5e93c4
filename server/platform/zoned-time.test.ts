import { expect, it } from 'vitest'
import { isTimeZone, toInstant, toWallClock } from './zoned-time.ts'

it.each([
  ['2026-09-12T17:30:00Z', 'Europe/Moscow', '2026-09-12T14:30:00Z', 'a steady zone'],
  ['2026-07-01T12:00:00Z', 'America/New_York', '2026-07-01T16:00:00Z', 'summer'],
  ['2026-01-15T12:00:00Z', 'America/New_York', '2026-01-15T17:00:00Z', 'winter'],
  ['2026-03-08T03:30:00Z', 'America/New_York', '2026-03-08T07:30:00Z', 'just after the leap ahead'],
  ['2026-03-08T01:59:00Z', 'America/New_York', '2026-03-08T06:59:00Z', 'just before it'],
  ['2026-11-01T00:30:00Z', 'America/New_York', '2026-11-01T04:30:00Z', 'before the hour that comes twice'],
  ['2026-11-01T02:30:00Z', 'America/New_York', '2026-11-01T07:30:00Z', 'after it'],
  ['2026-05-05T05:45:00Z', 'Asia/Kathmandu', '2026-05-05T00:00:00Z', 'a zone of quarters'],
])('a clock that shows %s in %s means %s: %s', (wallClock, zone, moment) => {
  expect(toInstant(new Date(wallClock), zone)).toEqual(new Date(moment))
})

it('counts an hour that comes twice as the first of the two', () => {
  expect(toInstant(new Date('2026-11-01T01:30:00Z'), 'America/New_York')).toEqual(
    new Date('2026-11-01T05:30:00Z'),
  )
})

it.each([
  ['2026-09-12T14:30:00.250Z', 'Europe/Moscow', '2026-09-12T17:30:00.250Z'],
  ['2026-07-01T02:00:00Z', 'America/New_York', '2026-06-30T22:00:00Z'],
  ['2026-11-01T06:30:00Z', 'America/New_York', '2026-11-01T01:30:00Z'],
])('shows %s in %s as %s', (moment, zone, wallClock) => {
  expect(toWallClock(new Date(moment), zone)).toEqual(new Date(wallClock))
})

it('knows which zones there are', () => {
  expect(isTimeZone('Europe/Moscow')).toBe(true)
  expect(isTimeZone('Moon/Tranquility')).toBe(false)
})
