import { downloadReceipt, getReceipt, listReceipts, type Receipt } from '../../../contract/receipts.ts'
import type { Context } from '../../platform/context.ts'
import { paginate } from '../../platform/http/paginate.ts'
import { Failure } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Feature } from '../../platform/services.ts'
import { authorizeInvoice, findInvoice, type InvoiceRow } from '../invoices/index.ts'
import { type AccessServices, authorizeOrder, createOrderKey, findOrder } from '../orders/index.ts'
import { findReceipt, findReceiptsOfInvoice, type ReceiptRow } from './store.ts'
import { writeReceipt, writeRefundReceipt } from './write-receipt.ts'

export { findReceiptsOfInvoice } from './store.ts'

/**
 * Creates the feature for printable receipts of payments and refunds. They need access to their order, or the key in the link of
 * a letter or of the order's page. A token that is sent must be valid.
 */
export function createReceiptsFeature(access: AccessServices): Feature {
  const { callers } = access
  const createReceiptKey = async (context: Context, invoice: InvoiceRow) => {
    const order = await findOrder(context, invoice.orderId)
    return order && createOrderKey(context, access, order, 'receipt')
  }
  return {
    jobs: { 'receipts.write': writeReceipt, 'receipts.write-refund': writeRefundReceipt },
    routes: (app) => {
      registerCall(app, listReceipts, async (context, input) => {
        await callers.authenticate(context, input)
        const invoice = await authorizeInvoice(context, access, input, input.query.invoiceId)
        const key = await createReceiptKey(context, invoice)
        const items = (await findReceiptsOfInvoice(context, invoice.id)).map((row) =>
          presentReceipt(row, key),
        )
        return paginate(items, input.query)
      })
      registerCall(app, downloadReceipt, async (context, input) => {
        await callers.authenticate(context, input)
        const { query, reply } = input
        const invoice = await findInvoice(context, query.invoiceId)
        const key = query.key === undefined ? undefined : ({ purpose: 'receipt', value: query.key } as const)
        const refusal = 'ReceiptNotFound'
        await authorizeOrder(context, access, input, invoice?.orderId ?? '', { key, refusal })
        if (!invoice) throw new Failure(refusal)
        if (invoice.state !== 'Paid') throw new Failure('NotPaid')
        const row = (await findReceiptsOfInvoice(context, query.invoiceId)).find(({ id, refundId }) =>
          query.receiptId === undefined ? refundId === null : id === query.receiptId,
        )
        if (!row) throw new Failure('ReceiptNotFound')
        return (
          reply
            .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
            // Shown and printed in the browser.
            .header('content-disposition', `inline; filename="receipt-${row.id}.html"`)
            .type('text/html; charset=utf-8')
            .send(row.html)
        )
      })
      registerCall(app, getReceipt, async (context, input) => {
        await callers.authenticate(context, input)
        const row = await findReceipt(context, input.params.receiptId)
        const refusal = 'ReceiptNotFound'
        const invoice = await authorizeInvoice(context, access, input, row?.invoiceId ?? '', refusal)
        if (!row) throw new Failure(refusal)
        return presentReceipt(row, await createReceiptKey(context, invoice))
      })
    },
  }
}

function presentReceipt(row: ReceiptRow, key: string | undefined): Receipt {
  return {
    receiptId: row.id,
    invoiceId: row.invoiceId,
    state: 'Ready',
    fileType: 'html',
    ...(row.refundedAmount !== null && {
      refunded: { amount: row.refundedAmount, currencyId: row.currencyId },
    }),
    key,
    createdOn: row.createdOn.toISOString(),
  }
}
