import type { Language, Money } from '../../../contract/common.ts'
import { getIntl } from './catalogue.ts'

const currencySigns = { 643: '₽', 840: '$' } as const

/** Formats an amount for letters, receipts and the bank, like the storefront: `1 990,00 ₽`, `$12`. @param digits decimals */
export function formatMoney(money: Money, language: Language, digits: 0 | 2 = 0): string {
  const formattedNumber = getIntl(language).formatNumber(money.amount / 100, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    // Spanish omits grouping below ten thousand by default
    useGrouping: true,
  })
  const currencySign = currencySigns[money.currencyId]
  return money.currencyId === 840 ? currencySign + formattedNumber : `${formattedNumber}\u00a0${currencySign}`
}
