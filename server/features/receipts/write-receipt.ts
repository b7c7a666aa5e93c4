import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { localText } from '../../platform/local-text.ts'
import { findInvoice, paymentsOf, paymentTypesFor } from '../invoices/index.ts'
import { findOrder, findOrderItems } from '../orders/index.ts'
import { receiptPage } from './page.ts'
import { insertReceipt } from './store.ts'

const Task = z.object({ orderId: z.string(), invoiceId: z.string() })

/** A job: writes the receipt of a paid invoice, once. */
export async function writeReceipt(context: Context, payload: unknown): Promise<void> {
  const { orderId, invoiceId } = z.parse(Task, payload)
  const order = await findOrder(context, orderId)
  const invoice = await findInvoice(context, invoiceId)
  if (!order || invoice?.state !== 'Paid') throw new Error('A receipt for what is not paid')
  const { language, currencyId } = order
  const paid = (await paymentsOf(context, invoiceId)).filter(({ state }) => state === 'Succeeded')
  const attempt = paid.find(({ type, held }) => type === 'Payment' && held === null)
  const discount = paid.find(({ type, attemptId }) => type === 'Discount' && attemptId === attempt?.id)
  const types = paymentTypesFor({ ...context, language }, { amount: invoice.amount, currencyId })
  const items = await findOrderItems(context, orderId)
  const page = receiptPage({
    language,
    seller: context.tenant.settings.legalEntity,
    orderNumber: order.number,
    invoiceId,
    email: order.email,
    paidOn: invoice.paidOn ?? context.now,
    items: items.map((item) => ({
      title: localText(item.title, language),
      price: { amount: item.totalPrice, currencyId },
    })),
    discount: discount && { amount: discount.amount, currencyId },
    total: { amount: attempt?.amount ?? invoice.amount, currencyId },
    paymentType: types.find(({ paymentTypeId }) => paymentTypeId === attempt?.paymentTypeId)?.title ?? '–',
  })
  await insertReceipt(context, invoiceId, page)
}
