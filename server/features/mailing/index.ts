import * as z from 'zod/mini'
import { buildPath } from '../../../contract/call.ts'
import type { Language } from '../../../contract/common.ts'
import { downloadReceipt } from '../../../contract/receipts.ts'
import { getTenantNames } from '../../../contract/tenant-names.ts'
import type { Context } from '../../platform/context.ts'
import { getDocumentPalette } from '../../platform/document-palette.ts'
import { findJobState } from '../../platform/jobs/jobs.ts'
import { getIntl } from '../../platform/language/catalogue.ts'
import { formatMoney } from '../../platform/language/format-money.ts'
import { formatZoneOffset } from '../../platform/language/zone-offset.ts'
import { type LocalText, resolveLocalText } from '../../platform/local-text.ts'
import { ObjectMissing, type ObjectStore } from '../../platform/objects/port.ts'
import { getTermsOfSale } from '../../platform/seller.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { findEvent } from '../events/index.ts'
import { findPayments, findPaymentTypeTitle, type PaymentRow } from '../invoices/index.ts'
import {
  buildDelivery,
  buildOrderUrl,
  buildPermanentPath,
  createOrderKey,
  type DeliveredFile,
  findDeliveredFiles,
  findItemGiftCodes,
  findItemTitles,
  findOrder,
  findOrderItems,
  isDelivered,
  isGift,
  isPackage,
  type OrderItemRow,
  type OrderRow,
  type PackagePhotos,
  setAnnouncedCount,
} from '../orders/index.ts'
import { ImageRejected } from '../photos/index.ts'
import { notifyGift, notifyMoreFiles, notifyOrder } from '../push/index.ts'
import { createOrderLetter, type LetterKind } from './letter.ts'
import { mailAlert } from './mail-alert.ts'
import { mailBuyer } from './mail-buyer.ts'
import { mailGift } from './mail-gift.ts'
import { mailRefund } from './mail-refund.ts'
import { mailRequest } from './mail-request.ts'
import type { Mailer, Thumbnailer } from './ports.ts'
import { toSender } from './sender.ts'

export { tenantMailHeader } from './ports.ts'

const maxFiles = 60
/** Limits the items that are listed one by one. Of more items, a letter lists each product with its number. */
const maxLines = 12
/** Two rows of four; about 100 KB with their encoding. */
const maxPictures = 8

const purchaseJob = 'mailing.order-completed'

/** `copy`: set when the buyer requested the letter again. */
const Purchase = z.object({ orderId: z.string(), copy: z.optional(z.string()) })
const MorePhotos = z.object({ orderId: z.string() })

interface Ports extends Pick<Services, 'config'> {
  mailer: Mailer
  finder: PackagePhotos
  objects: ObjectStore
  thumbnailer: Thumbnailer
}

/**
 * Creates the feature that mails letters to buyers and gift recipients: one per completed order, since the job and the letter's
 * id are unique. Also mails one letter for later photos, one for each gift and one for each refund. The tenant gets the
 * requests sent by forms.
 */
export function createMailingFeature(ports: Ports): Feature {
  return {
    jobs: {
      [purchaseJob]: async (context, payload) => {
        const { orderId, copy } = z.parse(Purchase, payload)
        await mailPurchase(context, ports, orderId, copy)
      },
      'mailing.more-photos': async (context, payload) => {
        await mailMorePhotos(context, ports, z.parse(MorePhotos, payload).orderId)
      },
      'mailing.gift': (context, payload) => mailGift(context, ports.mailer, payload),
      'mailing.refund': (context, payload) => mailRefund(context, ports, payload),
      'mailing.photo-alert': (context, payload) => mailAlert(context, ports, payload),
      'mailing.request': (context, payload) => mailRequest(context, ports.mailer, payload),
    },
  }
}

async function mailPurchase(
  context: Context,
  ports: Ports,
  orderId: string,
  copy: string | undefined,
): Promise<void> {
  const order = await findOrder(context, orderId)
  if (order?.state !== 'Completed') throw new Error('A letter for an order that is not completed')
  if (!isDelivered(order)) return
  const items = await findOrderItems(context, orderId)
  const files = await findDeliveredFiles({ ...context, language: order.language }, ports.finder, items)
  const kind = selectKind(order, items, files.length)
  const id = copy === undefined ? `order-${orderId}` : `order-${orderId}-${copy}`
  // Before the letter, which may wait for the relay; its repetitions add no messages.
  if (copy === undefined) await notifyOfPurchase(context, order, kind, files.length)
  const letter: OrderLetter = { id, kind, files }
  if (copy !== undefined && (await isPurchaseLetterDue(context, items)))
    await mailOrderLetter(context, ports, order, items, letter)
  else await announceFiles(context, ports, order, letter)
}

/**
 * Returns whether the letter of the purchase is to be mailed, perhaps after its photos are framed. A copy that is mailed before it
 * announces nothing: files count as announced by that letter and its notification, which would be skipped.
 */
