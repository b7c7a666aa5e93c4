import { getLocalDay } from '../../../contract/events.ts'
import type { Order, OrderItem } from '../../../contract/orders.ts'
import type { Context } from '../../platform/context.ts'
import { resolveLocalText } from '../../platform/local-text.ts'
import type { Services } from '../../platform/services.ts'
import { type EventRow, findEvent } from '../events/index.ts'
import { buildDelivery, type Delivery, isGift, type PackagePhotos } from './delivery.ts'
import { findItemCaptures } from './file-sources.ts'
import { createFileLink } from './files.ts'
import { findItemGiftCodes } from './gifts.ts'
import { scheduleFrames } from './later-photos.ts'
import { createPictureHandle } from './pictures.ts'
import { findOrderItems, isDelivered, type OrderItemRow, type OrderRow } from './store.ts'

interface Refund {
  /** Minor units. */
  readonly amount: number
  readonly state: 'Created' | 'Succeeded' | 'Declined'
  readonly changedOn: Date
}

interface AmountToPay {
  /** Minor units. */
  readonly amount: number
  readonly paymentTypeId: string | undefined
}

/** Returns the totals of orders by invoice id. A port, because invoices depend on orders. */
export type FindAmountsToPay = (
  context: Context,
  orders: readonly OrderRow[],
) => Promise<ReadonlyMap<string, AmountToPay>>

/** Returns the refunds that the buyer sees, oldest first, of all given invoices. A port, because invoices depend on orders. */
export type FindRefunds = (
  context: Context,
  invoiceIds: readonly string[],
) => Promise<readonly (Refund & { readonly invoiceId: string })[]>

/** Data of an order besides its row. */
interface OrderDetails {
  /** From `FindRefunds`. */
  readonly refunds: readonly Refund[]
  readonly amountToPay: AmountToPay | undefined
  /** The event of the order; undefined when it was deleted. */
  readonly event: Pick<EventRow, 'timeZone'> | undefined
}

/** Converts an order to the contract's form. */
export function presentOrder(row: OrderRow, { refunds, amountToPay, event }: OrderDetails): Order {
  const { currencyId } = row
  const succeededRefunds = refunds.filter(({ state }) => state === 'Succeeded')
  const refundedAmount = succeededRefunds.reduce((amountToPay, { amount }) => amountToPay + amount, 0)
  return {
    orderId: row.id,
    number: row.number,
    state: row.state,
    currencyId: row.currencyId,
    invoiceId: row.invoiceId,
    totalAmount: { amount: row.totalAmount, currencyId: row.currencyId },
    ...(amountToPay && {
      amountToPay: { amount: amountToPay.amount, currencyId },
      paymentTypeId: amountToPay.paymentTypeId,
    }),
    catalogId: row.catalogId,
    eventId: row.eventId,
    albumId: row.albumId,
    ...(event && { timeZone: event.timeZone }),
    customer: { email: row.email, ...(row.emailRefusedOn && { refused: true }) },
    createdOn: row.createdOn.toISOString(),
    ...(row.completedOn && { paidOn: row.completedOn.toISOString() }),
    preorder: row.preorder,
    ...(row.giftOf !== null && { gift: true }),
    ...(row.giftMessage !== null && { giftMessage: row.giftMessage }),
    ...(refundedAmount > 0 && { refundedAmount: { amount: refundedAmount, currencyId } }),
    ...(refunds.length > 0 && {
      refunds: refunds.map(({ amount, state, changedOn }) => ({
        amount: { amount, currencyId },
        state: state === 'Succeeded' ? state : 'Created',
        changedOn: changedOn.toISOString(),
      })),
    }),
    ...(row.withdrawnOn && { withdrawnOn: row.withdrawnOn.toISOString() }),
  }
}

const emptyDelivery: Delivery = { files: [], framesToMake: [] }

