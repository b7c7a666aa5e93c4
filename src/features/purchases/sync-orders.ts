import {
  getOrder,
  listGifts,
  listOrderItems,
  listOrders,
  type Order,
  type OrderItem,
} from '../../../contract/orders.ts'
import { isApiError, request } from '../../lib/api.ts'
import { requestAll } from '../../lib/request-all.ts'
import { signedInUser } from '../../platform/identity/index.ts'
import { getConnection, watchReconnects } from '../../platform/offline/index.ts'
import { device, listStoredKeys } from '../../platform/storage/index.ts'
import { getOrderCopy, storeOrderCopy, storeOrderItems } from './order-copy.ts'
import { getPersistedOrders } from './paid-orders.ts'
import { hasSharedPhotos } from './shared-links.ts'
import { deletePurchase, storePurchase } from './store-purchase.ts'

/** Throttles requests: several parts of a page ask at once. */
const minRequestIntervalInMs = 60_000
const maxAccountOrders = 100

/** Handles of unwatermarked pictures by photo, as last returned by the service. */
const pictureHandles = new Map<string, string>()
const listeners = new Set<() => void>()
const requestsByKey = new Map<string, { startedAt: number; isPending: boolean; result: Promise<void> }>()

/** Returns the handle of a photo's unwatermarked picture; undefined until the order's files were requested. */
export const getPictureHandle = (photoId: string): string | undefined => pictureHandles.get(photoId)

/** Subscribes to new handles. Returns the unsubscribe function. */
export function subscribeToPictureHandles(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether the order may contain items of the event. */
function mayBelongToEvent(order: Order | undefined, eventId: string): boolean {
  return (
    order === undefined || (order.eventId === eventId && order.state !== 'Canceled' && !order.withdrawnOn)
  )
}

/** Returns the ids of this device's orders that may be of the event. */
function getDeviceOrderIds(eventId: string): string[] {
  const knownOrders = getPersistedOrders(eventId)
    .read()
    .filter(({ account }) => account === undefined)
  const ids = [
    ...knownOrders.map(({ orderId }) => orderId),
    ...listStoredKeys(/^order\.(.+)\.copy$/),
    ...device.pendingOrders.read(),
  ]
  return [...new Set(ids)].filter((orderId) => mayBelongToEvent(getOrderCopy(orderId).read()?.order, eventId))
}

function storePictureHandles(items: readonly OrderItem[]): void {
  for (const { photoId, frameId, picture } of items.flatMap(({ downloads = [] }) => downloads)) {
    if (photoId && !frameId && picture) pictureHandles.set(photoId, picture)
  }
  for (const listener of listeners) listener()
}

async function fetchItems(orderId: string): Promise<OrderItem[]> {
  const items = await requestAll(listOrderItems, { params: { orderId } })
  storePictureHandles(items)
  return items
}

async function syncOrder(orderId: string, eventId: string): Promise<void> {
  const order = await request(getOrder, { params: { orderId } })
  const copy = getOrderCopy(orderId).read()
  if (copy || order.state === 'Completed') storeOrderCopy(order, copy?.payments ?? [])
  if (order.state !== 'Completed' || order.withdrawnOn || order.eventId !== eventId) return
  storeOrderItems(orderId, await fetchItems(orderId))
}

/** Loads the orders by which visitors of a shared link have given its photos to this device. */
async function syncGifts(eventId: string): Promise<void> {
  if (!hasSharedPhotos(eventId)) return
  const { items: gifts } = await request(listGifts, { query: { eventId, count: maxAccountOrders } })
  for (const { orderId } of gifts) if (!getOrderCopy(orderId).read()) await syncOrder(orderId, eventId)
}

async function syncAccountOrders(eventId: string): Promise<void> {
  const subject = signedInUser.read()?.subject
  if (subject === undefined) return
  const query = { sortBy: 'createdOn:desc', offset: 0, count: maxAccountOrders } as const
  const { items: orders } = await request(listOrders, { query })
  for (const order of orders.filter((each) => each.eventId === eventId && each.state === 'Completed')) {
    // orders stored on the device were requested already
    if (getOrderCopy(order.orderId).read()) continue
    storePurchase(order, order.withdrawnOn ? undefined : await fetchItems(order.orderId), subject)
  }
}

async function syncEventOrders(eventId: string): Promise<void> {
  if (getConnection() === 'offline') return
  for (const orderId of getDeviceOrderIds(eventId)) {
    await syncOrder(orderId, eventId).catch((error: unknown) => {
      if (isApiError(error, 'OrderNotFound')) deletePurchase(orderId)
    })
  }
  // the next sync finds the gifts
  await syncGifts(eventId).catch(() => {})
  // known purchases stay when the session has expired or the network is gone
  await syncAccountOrders(eventId).catch(() => {})
}

/**
 * Loads the orders of an event and stores their content. Concurrent callers share one request.
 *
 * @param anew ignores the throttle
 */
export function loadEventOrders(eventId: string, ignoresThrottle = false): Promise<void> {
  const key = `${eventId} ${signedInUser.read()?.subject ?? ''}`
  const lastRequest = requestsByKey.get(key)
  const now = performance.now()
  if (
    lastRequest &&
    (lastRequest.isPending || (!ignoresThrottle && now - lastRequest.startedAt < minRequestIntervalInMs))
  )
    return lastRequest.result
  const result = syncEventOrders(eventId).finally(() => {
    newRequest.isPending = false
  })
  const newRequest = { startedAt: now, isPending: true, result }
  requestsByKey.set(key, newRequest)
  return result
}

/**
 * Keeps the purchases of an event in sync with the service: now, when the page becomes visible, and when the network is back.
 *
 * @returns stops following
 */
export function startOrderSync(eventId: string): () => void {
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') void loadEventOrders(eventId)
  }
  void loadEventOrders(eventId)
  const stop = watchReconnects(() => void loadEventOrders(eventId, true))
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}
