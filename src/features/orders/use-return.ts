import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { openReturn } from '../../../contract/orders.ts'
import { request } from '../../lib/api.ts'
import { randomId } from '../../lib/random-id.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { renamePage, useQuery } from '../../platform/navigation/index.ts'
import { addPendingOrder, device, persisted, removePendingOrder } from '../../platform/storage/index.ts'
import { lastCopy } from '../purchases/index.ts'
import { orderOfMark } from './return-mark.ts'

/** Describes where to route a buyer who returns from the bank. */
export type CameBack =
  | { type: 'known'; orderId: string }
  | { type: 'asking' }
  | { type: 'failed'; error: unknown; retry: () => void }
  | { type: 'nowhere' }

/** Persists the idempotency key of the request for a handle: a retry after a lost answer is not refused as a second use. */
const question = persisted({
  key: 'returnQuestion',
  schema: z.nullable(z.object({ handle: z.string(), key: z.string() })),
  initial: null,
})

function keyFor(handle: string): string {
  const known = question.read()
  if (known?.handle === handle) return known.key
  const key = randomId()
  question.write({ handle, key })
  return key
}

async function openOrder(handle: string, signal?: AbortSignal): Promise<string> {
  const { orderId } = await request(openReturn, {
    body: { handle },
    idempotencyKey: keyFor(handle),
    signal,
  })
  return orderId
}

/**
 * Finds the order of a buyer who returns from the bank. The mark of this browser needs no network; another browser uses
 * the one-time handle. Both are then removed from the address.
 */
export function useReturn(): CameBack {
  const query = useQuery()
  const [{ handle, mark, order }] = useState(() => ({
    handle: query.get('handle'),
    mark: query.get('mark'),
    // address format of versions before the handle
    order: query.get('order'),
  }))
  const pending = useAtomValue(device.pendingOrders.atom)
  const here = (mark && orderOfMark(mark)) || order || undefined
  const asked = useLoaded(here || !handle ? null : handle, (signal) => openOrder(handle ?? '', signal))
  const orderId = here ?? asked.value

  useEffect(() => {
    if (!orderId) return
    if (location.search) renamePage(location.pathname)
    // a reload of this page shows the last pending order
    removePendingOrder(orderId)
    if (lastCopy(orderId).read()?.order.state !== 'Completed') addPendingOrder(orderId)
    // consume the one-time handle, so that it cannot be used again: the bank has seen the address
    if (here && handle) openOrder(handle).catch(() => {})
  }, [orderId, here, handle])

  if (orderId) return { type: 'known', orderId }
  const newest = pending.at(-1)
  if (!handle) return newest ? { type: 'known', orderId: newest } : { type: 'nowhere' }
  if (asked.state === 'failed') return { type: 'failed', error: asked.error, retry: asked.reload }
  return { type: 'asking' }
}
