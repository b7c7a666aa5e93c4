import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { openReturn } from '../../../../contract/orders.ts'
import { request } from '../../../lib/api.ts'
import { randomId } from '../../../lib/random-id.ts'
import { useLoaded } from '../../../platform/loading/index.ts'
import { replaceUrl, useQuery } from '../../../platform/navigation/index.ts'
import { addPendingOrder, device, persisted, removePendingOrder } from '../../../platform/storage/index.ts'
import { getOrderCopy } from '../../purchases/index.ts'
import { findOrderByMark } from './return-mark.ts'

/** Describes where to route a buyer who returns from the bank. */
export type BankReturn =
  | { type: 'known'; orderId: string }
  | { type: 'asking' }
  | { type: 'failed'; error: unknown; retry: () => void }
  | { type: 'nowhere' }

/** Persists the idempotency key of the request for a handle: a retry after a lost answer is not refused as a second use. */
const returnRequestStore = persisted({
  key: 'returnQuestion',
  schema: z.nullable(z.object({ handle: z.string(), key: z.string() })),
  initial: null,
})

function getIdempotencyKey(handle: string): string {
  const stored = returnRequestStore.read()
  if (stored?.handle === handle) return stored.key
  const key = randomId()
  returnRequestStore.write({ handle, key })
  return key
}

async function resolveHandle(handle: string, signal?: AbortSignal): Promise<string> {
  const { orderId } = await request(openReturn, {
    body: { handle },
    idempotencyKey: getIdempotencyKey(handle),
    signal,
  })
  return orderId
}

/**
 * Finds the order of a buyer who returns from the bank. The mark of this browser needs no network; another browser uses
 * the one-time handle. Both are then removed from the address.
 */
export function useBankReturn(): BankReturn {
  const query = useQuery()
  const [{ handle, mark, order }] = useState(() => ({
    handle: query.get('handle'),
    mark: query.get('mark'),
    // address format of versions before the handle
    order: query.get('order'),
  }))
  const pending = useAtomValue(device.pendingOrders.atom)
  const knownOrderId = (mark && findOrderByMark(mark)) || order || undefined
  const resolvedOrder = useLoaded(knownOrderId || !handle ? null : handle, (signal) =>
    resolveHandle(handle ?? '', signal),
  )
  const orderId = knownOrderId ?? resolvedOrder.value

  useEffect(() => {
    if (!orderId) return
    if (location.search) replaceUrl(location.pathname)
    // a reload of this page shows the last pending order
    removePendingOrder(orderId)
    if (getOrderCopy(orderId).read()?.order.state !== 'Completed') addPendingOrder(orderId)
    // consume the one-time handle, so that it cannot be used again: the bank has seen the address
    if (knownOrderId && handle) resolveHandle(handle).catch(() => {})
  }, [orderId, knownOrderId, handle])

  if (orderId) return { type: 'known', orderId }
  const newestPendingId = pending.at(-1)
  if (!handle) return newestPendingId ? { type: 'known', orderId: newestPendingId } : { type: 'nowhere' }
  if (resolvedOrder.state === 'failed')
    return { type: 'failed', error: resolvedOrder.error, retry: resolvedOrder.reload }
  return { type: 'asking' }
}
