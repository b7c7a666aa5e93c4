import { downloadReceipt, getReceipt, listReceipts, type Receipt } from '../../../contract/receipts.ts'
import type { Context } from '../../platform/context.ts'
import { handle } from '../../platform/http/handle.ts'
import { paginate } from '../../platform/http/paginate.ts'
import { Failure } from '../../platform/http/problem.ts'
import type { Feature } from '../../platform/services.ts'
import { authorizeInvoice, findInvoice, type InvoiceRow } from '../invoices/index.ts'
import { type AccessServices, authorizeOrder, findOrder, keyForOrder } from '../orders/index.ts'
import { findReceipt, type ReceiptRow, receiptsOfInvoice } from './store.ts'
import { writeReceipt, writeRefundReceipt } from './write-receipt.ts'

export { receiptsOfInvoice } from './store.ts'

/**
 * Creates the feature for printable receipts of payments and refunds. They need access to their order, or the key in the link of
 * a letter or of the order's page. A token that is sent must be valid.
 */
export function createReceiptsFeature(access: AccessServices): Feature {
  const { callers } = access
  const keyForReceipts = async (context: Context, invoice: InvoiceRow) => {
    const order = await findOrder(context, invoice.orderId)
    return order && keyForOrder(context, access, order, 'receipt')
  }
  return {
    jobs: { 'receipts.write': writeReceipt, 'receipts.write-refund': writeRefundReceipt },
    routes: (app) => {
      handle(app, listReceipts, async (context, input) => {
        await callers.authenticate(context, input)
        const invoice = await authorizeInvoice(context, access, input, input.query.invoiceId)
        const key = await keyForReceipts(context, invoice)
        const items = (await receiptsOfInvoice(context, invoice.id)).map((row) => present(row, key))
        return paginate(items, input.query)
      })
      handle(app, downloadReceipt, async (context, input) => {
        await callers.authenticate(context, input)
        const { query, reply } = input
        const invoice = await findInvoice(context, query.invoiceId)
        const key = query.key === undefined ? undefined : ({ purpose: 'receipt', value: query.key } as const)
        const refusal = 'ReceiptNotFound'
        await authorizeOrder(context, access, input, invoice?.orderId ?? '', { key, refusal })
        if (!invoice) throw new Failure(refusal)
        if (invoice.state !== 'Paid') throw new Failure('NotPaid')
        const row = (await receiptsOfInvoice(context, query.invoiceId)).find(({ id, refundId }) =>
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
      handle(app, getReceipt, async (context, input) => {
        await callers.authenticate(context, input)
        const row = await findReceipt(context, input.params.receiptId)
        const refusal = 'ReceiptNotFound'
        const invoice = await authorizeInvoice(context, access, input, row?.invoiceId ?? '', refusal)
        if (!row) throw new Failure(refusal)
        return present(row, await keyForReceipts(context, invoice))
      })
    },
  }
}

function present(row: ReceiptRow, key: string | undefined): Receipt {
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
