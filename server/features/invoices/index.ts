import { listPayments, listPaymentTypes } from '../../../contract/invoices.ts'
import { paginate } from '../../platform/http/paginate.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Feature } from '../../platform/services.ts'
import type { AccessServices } from '../orders/index.ts'
import { authorizeInvoice } from './authorize.ts'
import { findAllowedPaymentTypes, findPaymentTypes } from './payment-types.ts'
import type { SupportsPayment } from './ports.ts'
import { findPayments } from './store.ts'

export { createAmountsFinder } from './amounts-to-pay.ts'
export { abandonAttempt, type PaymentRequest, requireInvoice, reserveAttempt } from './attempt.ts'
export { authorizeInvoice } from './authorize.ts'
export { cancelUnpaidInvoice } from './cancel-unpaid.ts'
export { openInvoice } from './open-invoice.ts'
export { applyPaymentEvent } from './payment-event.ts'
export { findPaymentKind, findPaymentTypes, findPaymentTypeTitle, paymentTypeIds } from './payment-types.ts'
export type { SupportsPayment } from './ports.ts'
export { applyRefundResult, findRefundablePayment, RefundRefused, refundInvoice } from './refund.ts'
export { findRefund, findVisibleRefunds, listRefunds, type RefundRow } from './refund-store.ts'
export {
  findInvoice,
  findLastAttempt,
  findPayment,
  findPaymentOfProvider,
  findPayments,
  type InvoiceRow,
  type PaymentRow,
  setPayAddress,
} from './store.ts'
export { isLive } from './transitions.ts'

/** Creates the feature for invoices and their payment records; the feature `payments` makes payments. */
export function createInvoicesFeature(
  access: AccessServices & { supportsPayment: SupportsPayment },
): Feature {
  const { supportsPayment } = access
  return {
    routes: (app) => {
      registerCall(app, listPaymentTypes, async (context, { query }) => {
        const { amount, currencyId, albumId } = query
        const allowedTypeIds =
          albumId === undefined ? undefined : await findAllowedPaymentTypes(context, albumId)
        return paginate(
          findPaymentTypes(context, supportsPayment, { amount, currencyId }, allowedTypeIds),
          query,
        )
      })
      registerCall(app, listPayments, async (context, input) => {
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
