import { expect, it } from 'vitest'
import { moneyText } from './money-text.ts'

it('groups thousands in every language, and has the sign where the storefront has it', () => {
  const roubles = { amount: 199_050, currencyId: 643 } as const
  expect(moneyText(roubles, 'ru', 2)).toBe('1\u00a0990,50\u00a0₽')
  expect(moneyText(roubles, 'es', 2)).toBe('1.990,50\u00a0₽')
  expect(moneyText(roubles, 'en', 2)).toBe('1,990.50\u00a0₽')
  expect(moneyText({ amount: 120_000, currencyId: 840 }, 'en')).toBe('$1,200')
})
