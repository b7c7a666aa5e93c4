import { getOrder, listOrderItems, listOrders, type Order, type OrderItem } from '../../../contract/orders.ts'
import { isApiError, request } from '../../lib/api.ts'
import { requestAll } from '../../lib/request-all.ts'
import { signedIn } from '../../platform/identity/index.ts'
import { connectionNow, watchReturns } from '../../platform/offline/index.ts'
import { device, storedKeys } from '../../platform/storage/index.ts'
import { boughtIn } from './bought.ts'
import { keepCopy, keepItems, lastCopy } from './last-copy.ts'
import { forgetBought, noteBought } from './note-bought.ts'

/** Throttles requests: several parts of a page ask at once. */
const askedAtMostEveryInMs = 60_000
const accountOrders = 100

/** Handles of clean pictures by photo, as last returned by the service. */
const handles = new Map<string, string>()
const listeners = new Set<() => void>()
const asked = new Map<string, { on: number; isUnderway: boolean; answer: Promise<void> }>()

/** Returns the handle of a photo's clean picture; undefined until the order's files were requested. */
export const getHandle = (photoId: string): string | undefined => handles.get(photoId)

/** Subscribes to new handles. Returns the unsubscribe function. */
export function onHandles(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether the order may contain items of the event. */
function isOfEvent(order: Order | undefined, eventId: string): boolean {
  return (
    order === undefined || (order.eventId === eventId && order.state !== 'Canceled' && !order.withdrawnOn)
  )
}

/** Returns the ids of this device's orders that may be of the event. */
function ordersOfDevice(eventId: string): string[] {
  const known = boughtIn(eventId)
    .read()
    .filter(({ account }) => account === undefined)
  const ids = [
    ...known.map(({ orderId }) => orderId),
    ...storedKeys(/^order\.(.+)\.copy$/),
    ...device.pendingOrders.read(),
  ]
  return [...new Set(ids)].filter((orderId) => isOfEvent(lastCopy(orderId).read()?.order, eventId))
}

function takeHandles(items: readonly OrderItem[]): void {
  for (const { photoId, frameId, picture } of items.flatMap(({ downloads = [] }) => downloads)) {
    if (photoId && !frameId && picture) handles.set(photoId, picture)
  }
  for (const listener of listeners) listener()
}

async function fetchItems(orderId: string): Promise<OrderItem[]> {
  const items = await requestAll(listOrderItems, { params: { orderId } })
  takeHandles(items)
  return items
}

async function askOrder(orderId: string, eventId: string): Promise<void> {
  const order = await request(getOrder, { params: { orderId } })
  const copy = lastCopy(orderId).read()
  if (copy || order.state === 'Completed') keepCopy(order, copy?.payments ?? [])
  if (order.state !== 'Completed' || order.withdrawnOn || order.eventId !== eventId) return
  keepItems(orderId, await fetchItems(orderId))
}

async function askAccount(eventId: string): Promise<void> {
  const subject = signedIn.read()?.subject
  if (subject === undefined) return
  const query = { sortBy: 'createdOn:desc', offset: 0, count: accountOrders } as const
  const { items: orders } = await request(listOrders, { query })
  for (const order of orders.filter((each) => each.eventId === eventId && each.state === 'Completed')) {
    // orders stored on the device were requested already
    if (lastCopy(order.orderId).read()) continue
    noteBought(order, order.withdrawnOn ? undefined : await fetchItems(order.orderId), subject)
  }
}

async function ask(eventId: string): Promise<void> {
  if (connectionNow() === 'offline') return
  for (const orderId of ordersOfDevice(eventId)) {
    await askOrder(orderId, eventId).catch((error: unknown) => {
      if (isApiError(error, 'OrderNotFound')) forgetBought(orderId)
    })
  }
  // known purchases stay when the session has expired or the network is gone
  await askAccount(eventId).catch(() => {})
}

/**
 * Loads the orders of an event and stores their content. Concurrent callers share one request.
 *
 * @param anew ignores the throttle
 */
export function askForOrders(eventId: string, anew = false): Promise<void> {
  const key = `${eventId} ${signedIn.read()?.subject ?? ''}`
  const before = asked.get(key)
  const now = performance.now()
  if (before && (before.isUnderway || (!anew && now - before.on < askedAtMostEveryInMs))) return before.answer
  const answer = ask(eventId).finally(() => {
    question.isUnderway = false
  })
  const question = { on: now, isUnderway: true, answer }
  asked.set(key, question)
  return answer
}

/**
 * Keeps the purchases of an event in sync with the service: now, when the page becomes visible, and when the network is back.
 *
 * @returns stops following
 */
export function followOrders(eventId: string): () => void {
  const onSeen = () => {
    if (document.visibilityState === 'visible') void askForOrders(eventId)
  }
  void askForOrders(eventId)
  const stop = watchReturns(() => void askForOrders(eventId, true))
  document.addEventListener('visibilitychange', onSeen)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', onSeen)
  }
}
