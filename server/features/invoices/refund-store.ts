import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { refunds } from './tables.ts'

export type RefundRow = typeof refunds.$inferSelect

/** Inserts a refund; has no effect when the same duplicate payment was refunded before. */
export async function insertRefund(context: Context, row: RefundRow): Promise<void> {
  await context.db.insert(refunds).values(row).onConflictDoNothing()
}

/** Returns a refund of the tenant; undefined for an unknown id. */
export async function findRefund(context: Context, id: string): Promise<RefundRow | undefined> {
  const [row] = await context.db.select().from(refunds).where(whereRefund(context, id))
  return row
}

/** Returns the refunds of an invoice, oldest first. */
export function listRefunds(context: Context, invoiceId: string): Promise<RefundRow[]> {
  return context.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.tenant, context.tenant.name), eq(refunds.invoiceId, invoiceId)))
    .orderBy(asc(refunds.createdOn), asc(refunds.id))
}

/** Describes a refund to the buyer. */
export type VisibleRefund = Pick<RefundRow, 'invoiceId' | 'amount' | 'state' | 'changedOn'>

/** Returns the refunds that the buyer sees, oldest first; without declined ones and those of duplicate payments. */
export function findVisibleRefunds(
  context: Context,
  invoiceIds: readonly string[],
): Promise<VisibleRefund[]> {
  if (invoiceIds.length === 0) return Promise.resolve([])
  const { invoiceId, amount, state, changedOn } = refunds
  return context.db
    .select({ invoiceId, amount, state, changedOn })
    .from(refunds)
    .where(
      and(
        eq(refunds.tenant, context.tenant.name),
        inArray(refunds.invoiceId, [...invoiceIds]),
        ne(refunds.state, 'Declined'),
        eq(refunds.reason, 'Asked'),
      ),
    )
    .orderBy(asc(refunds.createdOn), asc(refunds.id))
}

/** Sets the state of a refund and the time of the change. The caller must check that the current state allows it. */
export async function setRefundState(context: Context, id: string, state: RefundRow['state']): Promise<void> {
  await context.db.update(refunds).set({ state, changedOn: context.now }).where(whereRefund(context, id))
}

const whereRefund = (context: Context, id: string) =>
  and(eq(refunds.tenant, context.tenant.name), eq(refunds.id, id))
