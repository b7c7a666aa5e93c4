import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { PaymentState } from '../../../contract/invoices.ts'
import type { Context } from '../../platform/context.ts'
import { invoices, payments } from './tables.ts'

export type InvoiceRow = typeof invoices.$inferSelect
export type PaymentRow = typeof payments.$inferSelect

/** Inserts a new invoice, in the transaction of its order. */
export async function insertInvoice(context: Context, row: InvoiceRow): Promise<void> {
  await context.db.insert(invoices).values(row)
}

/** Returns an invoice of the tenant; undefined for an unknown id. */
export async function findInvoice(context: Context, id: string): Promise<InvoiceRow | undefined> {
  const [row] = await context.db.select().from(invoices).where(whereInvoice(context, id))
  return row
}

/** Reads an invoice with a row lock, which also guards its payments, until the transaction ends. */
export async function lockInvoice(context: Context, id: string): Promise<InvoiceRow | undefined> {
  const [row] = await context.db.select().from(invoices).where(whereInvoice(context, id)).for('update')
  return row
}

/** Marks an invoice as paid now. The caller must hold the row lock. */
export async function markPaid(context: Context, id: string): Promise<void> {
  await context.db
    .update(invoices)
    .set({ state: 'Paid', paidOn: context.now })
    .where(whereInvoice(context, id))
}

/** Marks an invoice as canceled. The caller must hold the row lock. */
export async function markCanceled(context: Context, id: string): Promise<void> {
  await context.db.update(invoices).set({ state: 'Canceled' }).where(whereInvoice(context, id))
}

/** Inserts an attempt to pay, with its discount as a separate row if there is one. */
export async function insertPayments(context: Context, rows: readonly PaymentRow[]): Promise<void> {
  await context.db.insert(payments).values([...rows])
}

/** Returns the payments of an invoice, oldest first; discounts follow their attempt. */
export function findPayments(context: Context, invoiceId: string): Promise<PaymentRow[]> {
  return context.db
    .select()
    .from(payments)
    .where(and(eq(payments.tenant, context.tenant.name), eq(payments.invoiceId, invoiceId)))
    .orderBy(asc(payments.createdOn), asc(payments.position))
}

/** Returns the attempts to pay some invoices, oldest first. */
export function findAttempts(context: Context, invoiceIds: readonly string[]): Promise<PaymentRow[]> {
  if (invoiceIds.length === 0) return Promise.resolve([])
  return context.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.tenant, context.tenant.name),
        inArray(payments.invoiceId, [...invoiceIds]),
        eq(payments.type, 'Payment'),
      ),
    )
    .orderBy(asc(payments.createdOn), asc(payments.position))
}

/** Returns a payment of the tenant by our id; undefined for an unknown id. */
export async function findPayment(context: Context, id: string): Promise<PaymentRow | undefined> {
  const [row] = await context.db.select().from(payments).where(wherePayment(context, id))
  return row
}

/** Returns a payment of the tenant by its provider's id; undefined when there is none. */
export async function findPaymentOfProvider(
  context: Context,
  provider: string,
  providerPaymentId: string,
): Promise<PaymentRow | undefined> {
  const [row] = await context.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.tenant, context.tenant.name),
        eq(payments.provider, provider),
        eq(payments.providerPaymentId, providerPaymentId),
      ),
    )
  return row
}

/** Returns the newest attempt to pay an invoice; undefined when there is none. */
export async function findLastAttempt(context: Context, invoiceId: string): Promise<PaymentRow | undefined> {
  const [row] = await context.db
    .select()
    .from(payments)
    .where(whereAttemptOfInvoice(context, invoiceId))
    .orderBy(desc(payments.createdOn), desc(payments.position))
    .limit(1)
  return row
}

/** Sets the state of an attempt and of its discounts. */
export async function setAttemptState(context: Context, id: string, state: PaymentState): Promise<void> {
  // A success clears an earlier review flag, e.g. of a different amount.
  const values = { state, changedOn: context.now, ...(state === 'Succeeded' ? { reviewReason: null } : {}) }
  await context.db.update(payments).set(values).where(wherePayment(context, id))
  await context.db
    .update(payments)
    .set(values)
    .where(and(eq(payments.tenant, context.tenant.name), eq(payments.attemptId, id)))
}

/** Flags a payment for manual review. @param reviewReason the reason, as in the log */
export async function setReviewReason(context: Context, id: string, reviewReason: string): Promise<void> {
  await context.db
    .update(payments)
    .set({ reviewReason, changedOn: context.now })
    .where(wherePayment(context, id))
}

/** Sets the address at which the buyer pays, while the attempt is live. @returns false when it has ended */
export async function setPayAddress(
  context: Context,
  id: string,
  address: { providerPaymentId: string; payUrl: string },
): Promise<boolean> {
  const changed = await context.db
    .update(payments)
    .set({ ...address, changedOn: context.now })
    .where(wherePayment(context, id))
    .returning({ state: payments.state })
  return changed.some(({ state }) => state === 'Created' || state === 'Pending')
}

/** Returns the attempts of an invoice that a buyer may still complete. */
export function findLiveAttempts(context: Context, invoiceId: string): Promise<PaymentRow[]> {
  return context.db
    .select()
    .from(payments)
    .where(and(whereAttemptOfInvoice(context, invoiceId), inArray(payments.state, ['Created', 'Pending'])))
}

const whereInvoice = (context: Context, id: string) =>
  and(eq(invoices.tenant, context.tenant.name), eq(invoices.id, id))
const wherePayment = (context: Context, id: string) =>
  and(eq(payments.tenant, context.tenant.name), eq(payments.id, id))
const whereAttemptOfInvoice = (context: Context, invoiceId: string) =>
  and(
    eq(payments.tenant, context.tenant.name),
    eq(payments.invoiceId, invoiceId),
    eq(payments.type, 'Payment'),
  )
