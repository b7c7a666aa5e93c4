import type { CurrencyId } from '../../../contract/common.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { listPayments, listPaymentTypes } from '../../../contract/invoices.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { paginate } from '../../platform/http/paginate.ts'
import { Failure } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Feature } from '../../platform/services.ts'
import type { Caller } from '../identity/index.ts'
import { type AccessServices, authorizeOrder, cancelOrder } from '../orders/index.ts'
import { findAllowedPaymentTypes, findPaymentTypes } from './payment-types.ts'
import type { SupportsPayment } from './ports.ts'
import {
  findInvoice,
  findLiveAttempts,
  findPayments,
  type InvoiceRow,
  insertInvoice,
  lockInvoice,
  markCanceled,
} from './store.ts'

export { createAmountsFinder } from './amounts-to-pay.ts'
export { abandonAttempt, type PaymentRequest, requireInvoice, reserveAttempt } from './attempt.ts'
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
  lockInvoice,
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

/**
 * Returns an invoice whose order the caller may open, see `authorizeOrder`.
 *
 * @throws Failure InvoiceNotFound or `refusal`; TokenExpired, TokenInvalid, IdentityUnavailable
 */
export async function authorizeInvoice(
  context: Context,
  services: AccessServices,
  input: Caller,
  invoiceId: string,
  refusal: ErrorCode = 'InvoiceNotFound',
): Promise<InvoiceRow> {
  const invoice = await findInvoice(context, invoiceId)
  await authorizeOrder(context, services, input, invoice?.orderId ?? '', { refusal })
  if (!invoice) throw new Failure(refusal)
  return invoice
}

/**
 * Cancels an unpaid invoice and its order, in one transaction.
 *
 * @returns false while a live attempt exists: it has to end first
 */
export function cancelUnpaidInvoice(context: Context, invoiceId: string): Promise<boolean> {
  return inTransaction(context, async (transaction) => {
    const invoice = await lockInvoice(transaction, invoiceId)
    if (invoice?.state !== 'Open') return true
    if ((await findLiveAttempts(transaction, invoiceId)).length > 0) return false
    await markCanceled(transaction, invoiceId)
    await cancelOrder(transaction, invoice.orderId)
    return true
  })
}

/** Inserts an order's invoice, in the checkout's transaction. A free order's invoice is paid from the start. */
export async function openInvoice(
  context: Context,
  invoice: {
    id: string
    orderId: string
    /** Minor units. */
    amount: number
    currencyId: CurrencyId
    albumId: string
    isPaid: boolean
  },
): Promise<void> {
  const { isPaid, ...values } = invoice
  await insertInvoice(context, {
    ...values,
    tenant: context.tenant.name,
    state: isPaid ? 'Paid' : 'Open',
    createdOn: context.now,
    paidOn: isPaid ? context.now : null,
  })
}
