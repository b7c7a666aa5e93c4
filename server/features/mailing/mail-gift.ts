import * as z from 'zod/mini'
import { getTenantNames } from '../../../contract/tenant-names.ts'
import type { Context } from '../../platform/context.ts'
import { getDocumentPalette } from '../../platform/document-palette.ts'
import { resolveLocalText } from '../../platform/local-text.ts'
import { findEvent } from '../events/index.ts'
import { findItemGiftCodes, findOrder, findOrderItems, isDelivered } from '../orders/index.ts'
import { createGiftLetter } from './letter.ts'
import { mailOnce } from './mail-buyer.ts'
import type { Mailer } from './ports.ts'
import { toSender } from './sender.ts'

const Task = z.object({ orderId: z.string(), itemId: z.string() })

/** Mails a gift code to its recipient, unless the order was refunded meanwhile. Runs as a job. */
export async function mailGift(context: Context, mailer: Mailer, payload: unknown): Promise<void> {
  const { orderId, itemId } = z.parse(Task, payload)
  const order = await findOrder(context, orderId)
  const item = (await findOrderItems(context, orderId)).find(({ id }) => id === itemId)
  if (!order || !item || !isDelivered(order)) return
  const code = (await findItemGiftCodes(context, [item])).get(itemId)
  const [to] = item.recipients ?? []
  if (code === undefined || to === undefined) return
  const event = await findEvent(context, item.eventId)
  const { language, origin } = order
  const content = createGiftLetter({
    language,
    tenantName: getTenantNames(context.tenant.settings, language).tenantName,
    supportEmail: context.tenant.settings.supportEmail,
    palette: getDocumentPalette(context),
    code,
    event: event ? resolveLocalText(event.title, language) : '',
    eventUrl: `${origin}/event/${item.eventId}`,
  })
  const replyTo = context.tenant.settings.supportEmail
  await mailOnce(context, mailer, {
    id: `gift-${itemId}`,
    tenant: toSender(context, language),
    to,
    replyTo,
    ...content,
  })
}
