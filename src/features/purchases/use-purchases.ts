import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useSignedIn } from '../../platform/identity/index.ts'
import { device, listStoredKeys } from '../../platform/storage/index.ts'
import { collectPurchases, getPersistedOrders, type Purchases } from './paid-orders.ts'
import { hasSharedPhotos } from './shared-links.ts'

/** Returns whether there may be orders: most visitors have none, and nothing more is loaded for them. */
const mayHaveOrders = (eventId: string, subject: string | undefined) =>
  subject !== undefined ||
  getPersistedOrders(eventId).read().length > 0 ||
  device.pendingOrders.read().length > 0 ||
  listStoredKeys(/^order\.(.+)\.copy$/).length > 0 ||
  hasSharedPhotos(eventId)

const runWhenIdle = (run: () => void) => (window.requestIdleCallback ?? setTimeout)(run)

/**
 * Returns the purchases of an event, of this device and of the signed-in account; the same object until they change. Available
 * offline. Syncs with the service once the page is idle, if there is any order.
 */
export function usePurchases(eventId: string): Purchases {
  const orders = useAtomValue(getPersistedOrders(eventId).atom)
  const subject = useSignedIn()?.subject
  useEffect(() => {
    let stop: (() => void) | undefined
    let isUnmounted = false
    const startSync = async () => {
      if (isUnmounted || !mayHaveOrders(eventId, subject)) return
      const { startOrderSync } = await import('./sync-orders.ts')
      if (!isUnmounted) stop = startOrderSync(eventId)
    }
    // if the code does not load, the stored purchases are shown unchanged
    runWhenIdle(() => void startSync().catch(() => {}))
    return () => {
      isUnmounted = true
      stop?.()
    }
  }, [eventId, subject])
  return collectPurchases(orders, subject)
}
