import { useEffect, useRef, useState } from 'react'
import { getOrder } from '../../../../contract/orders.ts'
import { request } from '../../../lib/api.ts'
import { Text } from '../../../platform/language/index.ts'
import { useLoaded } from '../../../platform/loading/index.ts'
import { useOnReconnect } from '../../../platform/offline/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { getOrderCopy, storeOrderCopy } from '../../purchases/index.ts'
import { OrderLine, OrderLineSkeleton } from './OrderLine.tsx'
import { saveOrderToCard } from './order-card.ts'

const pageSize = 10

/** Lists the orders that this device may open, by id. Shows ten at first, more on request. */
export function DeviceOrders({ orderIds, basePath }: { orderIds: readonly string[]; basePath: string }) {
  const [shownCount, setShownCount] = useState(pageSize)
  const firstAddedLink = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // after “Show more” the focus moves to the first added order
    if (shownCount > pageSize) firstAddedLink.current?.focus()
  }, [shownCount])
  return (
    <>
      <ul className="border-b border-line">
        {orderIds.slice(0, shownCount).map((orderId, at) => (
          <DeviceOrderRow
            key={orderId}
            orderId={orderId}
            href={`${basePath}/${orderId}`}
            link={at === shownCount - pageSize ? firstAddedLink : undefined}
          />
        ))}
      </ul>
      {orderIds.length > shownCount && (
        <Button kind="sub" full className="mt-4" onClick={() => setShownCount(shownCount + pageSize)}>
          <Text id="orders.list.more" />
        </Button>
      )}
    </>
  )
}

interface DeviceOrderRowProps {
  orderId: string
  href: string
  link: React.Ref<HTMLAnchorElement> | undefined
}

function DeviceOrderRow({ orderId, href, link }: DeviceOrderRowProps) {
  const loaded = useListedOrder(orderId)
  const order = loaded.value
  if (!order) return loaded.state === 'failed' ? null : <OrderLineSkeleton />
  return <OrderLine order={order} href={href} link={link} />
}

/** Returns the cached copy first, then the service's answer. */
function useListedOrder(orderId: string) {
  const [cachedCopy] = useState(() => getOrderCopy(orderId).read())
  const loaded = useLoaded(
    orderId,
    async (signal) => {
      const order = await request(getOrder, { params: { orderId }, signal })
      saveOrderToCard(order)
      if (cachedCopy) storeOrderCopy(order, cachedCopy.payments)
      return order
    },
    cachedCopy?.order,
  )
  useOnReconnect(loaded.reload)
  return loaded
}
