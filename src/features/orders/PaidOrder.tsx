import { useEffect } from 'react'
import type { Money } from '../../../contract/common.ts'
import type { Order, OrderItem } from '../../../contract/orders.ts'
import { maskEmail } from '../../lib/format/mask-email.ts'
import { reportPurchase } from '../../platform/analytics/index.ts'
import { useRecordSuccess } from '../../platform/install/index.ts'
import { Text, useErrorText, useText } from '../../platform/language/index.ts'
import { useAppBar } from '../../platform/navigation/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { WithSidebar } from '../../ui/layout/WithSidebar.tsx'
import { NotificationOffer } from '../push/index.ts'
import { ArchiveDock, ArchivePlate } from './files/Archive.tsx'
import { FileList } from './files/FileList.tsx'
import { listFiles } from './files/files.ts'
import { PaidHero } from './files/PaidHero.tsx'
import { useArchive } from './files/use-archive.ts'
import { useUnwatermarkedPictures } from './files/use-unwatermarked-pictures.ts'
import { GiftCodes } from './GiftCodes.tsx'
import { MailNote } from './letter/MailNote.tsx'
import { getCurrentAmount } from './list/order-card.ts'
import { OrderedLines } from './OrderedLines.tsx'
import { ReceiptLink } from './receipt/ReceiptLink.tsx'
import { Refunds } from './receipt/Refunds.tsx'
import { type OrderWithPayments, useOrderItems } from './use-order.ts'
import { usePoll } from './use-poll.ts'

/**
 * Shows a paid order with its files, to download one by one or as an archive.
 *
 * @param isOld the service is unreachable, and this is the cached copy
 */
export function PaidOrder({ order, isCached }: OrderWithPayments & { isCached: boolean }) {
  useAppBar({ hideFooter: true })
  useRecordSuccess('bought')
  const loaded = useOrderItems(order)
  const items = loaded.value ?? []
  const files = listFiles(items)
  const pictures = useUnwatermarkedPictures(loaded.reload)
  const archive = useArchive(order.orderId)
  useReloadWhenVisible(loaded.reload)
  const preparing = items.reduce((sum, item) => sum + (item.preparing ?? 0), 0)
  usePoll(preparing > 0, loaded.refresh, loaded.reload)
  const sum = getCurrentAmount(order)
  useReportPurchase(order, loaded.value, sum)
  const awaitedItems = order.preorder ? items.filter(isAwaitingPhotos) : []
  const isWaiting = order.preorder && files.length === 0
  const hasGifts = items.some(({ gift }) => gift)
  const isLoading = loaded.state === 'loading' && !loaded.value
  return (
    <>
      <PaidHero
        number={order.number}
        sum={sum}
        refunded={order.refundedAmount}
        files={files}
        pictures={pictures}
        isLoading={isLoading && !order.preorder}
        textId={chooseTitle({
          isWaiting,
          hasGifts,
          hasFiles: files.length > 0 || isLoading,
          isReceived: order.gift === true,
        })}
      />
      <WithSidebar
        className="pt-3.5 pb-9"
        sidebar={
          // on a phone it is below the files, and would shift when they load
          isLoading ? (
            <Skeleton height={180} className="w-full max-md:hidden" />
          ) : (
            <>
              {files.length > 0 && <ArchivePlate files={files} archive={archive} />}
              {order.customer.email !== '' && <MailNote order={order} hasFiles={files.length > 0} />}
              <ReceiptLink order={order} />
              <Refunds order={order} className="mt-4" />
            </>
          )
        }
      >
        {isCached && loaded.value && (
          <Note icon="no-network" role="status" className="mt-2">
            <Text id="orders.paid.old" />
          </Note>
        )}
        {loaded.state === 'failed' && !loaded.value && (
          <FilesNotLoaded error={loaded.error} onRetry={loaded.reload} />
        )}
        {isLoading && <FilesSkeleton />}
        {(isWaiting || awaitedItems.length > 0 || preparing > 0) && (
          <NotificationOffer topic={{ orderId: order.orderId }} className="mt-4 mb-3" />
        )}
        {isWaiting && (
          <Note className="mt-2">
            <Text id="orders.paid.preorderText" values={{ email: maskEmail(order.customer.email) }} />
          </Note>
        )}
        {order.preorder && items.length > 0 && <OrderedLines items={items} />}
        {!isWaiting && awaitedItems.length > 0 && (
          <Note className="mt-2 mb-3">
            <Text id="orders.paid.preorderText" values={{ email: maskEmail(order.customer.email) }} />
          </Note>
        )}
        {hasGifts && (
          <Note icon="tag" className="mt-2">
            <Text id="orders.paid.givenText" />
          </Note>
        )}
        {order.giftMessage !== undefined && (
          <Note icon="tag" className="mt-2 mb-3" title={<Text id="orders.paid.giftMessage" />}>
            <span className="break-words" dir="auto">
              {order.giftMessage}
            </span>
          </Note>
        )}
        {preparing > 0 && (
          <Note icon="frame" role="status" className="mt-2">
            <Text id="orders.files.preparing" values={{ count: preparing }} />
          </Note>
        )}
        {files.length > 0 && <FileList orderId={order.orderId} files={files} pictures={pictures} />}
        <GiftCodes items={items} />
      </WithSidebar>
      {files.length > 0 && <ArchiveDock files={files} archive={archive} />}
    </>
  )
}

