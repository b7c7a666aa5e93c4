import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useSignedIn } from '../../platform/identity/index.ts'
import { device, storedKeys } from '../../platform/storage/index.ts'
import { boughtIn, collectPurchases, type Purchases } from './bought.ts'

/** Returns whether there may be orders: most visitors have none, and nothing more is loaded for them. */
const mayHaveOrders = (eventId: string, subject: string | undefined) =>
  subject !== undefined ||
  boughtIn(eventId).read().length > 0 ||
  device.pendingOrders.read().length > 0 ||
  storedKeys(/^order\.(.+)\.copy$/).length > 0

const whenIdle = (run: () => void) => (window.requestIdleCallback ?? setTimeout)(run)

/**
 * Returns the purchases of an event, of this device and of the signed-in account; the same object until they change. Available
 * offline. Syncs with the service once the page is idle, if there is any order.
 */
export function usePurchases(eventId: string): Purchases {
  const orders = useAtomValue(boughtIn(eventId).atom)
  const subject = useSignedIn()?.subject
  useEffect(() => {
    let stop: (() => void) | undefined
    let left = false
    const follow = async () => {
      if (left || !mayHaveOrders(eventId, subject)) return
      const { followOrders } = await import('./follow-orders.ts')
      if (!left) stop = followOrders(eventId)
    }
    // if the code does not load, the stored purchases are shown unchanged
    whenIdle(() => void follow().catch(() => {}))
    return () => {
      left = true
      stop?.()
    }
  }, [eventId, subject])
  return collectPurchases(orders, subject)
}
