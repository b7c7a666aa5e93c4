import { expect, it } from 'vitest'
import { formatMoney } from './format-money.ts'

it('groups thousands in every language, and has the sign where the storefront has it', () => {
  const roubles = { amount: 199_050, currencyId: 643 } as const
  expect(formatMoney(roubles, 'ru', 2)).toBe('1\u00a0990,50\u00a0₽')
  expect(formatMoney(roubles, 'es', 2)).toBe('1.990,50\u00a0₽')
  expect(formatMoney(roubles, 'en', 2)).toBe('1,990.50\u00a0₽')
  expect(formatMoney({ amount: 120_000, currencyId: 840 }, 'en')).toBe('$1,200')
})
