import type { ReactNode } from 'react'
import type { Money } from '../../../contract/common.ts'
import type { PaymentType } from '../../../contract/invoices.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { Sum, useSum } from '../../platform/money/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dock } from '../../ui/Dock.tsx'
import { discountOf } from './payment-types.ts'

interface Props {
  /** What stands over the sum: the order and how much is in it. */
  head: ReactNode
  /** In a few words, for the dock. */
  short: string
  /** Before what the way to pay takes off. */
  total: Money
  type: PaymentType | undefined
  /** Stands before the sum while it is not confirmed. */
  about?: ReactNode
  busy: boolean
  /** Why it cannot be paid now. */
  reason?: string
  onPay: () => void
}

const toPayOf = ({ total, type }: Pick<Props, 'total' | 'type'>) => type?.amountToPay ?? total

/** The sum with its button, beside the page on wide screens. */
export function PaySum(props: Props) {
  const { head, total, type } = props
  const sum = useSum('exact')
  const discount = discountOf(type, total)
  return (
    <div className="max-lg:hidden">
      <p className="mb-3.5 font-extrabold">{head}</p>
      <dl className="pf-sum">
        <dt>
          <Text id="orders.sum.items" />
        </dt>
        <dd className="lining-nums">{sum(total)}</dd>
        {type && discount.amount > 0 && (
          <>
            <dt className="font-semibold text-accent-ink">
              <Text id="orders.sum.discount" values={{ title: type.title, percent: type.discountPercent }} />
            </dt>
            <dd className="font-semibold whitespace-nowrap text-accent-ink lining-nums">−{sum(discount)}</dd>
          </>
        )}
        <dt data-total className="title">
          <Text id="orders.sum.total" />
        </dt>
        <dd data-total className="display" aria-live="polite">
          {props.about}
          <Sum of={toPayOf(props)} exact />
        </dd>
      </dl>
      <div className="mt-5.5">
        <PayButton {...props} />
      </div>
      <p className="mt-3 text-xs text-ink-2">
        <Text id="orders.sum.kept" />
      </p>
    </div>
  )
}

/** The same at the foot of a phone's screen. */
export function PayDock(props: Props) {
  const text = useText()
  const sum = useSum('exact')
  const { short, total, type } = props
  const discount = discountOf(type, total)
  return (
    <Dock label={text('orders.pay')}>
      <p className="mb-2.5 flex justify-between gap-3 text-sm text-ink-2 lining-nums">
        <span>
          {short}
          {type && discount.amount > 0 && (
            <Text id="orders.sum.discountShort" values={{ title: type.title, sum: sum(discount) }} />
          )}
        </span>
        {discount.amount > 0 && <s className="whitespace-nowrap">{sum(total)}</s>}
      </p>
      <PayButton {...props} />
    </Dock>
  )
}

function PayButton(props: Props) {
  const { about, busy, reason, onPay } = props
  const toPay = toPayOf(props)
  const free = toPay.amount === 0
  return (
    <Button
      kind="primary"
      full
      icon={free ? undefined : 'lock'}
      busy={busy}
      disabled={reason !== undefined}
      reason={reason}
      onClick={onPay}
    >
      {busy ? (
        <Text id="orders.paying" />
      ) : free ? (
        <Text id="orders.getFree" />
      ) : (
        <>
          <Text id="orders.pay" />{' '}
          <span>
            {about}
            <Sum of={toPay} exact />
          </span>
        </>
      )}
    </Button>
  )
}
