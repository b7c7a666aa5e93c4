import { cx } from './cx.ts'

export interface PriceProps {
  /** Contains the formatted digits without the sign: "3 012". */
  amount: string
  sign?: string
  /** Puts the sign before the digits ("$12"). */
  signFirst?: boolean
  className?: string
}

/**
 * Renders an amount with its currency sign. The display font has no rouble sign, so the sign is set in the text font at
 * 70 %.
 */
export function Price({ amount, sign = '₽', signFirst, className }: PriceProps) {
  return (
    <span className={cx('pf-price', className)}>
      <span className="whitespace-nowrap">
        {signFirst && <span className="pf-rub ml-0">{sign}</span>}
        {amount}
        {!signFirst && <span className="pf-rub">{`\u00a0${sign}`}</span>}
      </span>
    </span>
  )
}
