import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { storedFiles } from '../../lib/memory/index.ts'
import { reportError } from '../../platform/errors/index.ts'
import { Text } from '../../platform/language/index.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { ClosedOrder } from './ClosedOrder.tsx'
import { fileKeysOnDeviceAtom, subscribeToStoredFiles } from './files/stored-files.ts'
import { ReceiptLink } from './receipt/ReceiptLink.tsx'
import { Refunds } from './receipt/Refunds.tsx'
import { SupportLink } from './SupportLink.tsx'
import type { OrderWithPayments } from './use-order.ts'

/** Shows a fully refunded order: its files are no longer available, its receipt is. */
export function RefundedOrder({ order }: OrderWithPayments) {
  return (
    <ClosedOrder order={order} titleId="orders.refunded.title">
      <p className="mt-6">
        <Text id="orders.refunded.text" /> <SupportLink order={order} />
      </p>
      <Refunds order={order} className="mt-6" />
      <ReceiptLink order={order} />
      <StoredFilesNote orderId={order.orderId} />
    </ClosedOrder>
  )
}

/** Offers to delete files that were stored in the app before the refund. They take space and are shown nowhere else. */
function StoredFilesNote({ orderId }: { orderId: string }) {
  const fileKeys = [...useAtomValue(fileKeysOnDeviceAtom)].filter((key) => key.startsWith(`${orderId}/`))
  useEffect(subscribeToStoredFiles, [])
  if (fileKeys.length === 0) return null
  const remove = async () => {
    for (const key of fileKeys) await storedFiles.remove(key)
  }
  return (
    <p>
      <TextLink icon="bin" onClick={() => void remove().catch(reportError)}>
        <Text id="orders.refunded.kept" values={{ count: fileKeys.length }} />
      </TextLink>
    </p>
  )
}
