import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { PaymentState } from '../../../contract/invoices.ts'
import type { Context } from '../../platform/context.ts'
import { invoices, payments } from './tables.ts'

export type InvoiceRow = typeof invoices.$inferSelect
export type PaymentRow = typeof payments.$inferSelect

/** Writes a new invoice, in the transaction of its order. */
export async function insertInvoice(context: Context, row: InvoiceRow): Promise<void> {
  await context.db.insert(invoices).values(row)
}

/** An invoice of the tenant; undefined when it has none of that id. */
export async function findInvoice(context: Context, id: string): Promise<InvoiceRow | undefined> {
  const [row] = await context.db.select().from(invoices).where(invoiceIs(context, id))
  return row
}

/** Reads an invoice and keeps others from changing it or its payments until the transaction ends. */
export async function lockInvoice(context: Context, id: string): Promise<InvoiceRow | undefined> {
  const [row] = await context.db.select().from(invoices).where(invoiceIs(context, id)).for('update')
  return row
}

/** Notes that an invoice is paid, as of now; whoever calls has locked it. */
export async function markPaid(context: Context, id: string): Promise<void> {
  await context.db.update(invoices).set({ state: 'Paid', paidOn: context.now }).where(invoiceIs(context, id))
}

/** Notes that an invoice is not to be paid any more; whoever calls has locked it. */
export async function markCanceled(context: Context, id: string): Promise<void> {
  await context.db.update(invoices).set({ state: 'Canceled' }).where(invoiceIs(context, id))
}

/** Writes an attempt to pay, with its discount as a row of its own where there is one. */
export async function insertPayments(context: Context, rows: readonly PaymentRow[]): Promise<void> {
  await context.db.insert(payments).values([...rows])
}

/** Oldest first, discounts after the attempt they belong to. */
export function paymentsOf(context: Context, invoiceId: string): Promise<PaymentRow[]> {
  return context.db
    .select()
    .from(payments)
    .where(and(eq(payments.tenant, context.tenant.name), eq(payments.invoiceId, invoiceId)))
    .orderBy(asc(payments.createdOn), asc(payments.position))
}

/** Attempts to pay some invoices, oldest first. */
export function attemptsOf(context: Context, invoiceIds: readonly string[]): Promise<PaymentRow[]> {
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

/** A payment of the tenant by our id; undefined when it has none. */
export async function findPayment(context: Context, id: string): Promise<PaymentRow | undefined> {
  const [row] = await context.db.select().from(payments).where(paymentIs(context, id))
  return row
}

/** A payment of the tenant by the id that its provider gave it; undefined when there is none. */
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

/** The newest attempt to pay an invoice. */
export async function lastAttempt(context: Context, invoiceId: string): Promise<PaymentRow | undefined> {
  const [row] = await context.db
    .select()
    .from(payments)
    .where(isAttemptOf(context, invoiceId))
    .orderBy(desc(payments.createdOn), desc(payments.position))
    .limit(1)
  return row
}

/** Moves an attempt and the discounts that share its fate. */
export async function setAttemptState(context: Context, id: string, state: PaymentState): Promise<void> {
  // What was strange before, e.g. news of another amount, is settled by good news.
  const values = { state, changedOn: context.now, ...(state === 'Succeeded' ? { held: null } : {}) }
  await context.db.update(payments).set(values).where(paymentIs(context, id))
  await context.db
    .update(payments)
    .set(values)
    .where(and(eq(payments.tenant, context.tenant.name), eq(payments.attemptId, id)))
}

/** Holds a payment for somebody to look at. @param held why, in words of the log */
export async function setHeld(context: Context, id: string, held: string): Promise<void> {
  await context.db.update(payments).set({ held, changedOn: context.now }).where(paymentIs(context, id))
}

/** Where the buyer pays; only while the attempt is live. @returns false when it is over by now */
export async function setPayAddress(
  context: Context,
  id: string,
  address: { providerPaymentId: string; payUrl: string },
): Promise<boolean> {
  const changed = await context.db
    .update(payments)
    .set({ ...address, changedOn: context.now })
    .where(paymentIs(context, id))
    .returning({ state: payments.state })
  return changed.some(({ state }) => state === 'Created' || state === 'Pending')
}

/** Attempts of an invoice during which a buyer may still pay. */
export function liveAttempts(context: Context, invoiceId: string): Promise<PaymentRow[]> {
  return context.db
    .select()
    .from(payments)
    .where(and(isAttemptOf(context, invoiceId), inArray(payments.state, ['Created', 'Pending'])))
}

const invoiceIs = (context: Context, id: string) =>
  and(eq(invoices.tenant, context.tenant.name), eq(invoices.id, id))
const paymentIs = (context: Context, id: string) =>
  and(eq(payments.tenant, context.tenant.name), eq(payments.id, id))
const isAttemptOf = (context: Context, invoiceId: string) =>
  and(
    eq(payments.tenant, context.tenant.name),
    eq(payments.invoiceId, invoiceId),
    eq(payments.type, 'Payment'),
  )
