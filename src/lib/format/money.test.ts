import { expect, test } from 'vitest'
import { formatMoney } from './money.ts'

test.each([
  [35_000, 'ru', '350\u00a0₽'],
  [129_049, 'ru', '1\u00a0290\u00a0₽'],
  [129_050, 'ru', '1\u00a0291\u00a0₽'],
  [0, 'ru', '0\u00a0₽'],
  [129_000, 'en', '1,290\u00a0₽'],
])('%i kopecks in %s are %s, rounded to whole roubles', (amount, language, text) => {
  expect(formatMoney({ amount, currencyId: 643 }, language).text).toBe(text)
})

test('shows kopecks when a precision is given', () => {
  expect(formatMoney({ amount: 33_250, currencyId: 643 }, 'ru', 2).text).toBe('332,50\u00a0₽')
})

test('shows charges to the kopeck, and whole sums without', () => {
  expect(formatMoney({ amount: 189_050, currencyId: 643 }, 'ru', 'exact').text).toBe('1\u00a0890,50\u00a0₽')
  expect(formatMoney({ amount: 199_000, currencyId: 643 }, 'ru', 'exact').text).toBe('1\u00a0990\u00a0₽')
})

test.each([
  [1_200, '$12'],
  [2_499, '$24.99'],
  [2_250, '$22.50'],
])('formats %i cents as %s: the dollar sign first, with cents', (amount, text) => {
  expect(formatMoney({ amount, currencyId: 840 }, 'en').text).toBe(text)
  expect(formatMoney({ amount, currencyId: 840 }, 'en', 'exact').text).toBe(text)
})

test('returns digits and sign separately for headlines', () => {
  expect(formatMoney({ amount: 99_000, currencyId: 643 }, 'ru')).toMatchObject({
    whole: '990',
    currency: '₽',
  })
})
