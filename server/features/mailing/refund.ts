import * as z from 'zod/mini'
import { pathOf } from '../../../contract/call.ts'
import { downloadReceipt } from '../../../contract/receipts.ts'
import { namesIn } from '../../../contract/tenant-names.ts'
import type { Context } from '../../platform/context.ts'
import { documentPalette } from '../../platform/document-palette.ts'
import { moneyText } from '../../platform/language/money-text.ts'
import { findRefund } from '../invoices/index.ts'
import { findOrder } from '../orders/index.ts'
import { receiptsOfInvoice } from '../receipts/index.ts'
import { refundLetter } from './letter.ts'
import type { Mailer } from './ports.ts'
import { senderOf } from './sender.ts'

const Task = z.object({ orderId: z.string(), refundId: z.string() })

/** Job: mails the buyer a notice of a refund, with its receipt. */
export async function mailRefund(context: Context, mailer: Mailer, payload: unknown): Promise<void> {
  const { orderId, refundId } = z.parse(Task, payload)
  const order = await findOrder(context, orderId)
  const refund = await findRefund(context, refundId)
  if (!order || !refund) throw new Error('A letter for a refund that is not there')
  const { language, origin, number: orderNumber, preorder, email: to } = order
  const { invoiceId, amount, currencyId } = refund
  const receipt = (await receiptsOfInvoice(context, invoiceId)).find((one) => one.refundId === refundId)
  const query = receipt && new URLSearchParams({ invoiceId, fileType: 'html', receiptId: receipt.id })
  const { settings } = context.tenant
  const letter = refundLetter({
    ...{ language, orderNumber },
    tenantName: namesIn(settings, language).tenantName,
    supportEmail: settings.supportEmail,
    coat: documentPalette(context),
    amount: moneyText({ amount, currencyId }, language, 2),
    orderUrl: `${origin}/${preorder ? 'preorder' : 'order'}/${orderId}`,
    receiptUrl: query && `${origin}${pathOf(downloadReceipt)}?${query.toString()}`,
  })
  const tenant = senderOf(context, language)
  await mailer.send({ id: `refund-${refundId}`, tenant, to, replyTo: settings.supportEmail, ...letter })
}
