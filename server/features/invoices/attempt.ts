import type { PaymentType } from '../../../contract/invoices.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newId } from '../../platform/ids.ts'
import { findAllowedPaymentTypes, findPaymentTypes, findProvider } from './payment-types.ts'
import type { SupportsPayment } from './ports.ts'
import {
  findInvoice,
  findLiveAttempts,
  findPayments,
  type InvoiceRow,
  insertPayments,
  lockInvoice,
  type PaymentRow,
  setAttemptState,
} from './store.ts'

export interface PaymentRequest {
  readonly invoiceId: string
  readonly paymentTypeId: string
  readonly returnUrl: string
}

/** Distinguishes an attempt of the requested type, new or still running, from a blocking attempt of another type. */
export type ReservedAttempt =
  | { readonly kind: 'mine'; readonly attempt: PaymentRow; readonly isNew: boolean }
  | { readonly kind: 'other'; readonly attempt: PaymentRow }

/**
 * Returns the one live attempt to pay an invoice, or creates it. A discount of the payment type becomes a separate entry.
 *
 * @param supportsPayment tells which banks support which payments
 * @param onNewAttempt runs in the transaction that inserts a new attempt
 * @throws Failure InvoiceNotFound, InvoicePaid, InvoiceCanceled, or PaymentTypeUnknown
 */
export function reserveAttempt(
  context: Context,
  supportsPayment: SupportsPayment,
  input: PaymentRequest,
  onNewAttempt: (context: Context, attempt: PaymentRow) => Promise<void>,
): Promise<ReservedAttempt> {
  return inTransaction(context, async (transaction) => {
    const { invoice, type, provider } = await requirePayable(
      transaction,
      supportsPayment,
      await lockInvoice(transaction, input.invoiceId),
      input.paymentTypeId,
    )
    const [liveAttempt] = await findLiveAttempts(transaction, input.invoiceId)
    if (liveAttempt) {
      const isSameType =
        liveAttempt.paymentTypeId === input.paymentTypeId && liveAttempt.provider === provider
      return isSameType
        ? { kind: 'mine', attempt: liveAttempt, isNew: false }
        : { kind: 'other', attempt: liveAttempt }
    }
    const position = (await findPayments(transaction, input.invoiceId)).length
    const rows = toEntries(transaction, invoice, { type, provider }, input, position)
    await insertPayments(transaction, rows)
    await onNewAttempt(transaction, rows[0])
    return { kind: 'mine', attempt: rows[0], isNew: true }
  })
}

/** Returns the invoice of a payment page. @throws Failure InvoiceNotFound */
export async function requireInvoice(context: Context, invoiceId: string): Promise<InvoiceRow> {
  const invoice = await findInvoice(context, invoiceId)
  if (!invoice) throw new Failure('InvoiceNotFound')
  return invoice
}

/** Declines a live attempt that never reached its bank, or that the bank does not know. */
export async function abandonAttempt(context: Context, attempt: PaymentRow): Promise<void> {
  await inTransaction(context, async (transaction) => {
    await lockInvoice(transaction, attempt.invoiceId)
    const attempts = await findLiveAttempts(transaction, attempt.invoiceId)
    if (attempts.some(({ id }) => id === attempt.id))
      await setAttemptState(transaction, attempt.id, 'Declined')
  })
}

async function requirePayable(
  context: Context,
  supportsPayment: SupportsPayment,
  invoice: InvoiceRow | undefined,
  paymentTypeId: string,
): Promise<{ invoice: InvoiceRow } & TypeAndProvider> {
  if (!invoice) throw new Failure('InvoiceNotFound')
  if (invoice.state === 'Paid') throw new Failure('InvoicePaid')
  if (invoice.state === 'Canceled') throw new Failure('InvoiceCanceled')
  const { amount, currencyId } = invoice
  const allowedTypeIds = await findAllowedPaymentTypes(context, invoice.albumId)
  const type = findPaymentTypes(context, supportsPayment, { amount, currencyId }, allowedTypeIds).find(
    (one) => one.paymentTypeId === paymentTypeId,
  )
  const provider = type && findProvider(context, supportsPayment, type.kind)
  if (!type || provider === undefined) throw new Failure('PaymentTypeUnknown')
  return { invoice, type, provider }
}

/** A payment type, and the provider that takes the money. */
interface TypeAndProvider {
  type: PaymentType
  provider: string
}

function toEntries(
  context: Context,
  invoice: InvoiceRow,
  { type, provider }: TypeAndProvider,
  input: PaymentRequest,
  position: number,
): [PaymentRow, ...PaymentRow[]] {
  const attempt: PaymentRow = {
    id: newId(),
    tenant: context.tenant.name,
    invoiceId: invoice.id,
    paymentTypeId: type.paymentTypeId,
    type: 'Payment',
    state: 'Created',
    amount: type.amountToPay.amount,
    currencyId: invoice.currencyId,
    attemptId: null,
    provider,
    providerPaymentId: null,
    payUrl: null,
    returnUrl: input.returnUrl,
    reviewReason: null,
    position,
    createdOn: context.now,
    changedOn: context.now,
  }
  const discount = invoice.amount - attempt.amount
  if (discount === 0) return [attempt]
  const discountEntry: PaymentRow = {
    ...attempt,
    id: newId(),
    type: 'Discount',
    amount: discount,
    attemptId: attempt.id,
    position: position + 1,
  }
  return [attempt, discountEntry]
}
