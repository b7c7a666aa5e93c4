import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { downloadReceipt, listReceipts, type Receipt } from '../../../contract/receipts.ts'
import { requestFile, toAddress } from '../../lib/api.ts'
import { requestAll } from '../../lib/request-all.ts'
import { formatMoment } from '../../lib/time.ts'
import { Text, useLanguage } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { keepReceipts, lastCopy } from '../purchases/index.ts'
import { exchangeKey } from './order-key.ts'
import { usePoll } from './use-poll.ts'

/** Links to the receipts of an order once they exist: printable pages, available offline after they were loaded once. */
export function ReceiptLink({ order }: { order: Order }) {
  const { invoiceId, orderId } = order
  const [copy] = useState(() => lastCopy(orderId).read()?.receipts)
  const loaded = useLoaded(
    invoiceId,
    async (signal) => {
      await exchangeKey(orderId)
      const items = await requestAll(listReceipts, { query: { invoiceId }, signal })
      keepReceipts(orderId, items)
      return items
    },
    copy,
  )
  const ready = (loaded.value ?? []).filter((receipt) => receipt.state === 'Ready')
  const awaited = order.totalAmount.amount > 0 && loaded.state !== 'failed' && ready.length === 0
  usePoll(awaited, loaded.reload)
  if (ready.length > 0) return <Receipts order={order} receipts={ready} />
  return awaited && loaded.value ? (
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
  const isHere = useReceiptHere(invoiceId, key, online)
  if (!online && !isHere) {
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
            href={toAddressReceipt(invoiceId, key, refunded && receiptId)}
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
const toAddressReceipt = (invoiceId: string, key: string | undefined, receiptId?: string) =>
  toAddress(downloadReceipt, { query: { invoiceId, fileType: 'html', receiptId, key } })

/** Limits the requests of one page for a receipt that the service worker does not cache, e.g. because the device is full. */
const requestsAtMost = 4

/** Has the service worker cache the receipt. Returns whether it is cached. */
function useReceiptHere(invoiceId: string, key: string | undefined, online: boolean): boolean {
  const controlled = useControlled()
  const [isHere, setHere] = useState(false)
  const requests = useRef(0)
  const look = useCallback(async (): Promise<boolean> => {
    if (!('caches' in window)) return false
    const kept = await caches.match(toAddressReceipt(invoiceId, key), { ignoreVary: true })
    if (kept || !online || !controlled || requests.current >= requestsAtMost) return kept !== undefined
    requests.current += 1
    // the worker caches the response; the next check finds it
    await requestFile(downloadReceipt, { query: { invoiceId, fileType: 'html', key } })
    return false
  }, [invoiceId, key, online, controlled])
  useEffect(() => {
    // without a network or a service worker the receipt is just not cached
    look().then(setHere, () => {})
  }, [look])
  usePoll(!isHere && online && controlled, () => void look().then(setHere, () => {}))
  return isHere
}

const serviceWorkers = typeof navigator === 'undefined' ? undefined : navigator.serviceWorker

/** Returns whether a service worker controls the page. On a first visit it takes control after the page has loaded. */
const useControlled = () =>
  useSyncExternalStore(
    watchController,
    () => !!serviceWorkers?.controller,
    () => false,
  )

function watchController(onChange: () => void): () => void {
  serviceWorkers?.addEventListener('controllerchange', onChange)
  return () => serviceWorkers?.removeEventListener('controllerchange', onChange)
}
