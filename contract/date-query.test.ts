import { expect, it } from 'vitest'
import { isOnDay, parseDateQuery } from './date-query.ts'

it.each([
  ['12 сентября', { day: 12, month: 9, rest: '' }],
  ['12 сентября 2026 г.', { day: 12, month: 9, year: 2026, rest: '' }],
  ['сентябрь 2026', { month: 9, year: 2026, rest: '' }],
  ['September 12th', { day: 12, month: 9, rest: '' }],
  ['12 de septiembre de 2026', { day: 12, month: 9, year: 2026, rest: '' }],
  ['12 сен', { day: 12, month: 9, rest: '' }],
  ['май', { month: 5, rest: '' }],
  ['12.09.2026', { day: 12, month: 9, year: 2026, rest: '' }],
  ['12.09.26', { day: 12, month: 9, year: 2026, rest: '' }],
  ['12/9', { day: 12, month: 9, rest: '' }],
  ['09.2026', { month: 9, year: 2026, rest: '' }],
  ['2026-09-12', { day: 12, month: 9, year: 2026, rest: '' }],
  ['Три моста 2026', { year: 2026, rest: 'три моста' }],
  ['три моста 12 сентября', { day: 12, month: 9, rest: 'три моста' }],
])('reads %j', (typedText, expected) => {
  expect(parseDateQuery(typedText)).toEqual(expected)
})

it.each(['мар', 'dec', 'три моста', '', '12', '45.13.2026', '12.13', 'марафон', 'Мая́к'])(
  'sees no date in %j',
  (typedText) => {
    expect(parseDateQuery(typedText)).toBeUndefined()
  },
)

it('knows whether a day is meant', () => {
  expect(isOnDay({ day: 12, month: 9 }, '2026-09-12')).toBe(true)
  expect(isOnDay({ month: 9, year: 2025 }, '2026-09-12')).toBe(false)
  expect(isOnDay({ year: 2026 }, '2026-09-12')).toBe(true)
})
