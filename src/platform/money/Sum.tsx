import { useCallback } from 'react'
import type { Money } from '../../../contract/common.ts'
import { formatMoney } from '../../lib/money.ts'
import { Price } from '../../ui/Price.tsx'
import { useLanguage } from '../language/index.ts'

/** Returns a function that formats an amount: `1 290 ₽`; `exact` for charged amounts. */
export function useSum(precision?: 'exact'): (money: Money) => string {
  const { language } = useLanguage()
  return useCallback((money) => formatMoney(money, language, precision).text, [language, precision])
}

interface SumProps {
  of: Money
  /** The former price; shown only when it was higher. */
  instead?: Money
  insteadLabel?: string
  /** With kopecks: the amount that the bank charges. */
  exact?: boolean
  className?: string
}

/** An amount, optionally with the former price struck through. */
export function Sum({ of, instead, insteadLabel, exact, className }: SumProps) {
  const { language } = useLanguage()
  const { whole, currency, text } = formatMoney(of, language, exact ? 'exact' : undefined)
  const struck = instead && instead.amount > of.amount ? formatMoney(instead, language).text : undefined
  return (
    <Price
      amount={whole}
      sign={currency}
      signFirst={text.startsWith(currency)}
      struck={struck}
      struckLabel={insteadLabel}
      className={className}
    />
  )
}
