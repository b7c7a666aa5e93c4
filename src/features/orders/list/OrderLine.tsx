import type { Ref } from 'react'
import { useIntl } from 'react-intl'
import type { Order } from '../../../../contract/orders.ts'
import { Text } from '../../../platform/language/index.ts'
import { useMoneyFormat } from '../../../platform/money/index.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { getCurrentAmount } from './order-card.ts'
import { getOrderStateLabel, type OrderStateLabel } from './order-labels.ts'

const tones: Record<OrderStateLabel['tone'], string> = {
  wait: 'text-warn',
  ok: 'text-ok',
  off: 'text-ink-2',
  back: 'text-ink-2',
}

interface Props {
  order: Order
  href: string
  link?: Ref<HTMLAnchorElement> | undefined
}

/** Renders one row of an order list: number, state, date and amount. */
export function OrderLine({ order, href, link }: Props) {
  const formatMoney = useMoneyFormat('exact')
  const { formatDate } = useIntl()
  const { textId, tone } = getOrderStateLabel(order)
  const { createdOn, timeZone } = order
  const day = formatDate(createdOn, { day: 'numeric', month: 'short', year: 'numeric', timeZone })
  return (
    <li className="border-t border-line">
      <AppLink ref={link} href={href} className="flex min-h-19 items-center gap-4 py-3 lining-nums">
        <b className="display min-w-[4.4ch] flex-none text-[1.75rem] whitespace-nowrap">{order.number}</b>
        <span className="min-w-0 flex-1">
          <span className={`block font-semibold ${tones[tone]}`}>
            <Text id={textId} />
          </span>
          {order.refundedAmount && !order.withdrawnOn && (
            <span className="block text-sm text-ink-2">
              <Text id="orders.state.partlySum" values={{ sum: formatMoney(order.refundedAmount) }} />
            </span>
          )}
          <time dateTime={createdOn} className="block text-sm text-ink-2">
            {day.replace(/\sг\.$/, '')}
          </time>
        </span>
        <b className="font-extrabold whitespace-nowrap">{formatMoney(getCurrentAmount(order))}</b>
        <Icon name="right" size={20} className="flex-none" />
      </AppLink>
    </li>
  )
}

/** Renders a placeholder of a row while its order is loading. */
export function OrderLineSkeleton() {
  return (
    <li className="flex min-h-19 items-center gap-4 border-t border-line py-3" aria-busy="true">
      <Skeleton width={64} height={28} />
      <Skeleton text width="40%" />
    </li>
  )
}