/** Returns the items of an order; for a paid order with fresh links to the files, and its gift codes. */
export async function presentItems(
  context: Context,
  services: Pick<Services, 'config'>,
  finder: PackagePhotos,
  order: OrderRow,
): Promise<OrderItem[]> {
  const items = await findOrderItems(context, order.id)
  const { files, framesToMake } = isDelivered(order)
    ? await buildDelivery(context, finder, items)
    : emptyDelivery
  // The search may have found more photos of a package; the photos of the purchase are already scheduled.
  const announcedItemIds = new Set(items.flatMap(({ id, firstCount }) => (firstCount === null ? [] : [id])))
  if (framesToMake.some(({ orderItemId }) => announcedItemIds.has(orderItemId)))
    await scheduleFrames(context, order.id, framesToMake)
  const codes = isDelivered(order) ? await findItemGiftCodes(context, items) : new Map<string, string>()
  const events = await findEventTitles(
    context,
    items.filter(({ id }) => codes.has(id)),
  )
  const getGiftEvent = ({ id, eventId }: OrderItemRow) =>
    codes.has(id) ? { eventId, title: events.get(eventId) ?? '' } : undefined
  const getGiftCode = ({ id }: OrderItemRow) => {
    const code = codes.get(id)
    return code === undefined ? undefined : [code]
  }
  const toDownloads = (item: OrderItemRow) =>
    files
      .filter((file) => file.orderItemId === item.id)
      .map((file) => {
        const { url, expiresOn } = createFileLink(context, services, file)
        const { fileId, fileName, taken, sizeInBytes, thumb, isNew, photoId, orderItemId } = file
        return {
          fileId,
          fileName,
          taken,
          url,
          bytes: sizeInBytes,
          expiresOn: expiresOn.toISOString(),
          thumb,
          picture:
            photoId === undefined
              ? undefined
              : createPictureHandle(context, services, { orderItemId, photoId }, expiresOn),
          photoId,
          frameId: item.frameId ?? undefined,
          videoId: photoId === undefined ? fileId : undefined,
          isNew: isNew || undefined,
        }
      })
  const countPreparing = (item: OrderItemRow) =>
    framesToMake.filter(({ orderItemId }) => orderItemId === item.id).length
  const isWaiting = (item: OrderItemRow) =>
    order.preorder &&
    isPackage(item) &&
    isDelivered(order) &&
    toDownloads(item).length + countPreparing(item) === 0
  const taken = await findItemCaptures(context, items)
  const lastDays = await findLastDays(context, items.filter(isWaiting))
  return items.map((item) => ({
    orderItemId: item.id,
    totalPrice: { amount: item.totalPrice, currencyId: order.currencyId },
    product: {
      productId: item.productId,
      title: resolveLocalText(item.title, context.language),
      productType: item.productType,
    },
    taken: taken.get(item.id),
    gift: isGift(item) || undefined,
    downloads: isDelivered(order) ? toDownloads(item) : undefined,
    preparing: countPreparing(item) || undefined,
    waitsUntil: isWaiting(item) ? lastDays.get(item.eventId) : undefined,
    codes: getGiftCode(item),
    event: getGiftEvent(item),
  }))
}

/** Returns the titles of the events of some items, by event id. */
async function findEventTitles(
  context: Context,
  items: readonly OrderItemRow[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for (const eventId of new Set(items.map((item) => item.eventId))) {
    const event = await findEvent(context, eventId)
    if (event) titles.set(eventId, resolveLocalText(event.title, context.language))
  }
  return titles
}

const isPackage = ({ productType }: OrderItemRow) =>
  productType === 'photos_with_me' || productType === 'photosWithFrame'

/** Returns the last days of the events of some items, by event id. */
async function findLastDays(context: Context, items: readonly OrderItemRow[]): Promise<Map<string, string>> {
  const days = new Map<string, string>()
  for (const eventId of new Set(items.map((item) => item.eventId))) {
    const event = await findEvent(context, eventId)
    if (event) days.set(eventId, getLocalDay(event.endsOn, event.timeZone))
  }
  return days
}
