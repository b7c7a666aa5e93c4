import type { Order } from '../../../contract/orders.ts'
import { downloadReceipt, listReceipts } from '../../../contract/receipts.ts'
import { addressOf, request } from '../../lib/api.ts'
import { Text } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { usePoll } from './use-poll.ts'

/** The receipt as soon as there is one. */
export function ReceiptLink({ order }: { order: Order }) {
  const { invoiceId } = order
  const loaded = useLoaded(invoiceId, (signal) => request(listReceipts, { query: { invoiceId }, signal }))
  const receipts = loaded.value?.items ?? []
  const ready = receipts.some((receipt) => receipt.state === 'Ready')
  const awaited = order.totalAmount.amount > 0 && loaded.state !== 'failed' && !ready
  usePoll(awaited, loaded.reload)
  if (ready) {
    return (
      <TextLink
        icon="receipt"
        className="mt-1.5"
        href={addressOf(downloadReceipt, { query: { invoiceId, fileType: 'html' } })}
        target="_blank"
        rel="noopener"
      >
        <Text id="orders.receipt" />
      </TextLink>
    )
  }
  return awaited && loaded.value ? (
    <p className="mt-3 text-sm text-ink-2">
      <Text id="orders.receipt.preparing" />
    </p>
  ) : null
}
