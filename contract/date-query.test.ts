import { expect, it } from 'vitest'
import { isOnDay, parseDateQuery } from './date-query.ts'
import { languages } from './language/languages.ts'

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

/** Names that were typed before they were taken from `Intl`: nominative, after a number, and short, by month. */
const monthNames = [
  'январь января янв january jan enero ene',
  'февраль февраля февр фев february feb febrero',
  'март марта мар march mar marzo',
  'апрель апреля апр april apr abril abr',
  'май мая may mayo',
  'июнь июня июн june jun junio',
  'июль июля июл july jul julio',
  'август августа авг august aug agosto ago',
  'сентябрь сентября сент сен september sept sep septiembre',
  'октябрь октября окт october oct octubre',
  'ноябрь ноября нояб ноя november nov noviembre',
  'декабрь декабря дек december dec diciembre dic',
]

it.each(monthNames.map((names, index) => [names, index + 1] as const))('reads %s', (names, month) => {
  for (const name of names.split(' '))
    for (const word of [name, name.toUpperCase(), `${name}.`])
      expect([word, parseDateQuery(`7 ${word}`)]).toEqual([word, { day: 7, month, rest: '' }])
})

it('reads the names of months in every language', () => {
  for (const language of languages)
    for (let month = 1; month <= 12; month++) {
      const date = Date.UTC(2026, month - 1, 7)
      const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
      const written = new Intl.DateTimeFormat(language, options).format(date)
      expect([written, parseDateQuery(written)]).toEqual([written, { day: 7, month, year: 2026, rest: '' }])
    }
})

it.each([
  'мар',
  'dec',
  'фев',
  'три моста',
  'marc',
  'янва',
  '',
  '12',
  '45.13.2026',
  '12.13',
  'марафон',
  'Мая́к',
])('sees no date in %j', (typedText) => {
  expect(parseDateQuery(typedText)).toBeUndefined()
})

it('knows whether a day is meant', () => {
  expect(isOnDay({ day: 12, month: 9 }, '2026-09-12')).toBe(true)
  expect(isOnDay({ month: 9, year: 2025 }, '2026-09-12')).toBe(false)
  expect(isOnDay({ year: 2026 }, '2026-09-12')).toBe(true)
})
