import * as z from 'zod/mini'
import { type Context, inTransaction } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { findEvent } from '../events/index.ts'
import {
  findRefundablePayment,
  listRefunds,
  lockInvoice,
  openInvoice,
  refundInvoice,
} from '../invoices/index.ts'
import {
  arePhotosBought,
  completeOrder,
  findBoughtPhotoIds,
  findLastBuyer,
  findOrder,
  findOrderItems,
  hasGiftOrders,
  isDelivered,
  isFramed,
  type OrderedItem,
  type OrderItemRow,
  type OrderRow,
  placeOrder,
} from '../orders/index.ts'
import { findShare } from '../shares/index.ts'
import { lockRecipients, type Recipient } from './store.ts'

export const deliverGiftsJob = 'photo-gifts.deliver'

const Task = z.object({ orderId: z.string() })

/** Marks the refunds of this job, so that a repeated run recognizes them. */
const refundNote = 'gift not delivered'

/**
 * Delivers the gifts of a paid order to the runners of their links, then schedules the letter to the giver. Refunds gifts that
 * their runner has bought or received meanwhile, also from another giver at the same moment, and those of links that were
 * revoked. Runs as a job; idempotent.
 */
export function deliverGifts(context: Context, payload: unknown): Promise<void> {
  const { orderId } = z.parse(Task, payload)
  return inTransaction(context, async (transaction) => {
    const order = await lockOrderOfGiver(transaction, orderId)
    if (!order || !isDelivered(order) || (await hasRun(transaction, order))) return
    const items = await findOrderItems(transaction, orderId)
    const shareIds = new Set(items.flatMap(({ giftShareId }) => giftShareId ?? []))
    await lockRecipients(transaction, await findRecipients(transaction, shareIds))
    const undelivered: OrderItemRow[] = []
    for (const shareId of shareIds) {
      const gifts = items.filter(({ giftShareId }) => giftShareId === shareId)
      undelivered.push(...(await giveToRunner(transaction, order, shareId, gifts)))
    }
    await refundGifts(transaction, order, undelivered)
    const isLetterDue = undelivered.length < items.length && !items.some(isFramed)
    if (isLetterDue)
      await enqueue(transaction, { kind: 'mailing.order-completed', key: orderId, payload: { orderId } })
  })
}

/**
 * Reads an order with a lock of its invoice until the transaction ends. Concurrent refunds of the order and runs of its job wait,
 * and then see the gifts and refunds of this one.
 */
async function lockOrderOfGiver(context: Context, orderId: string): Promise<OrderRow | undefined> {
  const order = await findOrder(context, orderId)
  if (!order) return undefined
  await lockInvoice(context, order.invoiceId)
  return findOrder(context, orderId)
}

/** Returns the devices that receive the gifts of some links. */
async function findRecipients(context: Context, shareIds: Iterable<string>): Promise<Recipient[]> {
  const recipients: Recipient[] = []
  for (const shareId of shareIds) {
    const share = await findShare(context, shareId)
    if (share?.deviceHash) recipients.push({ eventId: share.eventId, deviceHash: share.deviceHash })
  }
  return recipients
}

async function hasRun(context: Context, { id, invoiceId }: OrderRow): Promise<boolean> {
  if (await hasGiftOrders(context, id)) return true
  return (await listRefunds(context, invoiceId)).some(({ note }) => note === refundNote)
}

/**
 * Places and completes a free order of the runner's device for gifts of one link.
 *
 * @returns the gifts that cannot be delivered
 */
async function giveToRunner(
  context: Context,
  giver: OrderRow,
  shareId: string,
  gifts: readonly OrderItemRow[],
): Promise<readonly OrderItemRow[]> {
  const share = await findShare(context, shareId)
  const event = share && (await findEvent(context, share.eventId))
  if (!share?.deviceHash || !event) return gifts
  const { eventId, deviceHash, subject: person } = share
  const photoIds = gifts.flatMap(({ photoId }) => photoId ?? [])
  if (await arePhotosBought(context, { eventId, person, deviceHash }, photoIds)) return gifts
  const boughtIds = await findBoughtPhotoIds(context, eventId, { deviceHash })
  const newGifts = gifts.filter(({ photoId }) => photoId !== null && !boughtIds.has(photoId))
  if (newGifts.length > 0) await placeGiftOrder(context, giver, { deviceHash, shareId, event }, newGifts)
  return gifts.filter((gift) => !newGifts.includes(gift))
}

async function placeGiftOrder(
  context: Context,
  giver: OrderRow,
  to: { deviceHash: string; shareId: string; event: { id: string; albumId: string; catalogId: string } },
  gifts: readonly OrderItemRow[],
): Promise<void> {
  const { deviceHash, shareId, event } = to
  const runner = await findLastBuyer(context, deviceHash)
  const invoiceId = newId()
  const { currencyId } = giver
  const order = await placeOrder(context, {
    // unique: each link of an order is delivered once
    cartId: `gift:${giver.id}:${shareId}`,
    invoiceId,
    currencyId,
    totalAmount: 0,
    catalogId: event.catalogId,
    eventId: event.id,
    albumId: event.albumId,
    // without a known address, the runner's device alone shows the gift
    email: runner?.email ?? '',
    owner: null,
    deviceHash,
    language: runner?.language ?? giver.language,
    preorder: false,
    giftOf: giver.id,
    giftMessage: giver.giftMessage,
    orderedItems: gifts.map(toFreeItem),
  })
  await openInvoice(context, {
    ...{ id: invoiceId, orderId: order.id, amount: 0, currencyId, albumId: event.albumId },
    isPaid: true,
  })
  await completeOrder(context, order.id)
}

function toFreeItem(gift: OrderItemRow): OrderedItem {
  const { productId, productType, title, catalogId, eventId, photoId, videoId, frameId, bib } = gift
  return {
    ...{ productId, productType, title, catalogId, eventId, photoId, videoId, frameId, bib },
    ...{ recipients: null, subject: null, photoIds: [], prepaid: false },
    giftShareId: null,
    originalPrice: 0,
    totalPrice: 0,
  }
}

/** Refunds what was paid for some items of an order, less the share of the discount of the payment type. */
async function refundGifts(
  context: Context,
  { number, invoiceId, totalAmount }: OrderRow,
  items: readonly OrderItemRow[],
): Promise<void> {
  const price = items.reduce((sum, { totalPrice }) => sum + totalPrice, 0)
  const payment = price > 0 ? await findRefundablePayment(context, invoiceId) : undefined
  if (!payment) return
  const { attempt, refundableAmount } = payment
  const amount = Math.min(refundableAmount, Math.round((attempt.amount * price) / totalAmount))
  if (amount === 0) return
  await refundInvoice(context, invoiceId, { amount, note: refundNote })
  context.log.info({ order: number, amount }, 'gift refunded: the runner has the photos, or the link is gone')
}
