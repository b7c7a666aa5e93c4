import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { refunds } from './tables.ts'

export type RefundRow = typeof refunds.$inferSelect

/** Writes a refund; nothing when the payment was given back for being one too many before. */
export async function insertRefund(context: Context, row: RefundRow): Promise<void> {
  await context.db.insert(refunds).values(row).onConflictDoNothing()
}

/** A refund of the tenant; undefined when it has none of that id. */
export async function findRefund(context: Context, id: string): Promise<RefundRow | undefined> {
  const [row] = await context.db.select().from(refunds).where(refundIs(context, id))
  return row
}

/** Oldest first. */
export function refundsOf(context: Context, invoiceId: string): Promise<RefundRow[]> {
  return context.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.tenant, context.tenant.name), eq(refunds.invoiceId, invoiceId)))
    .orderBy(asc(refunds.createdOn), asc(refunds.id))
}

/** Writes what came of a refund, and when; the caller sees to it that the state may be left. */
export async function setRefundState(context: Context, id: string, state: RefundRow['state']): Promise<void> {
  await context.db.update(refunds).set({ state, changedOn: context.now }).where(refundIs(context, id))
}

const refundIs = (context: Context, id: string) =>
  and(eq(refunds.tenant, context.tenant.name), eq(refunds.id, id))
