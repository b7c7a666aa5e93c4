import * as z from 'zod/mini'
import { buildPath } from '../../../contract/call.ts'
import { downloadReceipt } from '../../../contract/receipts.ts'
import { namesIn } from '../../../contract/tenant-names.ts'
import type { Context } from '../../platform/context.ts'
import { documentPalette } from '../../platform/document-palette.ts'
import { moneyText } from '../../platform/language/money-text.ts'
import type { Services } from '../../platform/services.ts'
import { findRefund } from '../invoices/index.ts'
import { addressForLetter, findOrder, keyForOrder } from '../orders/index.ts'
import { receiptsOfInvoice } from '../receipts/index.ts'
import { refundLetter } from './letter.ts'
import { mailBuyer } from './mail-buyer.ts'
import type { Mailer } from './ports.ts'
import { toSender } from './sender.ts'

const Task = z.object({ orderId: z.string(), refundId: z.string() })

/** Mails the buyer a notice of a refund, with its receipt. Runs as a job. */
export async function mailRefund(
  context: Context,
  ports: Pick<Services, 'config'> & { readonly mailer: Mailer },
  payload: unknown,
): Promise<void> {
  const { orderId, refundId } = z.parse(Task, payload)
  const order = await findOrder(context, orderId)
  const refund = await findRefund(context, refundId)
  if (!order || !refund) throw new Error('A letter for a refund that is not there')
  const { language, origin, number: orderNumber } = order
  const key = keyForOrder(context, ports, order, 'receipt')
  const { invoiceId, amount, currencyId } = refund
  const receipt = (await receiptsOfInvoice(context, invoiceId)).find((one) => one.refundId === refundId)
  const query = receipt && new URLSearchParams({ invoiceId, fileType: 'html', receiptId: receipt.id, key })
  const { settings } = context.tenant
  const letter = refundLetter({
    ...{ language, orderNumber },
    tenantName: namesIn(settings, language).tenantName,
    supportEmail: settings.supportEmail,
    coat: documentPalette(context),
    amount: moneyText({ amount, currencyId }, language, 2),
    orderUrl: addressForLetter(context, ports, order),
    receiptUrl: query && `${origin}${buildPath(downloadReceipt)}?${query.toString()}`,
  })
  const tenant = toSender(context, language)
  const replyTo = settings.supportEmail
  await mailBuyer(context, ports.mailer, order, { id: `refund-${refundId}`, tenant, replyTo, ...letter })
}
