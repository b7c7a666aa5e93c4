import { dayAt } from '../../../contract/events.ts'
import type { Order, OrderItem } from '../../../contract/orders.ts'
import type { Context } from '../../platform/context.ts'
import { localText } from '../../platform/local-text.ts'
import type { Services } from '../../platform/services.ts'
import { type EventRow, findEvent } from '../events/index.ts'
import { buildDelivery, type Delivery, type PackagePhotos } from './deliver.ts'
import { takenOfItems } from './file-sources.ts'
import { linkTo } from './files.ts'
import { codesOfItems } from './gifts.ts'
import { makeFrames } from './more-photos.ts'
import { handleOfPicture } from './pictures.ts'
import { findOrderItems, isDelivered, type OrderItemRow, type OrderRow } from './store.ts'

interface Refund {
  /** Minor units. */
  readonly amount: number
  readonly state: 'Created' | 'Succeeded' | 'Declined'
  readonly changedOn: Date
}

interface SumToPay {
  /** Minor units. */
  readonly amount: number
  readonly paymentTypeId: string | undefined
}

/** Returns the totals of orders by invoice id. A port, because invoices depend on orders. */
export type SumsToPay = (
  context: Context,
  orders: readonly OrderRow[],
) => Promise<ReadonlyMap<string, SumToPay>>

/** Data of an order besides its row. */
interface OrderDetails {
  /** From `findVisibleRefunds`. */
  readonly refunds: readonly Refund[]
  readonly sum: SumToPay | undefined
  /** The event of the order; undefined when it was deleted. */
  readonly event: Pick<EventRow, 'timeZone'> | undefined
}

/** Converts an order to the contract's form. */
export function presentOrder(row: OrderRow, { refunds, sum, event }: OrderDetails): Order {
  const { currencyId } = row
  const back = refunds.filter(({ state }) => state === 'Succeeded')
  const backInAll = back.reduce((sum, { amount }) => sum + amount, 0)
  return {
    orderId: row.id,
    number: row.number,
    state: row.state,
    currencyId: row.currencyId,
    invoiceId: row.invoiceId,
    totalAmount: { amount: row.totalAmount, currencyId: row.currencyId },
    ...(sum && { amountToPay: { amount: sum.amount, currencyId }, paymentTypeId: sum.paymentTypeId }),
    catalogId: row.catalogId,
    eventId: row.eventId,
    albumId: row.albumId,
    ...(event && { timeZone: event.timeZone }),
    customer: { email: row.email, ...(row.emailRefusedOn && { refused: true }) },
    createdOn: row.createdOn.toISOString(),
    ...(row.completedOn && { paidOn: row.completedOn.toISOString() }),
    preorder: row.preorder,
    ...(backInAll > 0 && { refundedAmount: { amount: backInAll, currencyId } }),
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

const nothing: Delivery = { files: [], toMake: [] }

/** Returns the items of an order; for a paid order with fresh links to the files, and its gift codes. */
export async function presentItems(
  context: Context,
  services: Pick<Services, 'config'>,
  finder: PackagePhotos,
  order: OrderRow,
): Promise<OrderItem[]> {
  const items = await findOrderItems(context, order.id)
  const { files, toMake } = isDelivered(order) ? await buildDelivery(context, finder, items) : nothing
  // The search may have found more photos of a package; the photos of the purchase are already scheduled.
  const told = new Set(items.flatMap(({ id, firstCount }) => (firstCount === null ? [] : [id])))
  if (toMake.some(({ orderItemId }) => told.has(orderItemId))) await makeFrames(context, order.id, toMake)
  const codes = isDelivered(order) ? await codesOfItems(context, items) : new Map<string, string>()
  const events = await findEventsByItem(
    context,
    items.filter(({ id }) => codes.has(id)),
  )
  const getEventId = ({ id, eventId }: OrderItemRow) =>
    codes.has(id) ? { eventId, title: events.get(eventId) ?? '' } : undefined
  const getGiftCode = ({ id }: OrderItemRow) => {
    const code = codes.get(id)
    return code === undefined ? undefined : [code]
  }
  const toDownloads = (item: OrderItemRow) =>
    files
      .filter((file) => file.orderItemId === item.id)
      .map((file) => {
        const { url, expiresOn } = linkTo(context, services, file)
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
              : handleOfPicture(context, services, { orderItemId, photoId }, expiresOn),
          photoId,
          frameId: item.frameId ?? undefined,
          videoId: photoId === undefined ? fileId : undefined,
          isNew: isNew || undefined,
        }
      })
  const preparing = (item: OrderItemRow) => toMake.filter(({ orderItemId }) => orderItemId === item.id).length
  const waits = (item: OrderItemRow) =>
    order.preorder &&
    isPackage(item) &&
    isDelivered(order) &&
    toDownloads(item).length + preparing(item) === 0
  const taken = await takenOfItems(context, items)
  const lastDays = await findLastDays(context, items.filter(waits))
  return items.map((item) => ({
    orderItemId: item.id,
    totalPrice: { amount: item.totalPrice, currencyId: order.currencyId },
    product: {
      productId: item.productId,
      title: localText(item.title, context.language),
      productType: item.productType,
    },
    taken: taken.get(item.id),
    downloads: isDelivered(order) ? toDownloads(item) : undefined,
    preparing: preparing(item) || undefined,
    waitsUntil: waits(item) ? lastDays.get(item.eventId) : undefined,
    codes: getGiftCode(item),
    event: getEventId(item),
  }))
}

/** Returns the titles of the events of some items, by event id. */
async function findEventsByItem(
  context: Context,
  items: readonly OrderItemRow[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for (const eventId of new Set(items.map((item) => item.eventId))) {
    const event = await findEvent(context, eventId)
    if (event) titles.set(eventId, localText(event.title, context.language))
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
    if (event) days.set(eventId, dayAt(event.endsOn, event.timeZone))
  }
  return days
}
