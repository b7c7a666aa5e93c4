import '../../../ui/sum.css'
import type { ReactNode } from 'react'
import type { Money } from '../../../../contract/common.ts'
import type { PaymentType } from '../../../../contract/invoices.ts'
import { Text, useText } from '../../../platform/language/index.ts'
import { Sum, useMoneyFormat } from '../../../platform/money/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dock } from '../../../ui/layout/Dock.tsx'
import { computeDiscount } from './payment-types.ts'

interface Props {
  /** Shows the order and the number of its items above the sum. */
  head: ReactNode
  /** A short form of `head` for the dock. */
  short: string
  /** The sum before the discount of the payment type. */
  total: Money
  type: PaymentType | undefined
  /** Rendered before the sum while it is not confirmed. */
  unconfirmedMark?: ReactNode
  /** Rendered directly above the button, both in the plate and in the dock. */
  aboveButton?: ReactNode
  busy: boolean
  /** States why the order cannot be paid now. */
  reason?: string
  onPay: () => void
}

const getAmountToPay = ({ total, type }: Pick<Props, 'total' | 'type'>) => type?.amountToPay ?? total

/** Shows the sum with the pay button, in the plate of wide screens. `PayDock` covers narrow ones. */
export function PaySum(props: Props) {
  const { head, total, type, aboveButton } = props
  const formatMoney = useMoneyFormat('exact')
  const discount = computeDiscount(type, total)
  return (
    <>
      <p className="mb-3.5 font-extrabold">{head}</p>
      <dl className="pf-sum">
        <dt>
          <Text id="orders.sum.items" />
        </dt>
        <dd className="lining-nums">{formatMoney(total)}</dd>
        {type && discount.amount > 0 && (
          <>
            <dt className="font-semibold text-ok">
              <Text id="orders.sum.discount" values={{ title: type.title, percent: type.discountPercent }} />
            </dt>
            <dd className="font-semibold whitespace-nowrap text-ok lining-nums">−{formatMoney(discount)}</dd>
          </>
        )}
        <dt data-total className="title">
          <Text id="orders.sum.total" />
        </dt>
        <dd data-total className="display" aria-live="polite">
          {props.unconfirmedMark}
          <Sum amount={getAmountToPay(props)} exact />
        </dd>
      </dl>
      <div className="mt-5.5">
        {aboveButton && <div className="mb-2.5">{aboveButton}</div>}
        <PayButton {...props} />
      </div>
      <p className="mt-3 text-xs text-ink-2">
        <Text id="orders.sum.kept" />
      </p>
    </>
  )
}

/** Shows the sum with the pay button in a dock at the foot of a phone's screen. */
export function PayDock(props: Props) {
  const text = useText()
  const formatMoney = useMoneyFormat('exact')
  const { short, total, type, aboveButton } = props
  const discount = computeDiscount(type, total)
  return (
    // a fixed dock would cover the page at 400 % zoom
    <Dock label={text('orders.pay')} className="[@media(height<18rem)_and_(width<36rem)]:static">
      <p className="mb-2.5 flex justify-between gap-3 text-sm text-ink-2 lining-nums">
        <span>
          {short}
          {type && discount.amount > 0 && (
            <Text id="orders.sum.discountShort" values={{ title: type.title, sum: formatMoney(discount) }} />
          )}
        </span>
        {discount.amount > 0 && <s className="whitespace-nowrap">{formatMoney(total)}</s>}
      </p>
      {aboveButton ? (
        // side by side on low screens that are wide enough for both
        <div className="grid gap-2.5 landscape:min-[36rem]:grid-cols-2 landscape:min-[36rem]:items-center">
          {aboveButton}
          <PayButton {...props} />
        </div>
      ) : (
        <PayButton {...props} />
      )}
    </Dock>
  )
}

function PayButton(props: Props) {
  const { unconfirmedMark, busy, reason, onPay } = props
  const amountToPay = getAmountToPay(props)
  const isFree = amountToPay.amount === 0
  return (
    <Button
      kind="primary"
      full
      icon={isFree ? undefined : 'lock'}
      busy={busy}
      disabled={reason !== undefined}
      reason={reason}
      onClick={onPay}
    >
      {busy ? (
        <Text id="orders.paying" />
      ) : isFree ? (
        <Text id="orders.getFree" />
      ) : (
        <>
          <Text id="orders.pay" />{' '}
          <span>
            {unconfirmedMark}
            <Sum amount={amountToPay} exact />
          </span>
        </>
      )}
    </Button>
  )
}
