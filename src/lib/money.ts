import type { Money } from '../../contract/common.ts'
import { intlFor } from './intl.ts'

const symbols = { 643: '₽', 840: '$' } as const
const minorUnits = 100

export interface FormattedMoney {
  /** The whole sum ready to show: `1 290 ₽`, `$12`. */
  text: string
  /** The digits alone; the display face has no rouble sign, so a headline sets the two apart. */
  whole: string
  currency: string
}

/**
 * A sum in the words of a language. Roubles are rounded to whole ones unless a precision is asked for; dollars keep the
 * cents they have, as nobody calls $24.99 twenty-five.
 *
 * @param money integer minor units
 * @param precision digits after the point, 0 to 2; `exact`: as many as the sum has, for what is really charged
 */
export function formatMoney(
  money: Money,
  language: string,
  precision: number | 'exact' = money.currencyId === 840 ? 'exact' : 0,
): FormattedMoney {
  const isWhole = money.amount % minorUnits === 0
  const digits = precision === 'exact' ? (isWhole ? 0 : 2) : precision
  const whole = intlFor(language).formatNumber(money.amount / minorUnits, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: true,
  })
  const currency = symbols[money.currencyId]
  return { text: money.currencyId === 840 ? currency + whole : `${whole}\u00a0${currency}`, whole, currency }
}