async function isPurchaseLetterDue(context: Context, items: readonly OrderItemRow[]): Promise<boolean> {
  const unannounced = items.find((item) => isPackage(item) && item.firstCount === null)
  if (!unannounced) return false
  const state = await findJobState(context, { kind: purchaseJob, key: unannounced.orderId })
  return state !== 'Done' && state !== 'Failed'
}

async function notifyOfPurchase(
  context: Context,
  order: OrderRow,
  kind: LetterKind,
  filesCount: number,
): Promise<void> {
  if (kind === 'gifts' || kind === 'given') return
  if (kind === 'received') await notifyGift(context, order, filesCount)
  else await notifyOrder(context, order, kind === 'preorder' ? 'paid' : 'ready')
}

function selectKind(
  { preorder, giftOf }: OrderRow,
  items: readonly OrderItemRow[],
  filesCount: number,
): LetterKind {
  if (items.every(({ productType }) => productType === 'promocode')) return 'gifts'
  if (items.every(isGift)) return 'given'
  if (giftOf !== null) return 'received'
  return preorder && filesCount === 0 ? 'preorder' : 'purchase'
}

async function mailMorePhotos(context: Context, ports: Ports, orderId: string): Promise<void> {
  const order = await findOrder(context, orderId)
  if (!order || !isDelivered(order)) return
  const items = await findOrderItems(context, orderId)
  const localizedContext = { ...context, language: order.language }
  const files = (await findDeliveredFiles(localizedContext, ports.finder, items)).filter(
    (file) => file.isUnannounced,
  )
  if (files.length === 0) return
  const announcedCount = items.reduce((sum, { toldCount }) => sum + toldCount, 0)
  // The first photos of a pre-order are the purchase.
  const kind = order.preorder && announcedCount === 0 ? 'purchase' : 'more'
  if (kind === 'purchase') await notifyOrder(context, order, 'ready')
  else {
    const totalCount = announcedCount + files.length
    await notifyMoreFiles(context, order, { announcedCount, totalCount })
  }
  const letter: OrderLetter = { id: `order-${orderId}-after-${announcedCount}`, kind, files }
  await announceFiles(context, ports, order, order.emailRefusedOn === null ? letter : undefined)
}

interface OrderLetter {
  id: string
  kind: LetterKind
  files: readonly DeliveredFile[]
}

/**
 * Mails the letter about the files of an order, and marks them as announced. They are marked without a letter too, so that later
 * photos are noticed: the letter to a corrected address lists all files.
 *
 * @param letter undefined for an address that the relay refuses
 */
async function announceFiles(
  context: Context,
  ports: Ports,
  order: OrderRow,
  letter: OrderLetter | undefined,
): Promise<void> {
  // Read again: the search for the files may have found more photos.
  const items = await findOrderItems(context, order.id)
  if (letter) await mailOrderLetter(context, ports, order, items, letter)
  await markAnnounced(context, ports.finder, items)
}

/** Mails a letter about an order, unless its address is unknown: that of a runner who received a gift may be. */
async function mailOrderLetter(
  context: Context,
  ports: Ports,
  order: OrderRow,
  items: readonly OrderItemRow[],
  letter: OrderLetter,
): Promise<void> {
  if (order.email === '') return
  const { mailer } = ports
  const { language, origin, currencyId, invoiceId } = order
  const files = [...new Map(letter.files.map((file) => [file.fileId, file])).values()]
  const codes = letter.kind === 'more' ? [] : await findCodesWithEvents(context, items, language)
  const { settings } = context.tenant
  const event = await findEvent(context, order.eventId)
  const pictures = await createLetterPictures(context, ports, files)
  const payment = await findPaidAttempt(context, order)
  const paid = payment?.amount ?? order.totalAmount
  const formatSum = (amount: number) => formatExactAmount(amount, currencyId, language)
  const key = createOrderKey(context, ports, order, 'receipt')
  const query = new URLSearchParams({ invoiceId, fileType: 'html', key })
  const content = createOrderLetter({
    kind: letter.kind,
    language,
    tenantName: getTenantNames(settings, language).tenantName,
    supportEmail: settings.supportEmail,
    palette: getDocumentPalette(context),
    orderNumber: order.number,
    total: formatSum(paid),
    discount:
      paid < order.totalAmount
        ? {
            title: findPaymentTypeTitle(payment?.paymentTypeId ?? '', language) ?? '',
            sum: formatSum(order.totalAmount - paid),
          }
        : undefined,
    giftMessage: order.giftMessage ?? undefined,
    event: event && { title: resolveLocalText(event.title, language), when: formatPaidOn(order, event) },
    thumbs: pictures.map(({ cid, alt }) => ({ cid, alt })),
    receiptUrl:
      order.totalAmount > 0 ? `${origin}${buildPath(downloadReceipt)}?${query.toString()}` : undefined,
    terms: {
      ...getTermsOfSale(settings),
      offerUrl: `${origin}/offer.pdf`,
      policyUrl: `${origin}/policy.pdf`,
    },
    orderUrl: buildOrderUrl(context, ports, order),
    items: (await toLetterLines(context, items, language)).map(({ title, amount }) => ({
      title,
      sum: formatSum(amount),
    })),
    codes,
    filesCount: files.length,
    filesSize: files.reduce((sum, { sizeInBytes }) => sum + sizeInBytes, 0),
    files: files.slice(0, maxFiles).map((file) => ({
      title: file.title,
      url: `${origin}${buildPermanentPath(context, ports, order, file)}`,
    })),
  })
  const tenant = toSender(context, language)
  const images = pictures.map(({ cid, bytes }) => ({ cid, bytes }))
  const replyTo = settings.supportEmail
  await mailBuyer(context, mailer, order, { id: letter.id, tenant, replyTo, ...content, images })
}

