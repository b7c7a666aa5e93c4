import { expect, test } from 'vitest'
import { dayParts, formatClock, formatDay, formatDuration } from './time.ts'

test('splits a day into the parts of a date bib, in any time zone of the device', () => {
  expect(dayParts('2026-11-05', 'ru')).toEqual({ day: '05', month: 'ноя', year: '2026' })
  expect(dayParts('2026-09-30', 'en')).toEqual({ day: '30', month: 'Sep', year: '2026' })
  expect(dayParts('2026-01-01', 'es')).toEqual({ day: '01', month: 'ene', year: '2026' })
})

test('formats a day without an abbreviated year', () => {
  expect(formatDay('2026-11-20', 'ru')).toBe('20 ноября 2026')
  expect(formatDay('2026-11-20', 'es')).toBe('20 de noviembre de 2026')
})

test('shows the local time of the place', () => {
  const moment = '2026-11-20T06:41:07.000Z'
  expect(formatClock(moment, 'ru', { timeZone: 'Europe/Moscow' })).toBe('09:41')
  expect(formatClock(moment, 'ru', { timeZone: 'Europe/Moscow', seconds: true })).toBe('09:41:07')
})

test.each([
  [23, '0:23'],
  [0, '0:00'],
  [-4, '0:00'],
  [59.6, '1:00'],
  [6_727, '1:52:07'],
])('formats %d seconds as %s on a stopwatch', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
