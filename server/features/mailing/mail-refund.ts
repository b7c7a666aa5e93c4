import * as z from 'zod/mini'
import { buildPath } from '../../../contract/call.ts'
import { downloadReceipt } from '../../../contract/receipts.ts'
import { getTenantNames } from '../../../contract/tenant-names.ts'
import type { Context } from '../../platform/context.ts'
import { getDocumentPalette } from '../../platform/document-palette.ts'
import { formatMoney } from '../../platform/language/format-money.ts'
import type { Services } from '../../platform/services.ts'
import { findRefund } from '../invoices/index.ts'
import { buildOrderUrl, createOrderKey, findOrder } from '../orders/index.ts'
import { findReceiptsOfInvoice } from '../receipts/index.ts'
import { createRefundLetter } from './letter.ts'
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
  const key = createOrderKey(context, ports, order, 'receipt')
  const { invoiceId, amount, currencyId } = refund
  const receipt = (await findReceiptsOfInvoice(context, invoiceId)).find((one) => one.refundId === refundId)
  const query = receipt && new URLSearchParams({ invoiceId, fileType: 'html', receiptId: receipt.id, key })
  const { settings } = context.tenant
  const letter = createRefundLetter({
    ...{ language, orderNumber },
    tenantName: getTenantNames(settings, language).tenantName,
    supportEmail: settings.supportEmail,
    palette: getDocumentPalette(context),
    amount: formatMoney({ amount, currencyId }, language, 2),
    orderUrl: buildOrderUrl(context, ports, order),
    receiptUrl: query && `${origin}${buildPath(downloadReceipt)}?${query.toString()}`,
  })
  const tenant = toSender(context, language)
  const replyTo = settings.supportEmail
  await mailBuyer(context, ports.mailer, order, { id: `refund-${refundId}`, tenant, replyTo, ...letter })
}