/** Formats an amount, with minor units only if there are any. */
function formatExactAmount(amount: number, currencyId: OrderRow['currencyId'], language: Language): string {
  return formatMoney({ amount, currencyId }, language, amount % 100 === 0 ? 0 : 2)
}

/** Returns the payment of an order, whose amount is less the discount of the payment type; undefined for a free order. */
async function findPaidAttempt(context: Context, { invoiceId }: OrderRow): Promise<PaymentRow | undefined> {
  const payments = await findPayments(context, invoiceId)
  return payments.find(
    ({ type, state, reviewReason }) => type === 'Payment' && state === 'Succeeded' && reviewReason === null,
  )
}

/**
 * Returns the bought items with their amounts: each photo by point and time while there are few, otherwise and for equal titles
 * one line with their number.
 */
async function toLetterLines(
  context: Context,
  items: readonly OrderItemRow[],
  language: Language,
): Promise<{ title: string; amount: number }[]> {
  const titles = items.length <= maxLines ? await findItemTitles(context, items, language) : undefined
  const lines = new Map<string, { count: number; amount: number }>()
  for (const { id, title: product, totalPrice } of items) {
    const title = titles?.get(id) ?? resolveLocalText(product, language)
    const { count, amount } = lines.get(title) ?? { count: 0, amount: 0 }
    lines.set(title, { count: count + 1, amount: amount + totalPrice })
  }
  return [...lines].map(([title, { count, amount }]) => ({
    title: count === 1 ? title : `${title} × ${count}`,
    amount,
  }))
}

/** Returns the time at which an order was paid, in the event's time zone, with its offset and the city. */
function formatPaidOn(
  { language, completedOn, createdOn }: OrderRow,
  { timeZone, city }: { timeZone: string; city: LocalText },
): string {
  const paidOn = completedOn ?? createdOn
  const date = getIntl(language).formatDate(paidOn, { dateStyle: 'long', timeStyle: 'short', timeZone })
  const placeAndOffset = [resolveLocalText(city, language), formatZoneOffset(paidOn, timeZone)]
    .filter(Boolean)
    .join(', ')
  return `${date} (${placeAndOffset})`
}

/** Returns pictures of the first photos; those that cannot be read are left out. */
async function createLetterPictures(
  context: Context,
  { objects, thumbnailer }: Ports,
  files: readonly DeliveredFile[],
): Promise<{ cid: string; alt: string; bytes: Uint8Array }[]> {
  const pictures: { cid: string; alt: string; bytes: Uint8Array }[] = []
  for (const { fileId, photoId, objectKey, title } of files) {
    if (pictures.length === maxPictures) break
    if (photoId === undefined) continue
    try {
      const bytes = await thumbnailer.make(await objects.get(objectKey))
      pictures.push({ cid: `photo-${fileId}`, alt: title, bytes })
    } catch (error) {
      if (!(error instanceof ImageRejected || error instanceof ObjectMissing)) throw error
      context.log.warn({ photo: photoId }, 'a letter goes without a photo that cannot be read')
    }
  }
  return pictures
}

async function findCodesWithEvents(context: Context, items: readonly OrderItemRow[], language: Language) {
  const codes = await findItemGiftCodes(context, items)
  const events = new Map<string, string>()
  for (const eventId of new Set(items.map((item) => item.eventId))) {
    const event = await findEvent(context, eventId)
    events.set(eventId, event ? resolveLocalText(event.title, language) : '')
  }
  return items.flatMap(({ id, eventId }) => {
    const code = codes.get(id)
    return code === undefined ? [] : [{ code, event: events.get(eventId) ?? '' }]
  })
}

/** Marks photos as announced, except those whose framed version is not ready. */
async function markAnnounced(
  context: Context,
  finder: PackagePhotos,
  items: readonly OrderItemRow[],
): Promise<void> {
  const { framesToMake: toMake } = await buildDelivery(context, finder, items.filter(isPackage))
  for (const item of items.filter(isPackage)) {
    const missing = toMake.filter(
      ({ orderItemId, photoId }) => orderItemId === item.id && item.photoIds.includes(photoId),
    ).length
    await setAnnouncedCount(context, item, item.photoIds.length - missing)
  }
}
