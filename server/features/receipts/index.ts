import { downloadReceipt, getReceipt, listReceipts, type Receipt } from '../../../contract/receipts.ts'
import { handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import type { Feature } from '../../platform/services.ts'
import type { Callers } from '../identity/index.ts'
import { findInvoice } from '../invoices/index.ts'
import { findReceipt, type ReceiptRow, receiptsOfInvoice } from './store.ts'
import { writeReceipt, writeRefundReceipt } from './write-receipt.ts'

export { receiptsOfInvoice } from './store.ts'

/**
 * Creates the feature for printable receipts of payments and refunds. Knowing an invoice's id grants access to its receipt; a
 * token that is sent must be valid.
 */
export function createReceiptsFeature({ callers }: { callers: Callers }): Feature {
  return {
    jobs: { 'receipts.write': writeReceipt, 'receipts.write-refund': writeRefundReceipt },
    routes: (app) => {
      handle(app, listReceipts, async (context, input) => {
        await callers.authenticate(context, input)
        const { query } = input
        if (!(await findInvoice(context, query.invoiceId))) throw new Failure('InvoiceNotFound')
        const items = (await receiptsOfInvoice(context, query.invoiceId)).map(present)
        return { items, count: items.length, total: items.length }
      })
      handle(app, downloadReceipt, async (context, input) => {
        await callers.authenticate(context, input)
        const { query, reply } = input
        const invoice = await findInvoice(context, query.invoiceId)
        if (!invoice) throw new Failure('ReceiptNotFound')
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
        if (!row) throw new Failure('ReceiptNotFound')
        return present(row)
      })
    },
  }
}

function present(row: ReceiptRow): Receipt {
  return {
    receiptId: row.id,
    invoiceId: row.invoiceId,
    state: 'Ready',
    fileType: 'html',
    ...(row.refundedAmount !== null && {
      refunded: { amount: row.refundedAmount, currencyId: row.currencyId },
    }),
    createdOn: row.createdOn.toISOString(),
  }
}
