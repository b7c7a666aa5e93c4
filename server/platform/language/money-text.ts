import type { Language, Money } from '../../../contract/common.ts'
import { intlFor } from './catalogue.ts'

const signs = { 643: '₽', 840: '$' } as const

/** Formats an amount for letters, receipts and the bank, like the storefront: `1 990,00 ₽`, `$12`. @param digits decimals */
export function moneyText(money: Money, language: Language, digits: 0 | 2 = 0): string {
  const figures = intlFor(language).formatNumber(money.amount / 100, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    // Spanish omits grouping below ten thousand by default
    useGrouping: true,
  })
  const sign = signs[money.currencyId]
  return money.currencyId === 840 ? sign + figures : `${figures}\u00a0${sign}`
}
