import { expect, test } from 'vitest'
import { formatClock, formatDay, formatDuration, formatMoment, splitDay } from './time.ts'

test('splits a day into the parts of a date bib, in any time zone of the device', () => {
  expect(splitDay('2026-11-05', 'ru')).toEqual({ day: '05', month: 'ноя', year: '2026' })
  expect(splitDay('2026-09-30', 'en')).toEqual({ day: '30', month: 'Sep', year: '2026' })
  expect(splitDay('2026-01-01', 'es')).toEqual({ day: '01', month: 'ene', year: '2026' })
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
  ['ru', 'Europe/Moscow', /^21 нояб\., 01:41 UTC\+3$/],
  ['en', 'America/New_York', /^Nov 20, 17:41 EST$/],
  ['es', 'Asia/Kolkata', /^21 nov, 04:11 UTC\+5:30$/],
])('shows a moment in %s in the time zone %s, and names the zone', (language, timeZone, text) => {
  expect(formatMoment('2026-11-20T22:41:07.000Z', language, timeZone)).toMatch(text)
})

test('names no zone when a moment is shown in that of the device', () => {
  const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const moment = '2026-11-20T06:41:07.000Z'
  expect(formatMoment(moment, 'en')).toMatch(new RegExp(`, ${clock.format(new Date(moment))}$`))
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
