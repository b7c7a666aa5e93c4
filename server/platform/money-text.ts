import type { Language, Money } from '../../contract/common.ts'

const signs = { 643: '₽', 840: '$' } as const

/** An amount for letters, receipts and the bank, written as the storefront writes it: `1 990,00 ₽`, `$12`. @param digits of minor units */
export function moneyText(money: Money, language: Language, digits: 0 | 2 = 0): string {
  const figures = new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    // Spanish leaves it out below ten thousand
    useGrouping: true,
  }).format(money.amount / 100)
  const sign = signs[money.currencyId]
  return money.currencyId === 840 ? sign + figures : `${figures}\u00a0${sign}`
}
