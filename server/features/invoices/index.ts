import { listPayments, listPaymentTypes } from '../../../contract/invoices.ts'
import { handle } from '../../platform/http/handle.ts'
import { paginate } from '../../platform/http/paginate.ts'
import type { Feature } from '../../platform/services.ts'
import type { AccessServices } from '../orders/index.ts'
import { authorizeInvoice } from './authorize.ts'
import { offeredAt, paymentTypesFor } from './payment-types.ts'
import type { TakesPayment } from './ports.ts'
import { findPayments } from './store.ts'

export { abandonAttempt, type PaymentRequest, requireInvoice, reserveAttempt } from './attempt.ts'
export { authorizeInvoice } from './authorize.ts'
export { endUnpaid } from './end-unpaid.ts'
export { openInvoice } from './open-invoice.ts'
export { applyPaymentEvent } from './payment-event.ts'
export { kindOfPaymentType, paymentTypeIds, paymentTypesFor, titleOfPaymentType } from './payment-types.ts'
export type { TakesPayment } from './ports.ts'
export { keptPayment, RefundRefused, refundInvoice, settleRefund } from './refund.ts'
export { findRefund, listRefunds, type RefundRow } from './refund-store.ts'
export {
  findInvoice,
  findPayment,
  findPaymentOfProvider,
  findPayments,
  type InvoiceRow,
  lastAttempt,
  type PaymentRow,
  setPayAddress,
} from './store.ts'
export { createSumsToPay } from './sums-to-pay.ts'
export { isLive } from './transitions.ts'

/** Creates the feature for invoices and their payment records; the feature `payments` makes payments. */
export function createInvoicesFeature(access: AccessServices & { takes: TakesPayment }): Feature {
  const { takes } = access
  return {
    routes: (app) => {
      handle(app, listPaymentTypes, async (context, { query }) => {
        const { amount, currencyId, albumId } = query
        const offered = albumId === undefined ? undefined : await offeredAt(context, albumId)
        return paginate(paymentTypesFor(context, takes, { amount, currencyId }, offered), query)
      })
      handle(app, listPayments, async (context, input) => {
        const invoice = await authorizeInvoice(context, access, input, input.params.invoiceId)
        const rows = await findPayments(context, invoice.id)
        const items = rows.map((row) => ({
          paymentId: row.id,
          paymentTypeId: row.paymentTypeId,
          type: row.type,
          state: row.state,
          amount: { amount: row.amount, currencyId: row.currencyId },
          createdOn: row.createdOn.toISOString(),
        }))
        return paginate(items, input.query)
      })
    },
  }
}
