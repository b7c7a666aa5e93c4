import { useEffect, useRef, useState } from 'react'
import { getOrder } from '../../../contract/orders.ts'
import { request } from '../../lib/api.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { useSum } from '../../platform/money/index.ts'
import { useTitle } from '../../platform/navigation/index.ts'
import { useWhenBack } from '../../platform/offline/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { knownOrders } from './known-orders.ts'
import { keepCopy, lastCopy } from './last-copy.ts'
import { noteOrder } from './order-card.ts'
import { type OrderWord, wordOf } from './refund-words.ts'

const pageSize = 10

/** `/my-account/orders`: the orders that this device may open, as nobody signs in here. */
export function OrdersPage() {
  const text = useText()
  const [orderIds] = useState(knownOrders)
  const [shown, setShown] = useState(pageSize)
  const firstOfMore = useRef<HTMLAnchorElement>(null)
  useTitle(text('orders.list.title'))
  useEffect(() => {
    // whoever pressed “more” goes on at the first one of them
    if (shown > pageSize) firstOfMore.current?.focus()
  }, [shown])
  if (orderIds.length === 0) return <NoOrders />
  return (
    <div className="wrap max-w-[46rem] pt-6 pb-12 lg:pt-11">
      <h1 className="display-d1">
        <Text id="orders.list.title" />
      </h1>
      <ul className="mt-6 border-b border-line">
        {orderIds.slice(0, shown).map((orderId, at) => (
          <OrderRow
            key={orderId}
            orderId={orderId}
            link={at === shown - pageSize ? firstOfMore : undefined}
          />
        ))}
      </ul>
      {orderIds.length > shown && (
        <Button kind="sub" full className="mt-4" onClick={() => setShown(shown + pageSize)}>
          <Text id="orders.list.more" />
        </Button>
      )}
      <p className="mt-4 text-sm text-ink-2">
        <Text id="orders.list.here" />
      </p>
    </div>
  )
}

const tones: Record<OrderWord['tone'], string> = {
  wait: 'text-warn',
  ok: 'text-ok',
  off: 'text-ink-2',
  back: 'text-ink-2',
}

interface RowProps {
  orderId: string
  link: React.Ref<HTMLAnchorElement> | undefined
}

function OrderRow({ orderId, link }: RowProps) {
  const sum = useSum('exact')
  const { language } = useLanguage()
  const loaded = useOrderOfList(orderId)
  const order = loaded.value
  if (!order) return loaded.state === 'failed' ? null : <RowSkeleton />
  const { textId, tone } = wordOf(order)
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' })
  return (
    <li className="border-t border-line">
      <a
        ref={link}
        href={`/my-account/order/${orderId}`}
        className="flex min-h-19 items-center gap-4 py-3 lining-nums"
      >
        <b className="display w-[4.4ch] flex-none text-[1.75rem]">{order.number}</b>
        <span className="min-w-0 flex-1">
          <span className={`block font-semibold ${tones[tone]}`}>
            <Text id={textId} />
          </span>
          {order.refundedAmount && !order.withdrawnOn && (
            <span className="block text-sm text-ink-2">
              <Text id="orders.state.partlySum" values={{ sum: sum(order.refundedAmount) }} />
            </span>
          )}
          <time dateTime={order.createdOn} className="block text-sm text-ink-2">
            {day.format(new Date(order.createdOn)).replace(/\sг\.$/, '')}
          </time>
        </span>
        <b className="font-extrabold whitespace-nowrap">{sum(order.totalAmount)}</b>
        <Icon name="forward" size={20} className="flex-none" />
      </a>
    </li>
  )
}

/** As last told at first, then what the service says. */
function useOrderOfList(orderId: string) {
  const [copy] = useState(() => lastCopy(orderId).read())
  const loaded = useLoaded(
    orderId,
    async (signal) => {
      const order = await request(getOrder, { params: { orderId }, signal })
      noteOrder(order)
      if (copy) keepCopy(order, copy.payments)
      return order
    },
    copy?.order,
  )
  useWhenBack(loaded.reload)
  return loaded
}

function RowSkeleton() {
  return (
    <li className="flex min-h-19 items-center gap-4 border-t border-line py-3" aria-busy="true">
      <Skeleton width={64} height={28} />
      <Skeleton text width="40%" />
    </li>
  )
}

function NoOrders() {
  return (
    <div className="wrap py-6 lg:py-11">
      <EmptyState
        level={1}
        title={<Text id="orders.list.none" />}
        actions={
          <Button href="/">
            <Text id="orders.toHome" />
          </Button>
        }
      >
        <Text id="orders.list.noneText" />
      </EmptyState>
    </div>
  )
}
