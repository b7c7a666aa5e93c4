import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { storedFiles } from '../../lib/memory/index.ts'
import { useText } from '../../platform/language/index.ts'
import { useNavigate, useTitle } from '../../platform/navigation/index.ts'
import { device } from '../../platform/storage/index.ts'
import { useOrdersPath } from '../orders/index.ts'

/**
 * Renders `/my-order`, a shortcut of the app icon: the pending order, else the last one with files on this device, else
 * the list.
 */
export function MyOrderPage() {
  const text = useText()
  const navigate = useNavigate()
  const pendingOrderId = useAtomValue(device.pendingOrders.atom).at(-1)
  const storedOrderId = useLastStoredOrder()
  const orderId = pendingOrderId ?? storedOrderId
  const ordersPath = useOrdersPath()
  useTitle(text('launch.order'))
  useEffect(() => {
    if (orderId === undefined) return
    navigate(orderId === null ? ordersPath : `/order/${orderId}`, { replace: true })
  }, [orderId, ordersPath, navigate])
  return null
}

/** Returns the order whose files were stored last; undefined while loading, null when there is none. */
function useLastStoredOrder(): string | null | undefined {
  const [orderId, setOrderId] = useState<string | null>()
  useEffect(() => {
    void storedFiles
      .entries()
      .catch(() => [])
      .then((files) => {
        const newest = files.map(([, file]) => file).sort((one, other) => other.keptOn - one.keptOn)[0]
        setOrderId(newest?.orderId ?? null)
      })
  }, [])
  return orderId
}
