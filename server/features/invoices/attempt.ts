import type { PaymentType } from '../../../contract/invoices.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newId } from '../../platform/ids.ts'
import { findProvider, offeredAt, paymentTypesFor } from './payment-types.ts'
import type { TakesPayment } from './ports.ts'
import {
  findInvoice,
  findPayments,
  type InvoiceRow,
  insertPayments,
  liveAttempts,
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
export type Reserved =
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
  takes: TakesPayment,
  input: PaymentRequest,
  whenNew: (context: Context, attempt: PaymentRow) => Promise<void>,
): Promise<Reserved> {
  return inTransaction(context, async (inside) => {
    const { invoice, type, provider } = await payable(
      inside,
      takes,
      await lockInvoice(inside, input.invoiceId),
      input.paymentTypeId,
    )
    const [live] = await liveAttempts(inside, input.invoiceId)
    if (live) {
      const isMine = live.paymentTypeId === input.paymentTypeId && live.provider === provider
      return isMine ? { kind: 'mine', attempt: live, isNew: false } : { kind: 'other', attempt: live }
    }
    const position = (await findPayments(inside, input.invoiceId)).length
    const rows = toEntries(inside, invoice, { type, provider }, input, position)
    await insertPayments(inside, rows)
    await whenNew(inside, rows[0])
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
  await inTransaction(context, async (inside) => {
    await lockInvoice(inside, attempt.invoiceId)
    const live = await liveAttempts(inside, attempt.invoiceId)
    if (live.some(({ id }) => id === attempt.id)) await setAttemptState(inside, attempt.id, 'Declined')
  })
}

async function payable(
  context: Context,
  takes: TakesPayment,
  invoice: InvoiceRow | undefined,
  paymentTypeId: string,
): Promise<{ invoice: InvoiceRow } & Way> {
  if (!invoice) throw new Failure('InvoiceNotFound')
  if (invoice.state === 'Paid') throw new Failure('InvoicePaid')
  if (invoice.state === 'Canceled') throw new Failure('InvoiceCanceled')
  const { amount, currencyId } = invoice
  const offered = await offeredAt(context, invoice.albumId)
  const type = paymentTypesFor(context, takes, { amount, currencyId }, offered).find(
    (one) => one.paymentTypeId === paymentTypeId,
  )
  const provider = type && findProvider(context, takes, type.kind)
  if (!type || provider === undefined) throw new Failure('PaymentTypeUnknown')
  return { invoice, type, provider }
}

/** A payment type, and the provider that takes the money. */
interface Way {
  type: PaymentType
  provider: string
}

function toEntries(
  context: Context,
  invoice: InvoiceRow,
  { type, provider }: Way,
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
  const entry: PaymentRow = {
    ...attempt,
    id: newId(),
    type: 'Discount',
    amount: discount,
    attemptId: attempt.id,
    position: position + 1,
  }
  return [attempt, entry]
}
