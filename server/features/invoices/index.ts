import { listPayments, listPaymentTypes } from '../../../contract/invoices.ts'
import type { Feature } from '../../platform/app-parts.ts'
import { handle } from '../../platform/http/handle.ts'
import { invoiceOf } from './attempt.ts'
import { offeredAt, paymentTypesFor } from './payment-types.ts'
import { paymentsOf } from './store.ts'

export { abandonAttempt, invoiceOf, type PaymentWish, reserveAttempt } from './attempt.ts'
export { endUnpaid } from './end-unpaid.ts'
export { isLive } from './moves.ts'
export { openInvoice } from './open-invoice.ts'
export { paymentTypeIds, paymentTypesFor, titleOfPaymentType } from './payment-types.ts'
export { RefundRefused, refundInvoice, settleRefund } from './refund.ts'
export { findRefund, refundsOf } from './refund-store.ts'
export { settle } from './settle.ts'
export {
  findInvoice,
  findPayment,
  type InvoiceRow,
  lastAttempt,
  type PaymentRow,
  paymentsOf,
  setPayAddress,
} from './store.ts'
export { sumsToPay } from './sums-to-pay.ts'

/** Invoices and what has been paid on them; whoever pays does so through the feature `payments`. */
export function createInvoicesFeature(): Feature {
  return {
    routes: (app) => {
      handle(app, listPaymentTypes, async (context, { query }) => {
        const { amount, currencyId, albumId } = query
        const offered = albumId === undefined ? undefined : await offeredAt(context, albumId)
        const items = paymentTypesFor(context, { amount, currencyId }, offered)
        return { items, count: items.length, total: items.length }
      })
      handle(app, listPayments, async (context, { params }) => {
        const invoice = await invoiceOf(context, params.invoiceId)
        const rows = await paymentsOf(context, invoice.id)
        const items = rows.map((row) => ({
          paymentId: row.id,
          paymentTypeId: row.paymentTypeId,
          type: row.type,
          state: row.state,
          amount: { amount: row.amount, currencyId: row.currencyId },
          createdOn: row.createdOn.toISOString(),
        }))
        return { items, count: items.length, total: items.length }
      })
    },
  }
}
