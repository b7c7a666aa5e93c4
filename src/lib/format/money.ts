import type { Money } from '../../../contract/common.ts'
import { getIntl } from './intl.ts'

const currencySymbols = { 643: '₽', 840: '$' } as const
const minorUnits = 100

export interface FormattedMoney {
  /** Contains the whole amount for display: `1 290 ₽`, `$12`. */
  text: string
  /** The digits alone. The display typeface has no rouble sign, so headlines set the two separately. */
  whole: string
  currency: string
}

/**
 * Formats an amount for a locale. Roubles are rounded to integers unless a precision is given. Dollars keep their
 * cents: $24.99 must not be shown as $25.
 *
 * @param money integer minor units
 * @param precision digits after the point, 0 to 2; `exact`: as many as the amount has, for the charged amount
 */
export function formatMoney(
  money: Money,
  language: string,
  precision: number | 'exact' = money.currencyId === 840 ? 'exact' : 0,
): FormattedMoney {
  const isWhole = money.amount % minorUnits === 0
  const digits = precision === 'exact' ? (isWhole ? 0 : 2) : precision
  const whole = getIntl(language).formatNumber(money.amount / minorUnits, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: true,
  })
  const currency = currencySymbols[money.currencyId]
  return { text: money.currencyId === 840 ? currency + whole : `${whole}\u00a0${currency}`, whole, currency }
}