interface TitleInput {
  isWaiting: boolean
  hasGifts: boolean
  hasFiles: boolean
  isReceived: boolean
}

function chooseTitle({ isWaiting, hasGifts, hasFiles, isReceived }: TitleInput): string {
  if (isWaiting) return 'orders.paid.preorder'
  if (isReceived) return 'orders.paid.received'
  if (hasFiles) return 'orders.paid.title'
  return hasGifts ? 'orders.paid.given' : 'orders.paid.thanks'
}

/** Returns whether a pre-ordered package has no photos yet. */
const isAwaitingPhotos = ({ product, downloads = [], preparing = 0 }: OrderItem) =>
  (product.productType === 'photos_with_me' || product.productType === 'photosWithFrame') &&
  downloads.length === 0 &&
  preparing === 0

const reloadAfterHiddenInMs = 5 * 60_000

/** Reloads when the page becomes visible again: photos may have been added while it was in the background. */
function useReloadWhenVisible(reload: () => void): void {
  useEffect(() => {
    let hiddenOn = Date.now()
    const onChange = () => {
      if (document.visibilityState !== 'visible') hiddenOn = Date.now()
      else if (Date.now() - hiddenOn > reloadAfterHiddenInMs) reload()
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [reload])
}

function FilesNotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const errorText = useErrorText()
  return (
    <Note
      tone="danger"
      role="alert"
      className="mt-2"
      action={
        <Button kind="outline" size="sm" onClick={onRetry}>
          <Text id="orders.retry" />
        </Button>
      }
    >
      {errorText(error)}
    </Note>
  )
}

function FilesSkeleton() {
  const text = useText()
  return (
    <div aria-busy="true" aria-label={text('orders.files.loading')} role="status">
      <div className="flex items-center pt-2 pb-3">
        <Skeleton text width={160} className="title" />
      </div>
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center gap-3.5 border-t border-line py-2.5">
          <Skeleton className="size-16 flex-none rounded-print" />
          <Skeleton text width="40%" />
        </div>
      ))}
    </div>
  )
}

/** Reports a paid order to the analytics data layer once its items are known. @param revenue the paid amount */
function useReportPurchase(
  { orderId, number }: Order,
  items: readonly OrderItem[] | undefined,
  revenue: Money,
): void {
  useEffect(() => {
    if (!items || items.length === 0) return
    const lines = items.map(({ product: { productId, title, productType }, totalPrice }) => ({
      id: productId ?? productType,
      name: title,
      category: productType,
      price: totalPrice,
    }))
    reportPurchase({ id: orderId, number, revenue, lines })
  }, [orderId, number, items, revenue])
}
