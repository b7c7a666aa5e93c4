import type { Order } from '../../../../contract/orders.ts'
import { formatMoment } from '../../../lib/format/time.ts'
import { Text, useLanguage } from '../../../platform/language/index.ts'
import { useMoneyFormat } from '../../../platform/money/index.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { listRefundLines } from '../list/order-labels.ts'

interface Props {
  order: Pick<Order, 'refunds' | 'timeZone'>
  className?: string
}

/** Lists the refunds of an order with amount, date and state. Renders nothing when there are none. */
export function Refunds({ order, className }: Props) {
  const formatMoney = useMoneyFormat('exact')
  const { language } = useLanguage()
  const lines = listRefundLines(order)
  if (lines.length === 0) return null
  const isPending = lines.some(({ textId }) => textId === 'orders.refund.underWay')
  return (
    <section className={className} aria-labelledby="refunds">
      <h2 id="refunds" className="title pb-2">
        <Text id="orders.refund.title" />
      </h2>
      <ul className="border-b border-line">
        {lines.map(({ key, textId, amount, on }) => (
          <li key={key} className="flex items-center gap-3 border-t border-line py-3 lining-nums">
            <Icon
              name={textId === 'orders.refund.done' ? 'check' : 'clock'}
              className={textId === 'orders.refund.done' ? 'flex-none text-ok' : 'flex-none text-warn'}
            />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">
                <Text id={textId} />
              </span>
              <time dateTime={on} className="block text-sm text-ink-2">
                {formatMoment(on, language, order.timeZone)}
              </time>
            </span>
            <b className="font-extrabold whitespace-nowrap">{formatMoney(amount)}</b>
          </li>
        ))}
      </ul>
      <p className="pt-2 text-sm text-ink-2">
        <Text id={isPending ? 'orders.refund.waits' : 'orders.refund.bank'} />
      </p>
    </section>
  )
}
