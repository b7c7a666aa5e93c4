import type { Language, Money } from '../../contract/common.ts'

const codes = { 643: 'RUB', 840: 'USD' } as const

/** An amount for letters and receipts, e.g. `1 990,00 ₽`. @param digits of minor units */
export function moneyText(money: Money, language: Language, digits: 0 | 2 = 0): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: codes[money.currencyId],
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(money.amount / 100)
}
