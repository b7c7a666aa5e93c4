import * as z from 'zod/mini'
import type { Language } from '../../../contract/common.ts'
import { namesIn } from '../../../contract/tenant-names.ts'
import type { Feature } from '../../platform/app-parts.ts'
import { coatOf } from '../../platform/coat.ts'
import type { Context } from '../../platform/context.ts'
import { moneyText } from '../../platform/language/money-text.ts'
import { localText } from '../../platform/local-text.ts'
import { findEvent } from '../events/index.ts'
import { paymentsOf } from '../invoices/index.ts'
import {
  codesOfItems,
  type DeliveredFile,
  deliveryOf,
  filesOfItems,
  findOrder,
  findOrderItems,
  isDelivered,
  isPackage,
  lastingPath,
  type OrderItemRow,
  type OrderRow,
  type PackagePhotos,
  setTold,
} from '../orders/index.ts'
import { tellOfOrder } from '../push/index.ts'
import { mailGift } from './gift.ts'
import { type LetterKind, orderLetter } from './letter.ts'
import type { Mailer } from './ports.ts'
import { mailRefund } from './refund.ts'
import { mailRequest } from './request.ts'
import { senderOf } from './sender.ts'

export { tenantOfMailHeader } from './ports.ts'

const filesAtMost = 60

/** `copy`: the buyer asked for it once more. */
const Purchase = z.object({ orderId: z.string(), copy: z.optional(z.string()) })
const MorePhotos = z.object({ orderId: z.string() })

interface Ports {
  mailer: Mailer
  finder: PackagePhotos
}

/**
 * Letters to buyers, and to whom they give codes. One per completed order: the job is unique, and so is the letter's id;
 * one for later photos, one for each gift, one for each refund; and to the tenant, of what somebody has asked by a form.
 */
export function createMailingFeature(ports: Ports): Feature {
  return {
    jobs: {
      'mailing.order-completed': async (context, payload) => {
        const { orderId, copy } = z.parse(Purchase, payload)
        await mailPurchase(context, ports, orderId, copy)
      },
      'mailing.more-photos': async (context, payload) => {
        await mailMorePhotos(context, ports, z.parse(MorePhotos, payload).orderId)
      },
      'mailing.gift': (context, payload) => mailGift(context, ports.mailer, payload),
      'mailing.refund': (context, payload) => mailRefund(context, ports.mailer, payload),
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
  const files = await filesOfItems(context, ports.finder, items)
  const areGifts = items.every(({ productType }) => productType === 'promocode')
  const kind = areGifts ? 'gifts' : order.preorder && files.length === 0 ? 'preorder' : 'purchase'
  const id = copy === undefined ? `order-${orderId}` : `order-${orderId}-${copy}`
  await mail(context, ports, order, { id, kind, files })
  if (copy === undefined && kind !== 'gifts')
    await tellOfOrder(context, orderId, kind === 'preorder' ? 'paid' : 'ready', files.length)
}

async function mailMorePhotos(context: Context, ports: Ports, orderId: string): Promise<void> {
  const order = await findOrder(context, orderId)
  if (!order || !isDelivered(order)) return
  const items = await findOrderItems(context, orderId)
  const files = (await filesOfItems(context, ports.finder, items)).filter((file) => file.isUntold)
  if (files.length === 0) return
  const told = items.reduce((sum, { toldCount }) => sum + toldCount, 0)
  // the first photos of a pre-order are the purchase itself
  const kind = order.preorder && told === 0 ? 'purchase' : 'more'
  await mail(context, ports, order, { id: `order-${orderId}-after-${told}`, kind, files })
  await tellOfOrder(context, orderId, kind === 'purchase' ? 'ready' : 'more', files.length)
}

async function mail(
  context: Context,
  { mailer, finder }: Ports,
  order: OrderRow,
  letter: { id: string; kind: LetterKind; files: readonly DeliveredFile[] },
): Promise<void> {
  const { language, origin, currencyId, preorder, id: orderId } = order
  // read anew: looking for the files may have found more photos
  const items = await findOrderItems(context, orderId)
  const files = [...new Map(letter.files.map((file) => [file.fileId, file])).values()]
  const codes = letter.kind === 'more' ? [] : await codesToTell(context, items, language)
  const { settings } = context.tenant
  const content = orderLetter({
    kind: letter.kind,
    language,
    tenantName: namesIn(settings, language).tenantName,
    supportEmail: settings.supportEmail,
    coat: coatOf(context),
    orderNumber: order.number,
    total: exactly(await paidFor(context, order), currencyId, language),
    orderUrl: `${origin}/${preorder ? 'preorder' : 'order'}/${orderId}`,
    items: titlesOf(items, language),
    codes,
    filesCount: files.length,
    files: files.slice(0, filesAtMost).map((file) => ({
      fileName: file.fileName,
      url: `${origin}${lastingPath(orderId, file)}`,
    })),
  })
  const tenant = senderOf(context, language)
  await mailer.send({ id: letter.id, tenant, to: order.email, replyTo: settings.supportEmail, ...content })
  await noteTold(context, finder, items)
}

/** With kopecks where there are some. */
function exactly(amount: number, currencyId: OrderRow['currencyId'], language: Language): string {
  return moneyText({ amount, currencyId }, language, amount % 100 === 0 ? 0 : 2)
}

/** What the buyer has paid, less what her way to pay took off. */
async function paidFor(context: Context, { invoiceId, totalAmount }: OrderRow): Promise<number> {
  const payments = await paymentsOf(context, invoiceId)
  const kept = payments.find(
    ({ type, state, held }) => type === 'Payment' && state === 'Succeeded' && held === null,
  )
  return kept?.amount ?? totalAmount
}

/** What was bought, and how often when it is the same thing. */
function titlesOf(items: readonly OrderItemRow[], language: Language): string[] {
  const counts = new Map<string, number>()
  for (const { title } of items) {
    const words = localText(title, language)
    counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  return [...counts].map(([title, count]) => (count === 1 ? title : `${title} × ${count}`))
}

async function codesToTell(context: Context, items: readonly OrderItemRow[], language: Language) {
  const codes = await codesOfItems(context, items)
  const events = new Map<string, string>()
  for (const eventId of new Set(items.map((item) => item.eventId))) {
    const event = await findEvent(context, eventId)
    events.set(eventId, event ? localText(event.title, language) : '')
  }
  return items.flatMap(({ id, eventId }) => {
    const code = codes.get(id)
    return code === undefined ? [] : [{ code, event: events.get(eventId) ?? '' }]
  })
}

/** What is not in its frame yet is told of later. */
async function noteTold(
  context: Context,
  finder: PackagePhotos,
  items: readonly OrderItemRow[],
): Promise<void> {
  const { toMake } = await deliveryOf(context, finder, items.filter(isPackage))
  for (const item of items.filter(isPackage)) {
    const missing = toMake.filter(
      ({ orderItemId, photoId }) => orderItemId === item.id && item.photoIds.includes(photoId),
    ).length
    await setTold(context, item, item.photoIds.length - missing)
  }
}
