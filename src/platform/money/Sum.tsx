import { useCallback } from 'react'
import type { Money } from '../../../contract/common.ts'
import { formatMoney } from '../../lib/format/money.ts'
import { Price } from '../../ui/Price.tsx'
import { useLanguage } from '../language/index.ts'

/** Returns a function that formats an amount, e.g. `1 290 ₽`. Pass `exact` for charged amounts. */
export function useMoneyFormat(precision?: 'exact'): (money: Money) => string {
  const { language } = useLanguage()
  return useCallback((money) => formatMoney(money, language, precision).text, [language, precision])
}

interface SumProps {
  amount: Money
  /** Includes kopecks: the amount that the bank charges. */
  exact?: boolean
  className?: string
}

/** Shows an amount of money with its currency sign. */
export function Sum({ amount: money, exact, className }: SumProps) {
  const { language } = useLanguage()
  const { whole, currency, text } = formatMoney(money, language, exact ? 'exact' : undefined)
  return <Price amount={whole} sign={currency} signFirst={text.startsWith(currency)} className={className} />
}
