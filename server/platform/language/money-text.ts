import type { Language, Money } from '../../../contract/common.ts'
import { intlFor } from './catalogue.ts'

const signs = { 643: '₽', 840: '$' } as const

/** An amount for letters, receipts and the bank, written as the storefront writes it: `1 990,00 ₽`, `$12`. @param digits of minor units */
export function moneyText(money: Money, language: Language, digits: 0 | 2 = 0): string {
  const figures = intlFor(language).formatNumber(money.amount / 100, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    // Spanish leaves it out below ten thousand
    useGrouping: true,
  })
  const sign = signs[money.currencyId]
  return money.currencyId === 840 ? sign + figures : `${figures}\u00a0${sign}`
}
