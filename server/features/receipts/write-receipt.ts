import * as z from 'zod/mini'
import { getTenantNames } from '../../../contract/tenant-names.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { getDocumentPalette } from '../../platform/document-palette.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { resolveLocalText } from '../../platform/local-text.ts'
import { getTermsOfSale, getVatPercent } from '../../platform/seller.ts'
import { findEvent } from '../events/index.ts'
import {
  findInvoice,
  findPayments,
  findPaymentTypeTitle,
  findRefund,
  type InvoiceRow,
  type PaymentRow,
} from '../invoices/index.ts'
import { findItemTitles, findOrder, findOrderItems, type OrderRow } from '../orders/index.ts'
import { getFormatter } from './messages.ts'
import { type ReceiptContent, renderReceiptPage } from './receipt-page.ts'
import { insertReceipt } from './store.ts'

const Task = z.object({ orderId: z.string(), invoiceId: z.string() })
const RefundTask = z.object({ orderId: z.string(), refundId: z.string() })

/** Writes the receipt of a paid invoice, once. Runs as a job. */
export async function writeReceipt(context: Context, payload: unknown): Promise<void> {
  const { orderId, invoiceId } = z.parse(Task, payload)
  const {
    order,
    invoice,
    paid: succeededPayments,
    attempt,
  } = await findPaidOrder(context, orderId, invoiceId)
  const { currencyId } = order
  const discount = succeededPayments.find(
    ({ type, attemptId }) => type === 'Discount' && attemptId === attempt?.id,
  )
  const page = renderReceiptPage({
    kind: 'payment',
    ...(await findReceiptHead(context, order, attempt)),
    paidOrRefundedOn: invoice.paidOn ?? context.now,
    items: await findReceiptPrices(context, order),
    discount: discount && { amount: discount.amount, currencyId },
    total: { amount: attempt?.amount ?? invoice.amount, currencyId },
  })
  const noRefund = { refundId: null, refundedAmount: null }
  await insertReceipt(context, { invoiceId, currencyId, html: page, ...noRefund })
}

/** Writes the receipt of a refund, once, and schedules the buyer's notification. Runs as a job. */
export async function writeRefundReceipt(context: Context, payload: unknown): Promise<void> {
  const { orderId, refundId } = z.parse(RefundTask, payload)
  const refund = await findRefund(context, refundId)
  if (refund?.state !== 'Succeeded') throw new Error('A receipt for a refund that has not gone')
  const { order, attempt } = await findPaidOrder(context, orderId, refund.invoiceId)
  const { amount, currencyId, invoiceId, changedOn } = refund
  const total = { amount, currencyId }
  const isFullRefund = amount === attempt?.amount
  const items = isFullRefund
    ? (await findReceiptPrices(context, order)).map(({ title }) => title).join(', ')
    : getFormatter(order.language)('refund.part')
  const page = renderReceiptPage({
    kind: 'refund',
    ...(await findReceiptHead(context, order, attempt)),
    paidOrRefundedOn: changedOn,
    items: [{ title: items, price: total }],
    discount: undefined,
    total,
  })
  await inTransaction(context, async (transaction) => {
    await insertReceipt(transaction, { invoiceId, currencyId, html: page, refundId, refundedAmount: amount })
    await enqueue(transaction, { kind: 'mailing.refund', key: refundId, payload: { orderId, refundId } })
  })
}

async function findPaidOrder(context: Context, orderId: string, invoiceId: string) {
  const order = await findOrder(context, orderId)
  const invoice: InvoiceRow | undefined = await findInvoice(context, invoiceId)
  if (!order || invoice?.state !== 'Paid') throw new Error('A receipt for what is not paid')
  const succeededPayments = (await findPayments(context, invoiceId)).filter(
    ({ state }) => state === 'Succeeded',
  )
  const attempt = succeededPayments.find(
    ({ type, reviewReason }) => type === 'Payment' && reviewReason === null,
  )
  return { order, invoice, paid: succeededPayments, attempt }
}

async function findReceiptHead(context: Context, order: OrderRow, attempt: PaymentRow | undefined) {
  const { tenant } = context
  const { settings } = tenant
  const event = await findEvent(context, order.eventId)
  const { language, number: orderNumber, email } = order
  return {
    ...{ language, orderNumber, email },
    brand: getTenantNames(settings, language).tenantName,
    palette: getDocumentPalette(context),
    ...getTermsOfSale(settings),
    event: event && {
      title: resolveLocalText(event.title, language),
      city: resolveLocalText(event.city, language),
      timeZone: event.timeZone,
    },
    paymentNumber: attempt && (attempt.providerPaymentId ?? attempt.id),
    vat: tenant.fiscalReceipts && { percent: getVatPercent(tenant.fiscalReceipts) },
    paymentType: (attempt && findPaymentTypeTitle(attempt.paymentTypeId, language)) ?? '–',
  } satisfies Partial<ReceiptContent>
}

/** Returns the ordered items with their titles and prices. */
async function findReceiptPrices(context: Context, { id, language, currencyId }: OrderRow) {
  const items = await findOrderItems(context, id)
  const titles = await findItemTitles(context, items, language)
  return items.map((item) => ({
    title: titles.get(item.id) ?? resolveLocalText(item.title, language),
    price: { amount: item.totalPrice, currencyId },
  }))
}
