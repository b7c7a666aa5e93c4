import { useState } from 'react'
import { Text, useText } from '../../../platform/language/index.ts'
import { useTitle } from '../../../platform/navigation/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyScreen } from '../../../ui/feedback/EmptyScreen.tsx'
import { DeviceOrders } from './DeviceOrders.tsx'
import { listKnownOrders } from './known-orders.ts'

/**
 * Lists the orders that this device may open.
 *
 * @param below the path prefix of an order of the list, without its id
 */
export function OrdersOfDevice({ basePath }: { basePath: string }) {
  const text = useText()
  const [orderIds] = useState(listKnownOrders)
  useTitle(text('orders.list.title'))
  if (orderIds.length === 0) return <NoOrders />
  return (
    <div className="wrap narrow pt-6 pb-12 lg:pt-11">
      <h1 className="display-d1 mb-6">
        <Text id="orders.list.title" />
      </h1>
      <DeviceOrders orderIds={orderIds} basePath={basePath} />
      <p className="mt-4 text-sm text-ink-2">
        <Text id="orders.list.here" />
      </p>
    </div>
  )
}

function NoOrders() {
  return (
    <EmptyScreen
      title={<Text id="orders.list.none" />}
      actions={
        <Button kind="primary" href="/">
          <Text id="orders.toHome" />
        </Button>
      }
    >
      <Text id="orders.list.noneText" />
    </EmptyScreen>
  )
}
