import { useEffect, useRef, useState } from 'react'
import { getOrder } from '../../../contract/orders.ts'
import { request } from '../../lib/api.ts'
import { Text } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { useWhenBack } from '../../platform/offline/index.ts'
import { Button } from '../../ui/Button.tsx'
import { keepCopy, lastCopy } from '../purchases/index.ts'
import { OrderLine, OrderLineSkeleton } from './OrderLine.tsx'
import { noteOrder } from './order-card.ts'

const pageSize = 10

/** Lists the orders that this device may open, by id. Shows ten at first, more on request. */
export function DeviceOrders({ orderIds, below }: { orderIds: readonly string[]; below: string }) {
  const [shown, setShown] = useState(pageSize)
  const firstOfMore = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // after “Show more” the focus moves to the first added order
    if (shown > pageSize) firstOfMore.current?.focus()
  }, [shown])
  return (
    <>
      <ul className="border-b border-line">
        {orderIds.slice(0, shown).map((orderId, at) => (
          <Row
            key={orderId}
            orderId={orderId}
            href={`${below}/${orderId}`}
            link={at === shown - pageSize ? firstOfMore : undefined}
          />
        ))}
      </ul>
      {orderIds.length > shown && (
        <Button kind="sub" full className="mt-4" onClick={() => setShown(shown + pageSize)}>
          <Text id="orders.list.more" />
        </Button>
      )}
    </>
  )
}

interface RowProps {
  orderId: string
  href: string
  link: React.Ref<HTMLAnchorElement> | undefined
}

function Row({ orderId, href, link }: RowProps) {
  const loaded = useOrderOfList(orderId)
  const order = loaded.value
  if (!order) return loaded.state === 'failed' ? null : <OrderLineSkeleton />
  return <OrderLine order={order} href={href} link={link} />
}

/** Returns the cached copy first, then the service's answer. */
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
