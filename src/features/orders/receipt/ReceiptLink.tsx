import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Order } from '../../../../contract/orders.ts'
import { downloadReceipt, listReceipts, type Receipt } from '../../../../contract/receipts.ts'
import { buildUrl, requestFile } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format/time.ts'
import { requestAll } from '../../../lib/request-all.ts'
import { Text, useLanguage } from '../../../platform/language/index.ts'
import { useLoaded } from '../../../platform/loading/index.ts'
import { useOnline } from '../../../platform/offline/index.ts'
import { TextLink } from '../../../ui/TextLink.tsx'
import { getOrderCopy, storeReceipts } from '../../purchases/index.ts'
import { exchangeKey } from '../order-key.ts'
import { usePoll } from '../use-poll.ts'

/** Links to the receipts of an order once they exist: printable pages, available offline after they were loaded once. */
export function ReceiptLink({ order }: { order: Order }) {
  const { invoiceId, orderId } = order
  const [cachedReceipts] = useState(() => getOrderCopy(orderId).read()?.receipts)
  const loaded = useLoaded(
    invoiceId,
    async (signal) => {
      await exchangeKey(orderId)
      const items = await requestAll(listReceipts, { query: { invoiceId }, signal })
      storeReceipts(orderId, items)
      return items
    },
    cachedReceipts,
  )
  const readyReceipts = (loaded.value ?? []).filter((receipt) => receipt.state === 'Ready')
  const isAwaited = order.totalAmount.amount > 0 && loaded.state !== 'failed' && readyReceipts.length === 0
  usePoll(isAwaited, loaded.refresh, loaded.reload)
  if (readyReceipts.length > 0) return <Receipts order={order} receipts={readyReceipts} />
  return isAwaited && loaded.value ? (
    <p className="mt-3 text-sm text-ink-2">
      <Text id="orders.receipt.preparing" />
    </p>
  ) : null
}

function Receipts({ order, receipts }: { order: Order; receipts: readonly Receipt[] }) {
  const { invoiceId, timeZone } = order
  const { language } = useLanguage()
  const online = useOnline()
  // one key opens all receipts of the order
  const key = receipts[0]?.key
  const isCached = useCachedReceipt(invoiceId, key, online)
  if (!online && !isCached) {
    return (
      <p className="mt-3 text-sm text-ink-2">
        <Text id="orders.receipt.offline" />
      </p>
    )
  }
  return (
    <ul className="mt-1.5">
      {receipts.map(({ receiptId, createdOn, refunded }) => (
        <li key={receiptId}>
          <TextLink
            icon="receipt"
            href={buildReceiptUrl(invoiceId, key, refunded && receiptId)}
            target="_blank"
            rel="noopener"
          >
            <Text
              id={refunded ? 'orders.receipt.refund' : 'orders.receipt'}
              values={{ on: formatMoment(createdOn, language, timeZone) }}
            />
          </TextLink>
        </li>
      ))}
    </ul>
  )
}

/** @param receiptId of a refund; absent: the receipt of the payment */
const buildReceiptUrl = (invoiceId: string, key: string | undefined, receiptId?: string) =>
  buildUrl(downloadReceipt, { query: { invoiceId, fileType: 'html', receiptId, key } })

/** Limits the requests of one page for a receipt that the service worker does not cache, e.g. because the device is full. */
const maxRequests = 4

/** Has the service worker cache the receipt. Returns whether it is cached. */
function useCachedReceipt(invoiceId: string, key: string | undefined, online: boolean): boolean {
  const isControlled = useIsControlled()
  const [isCached, setCached] = useState(false)
  const requestCount = useRef(0)
  const checkCache = useCallback(async (): Promise<boolean> => {
    if (!('caches' in window)) return false
    const cachedResponse = await caches.match(buildReceiptUrl(invoiceId, key), { ignoreVary: true })
    if (cachedResponse || !online || !isControlled || requestCount.current >= maxRequests)
      return cachedResponse !== undefined
    requestCount.current += 1
    // the worker caches the response; the next check finds it
    await requestFile(downloadReceipt, { query: { invoiceId, fileType: 'html', key } })
    return false
  }, [invoiceId, key, online, isControlled])
  useEffect(() => {
    // without a network or a service worker the receipt is just not cached
    checkCache().then(setCached, () => {})
  }, [checkCache])
  usePoll(!isCached && online && isControlled, () => void checkCache().then(setCached, () => {}))
  return isCached
}

const serviceWorkers = typeof navigator === 'undefined' ? undefined : navigator.serviceWorker

/** Returns whether a service worker controls the page. On a first visit it takes control after the page has loaded. */
const useIsControlled = () =>
  useSyncExternalStore(
    watchController,
    () => !!serviceWorkers?.controller,
    () => false,
  )

function watchController(onChange: () => void): () => void {
  serviceWorkers?.addEventListener('controllerchange', onChange)
  return () => serviceWorkers?.removeEventListener('controllerchange', onChange)
}
