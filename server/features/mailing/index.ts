import * as z from 'zod/mini'
import type { Feature } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { localText } from '../../platform/local-text.ts'
import { moneyText } from '../../platform/money-text.ts'
import {
  type DeliveredFile,
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
import { type LetterKind, orderLetter } from './letter.ts'
import type { Mailer } from './ports.ts'

const filesAtMost = 60
const usualAccent = '#D6330F'

/** `copy`: the buyer asked for it once more. */
const Purchase = z.object({ orderId: z.string(), copy: z.optional(z.string()) })
const MorePhotos = z.object({ orderId: z.string() })

interface Ports {
  mailer: Mailer
  finder: PackagePhotos
}

/** Letters to buyers. One per completed order: the job is unique, and so is the letter's id; and one for later photos. */
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
  const files = await filesOfItems(context, ports.finder, await findOrderItems(context, orderId))
  const kind = order.preorder && files.length === 0 ? 'preorder' : 'purchase'
  const id = copy === undefined ? `order-${orderId}` : `order-${orderId}-${copy}`
  await mail(context, ports.mailer, order, { id, kind, files })
}

async function mailMorePhotos(context: Context, ports: Ports, orderId: string): Promise<void> {
  const order = await findOrder(context, orderId)
  if (!order || !isDelivered(order)) return
  const items = await findOrderItems(context, orderId)
  const files = (await filesOfItems(context, ports.finder, items)).filter((file) => file.isUntold)
  if (files.length === 0) return
  const told = items.reduce((sum, { toldCount }) => sum + toldCount, 0)
  await mail(context, ports.mailer, order, { id: `order-${orderId}-after-${told}`, kind: 'more', files })
}

async function mail(
  context: Context,
  mailer: Mailer,
  order: OrderRow,
  letter: { id: string; kind: LetterKind; files: readonly DeliveredFile[] },
): Promise<void> {
  const { language, origin, currencyId, totalAmount, preorder, id: orderId } = order
  // read anew: looking for the files may have found more photos
  const items = await findOrderItems(context, orderId)
  const files = [...new Map(letter.files.map((file) => [file.fileId, file])).values()]
  const { settings } = context.tenant
  const content = orderLetter({
    kind: letter.kind,
    language,
    tenantName: settings.tenantName,
    supportEmail: settings.supportEmail,
    accent: settings.tokens.light['--pf-accent'] ?? usualAccent,
    orderNumber: order.number,
    total: moneyText({ amount: totalAmount, currencyId }, language),
    orderUrl: `${origin}/${preorder ? 'preorder' : 'order'}/${orderId}`,
    items: items.map((item) => localText(item.title, language)),
    filesCount: files.length,
    files: files.slice(0, filesAtMost).map((file) => ({
      fileName: file.fileName,
      url: `${origin}${lastingPath(orderId, file)}`,
    })),
  })
  await mailer.send({ id: letter.id, to: order.email, ...content })
  await noteTold(context, items)
}

async function noteTold(context: Context, items: readonly OrderItemRow[]): Promise<void> {
  for (const item of items.filter(isPackage)) await setTold(context, item, item.photoIds.length)
}
