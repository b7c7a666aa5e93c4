import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { receipts } from './tables.ts'

export type ReceiptRow = typeof receipts.$inferSelect

/** Writes a receipt of an invoice's payment, or of one of its refunds; the first one stays. */
export async function insertReceipt(
  context: Context,
  row: Omit<ReceiptRow, 'id' | 'tenant' | 'createdOn'>,
): Promise<void> {
  await context.db
    .insert(receipts)
    .values({ id: newId(), tenant: context.tenant.name, ...row, createdOn: context.now })
    .onConflictDoNothing()
}

/** A receipt of the tenant; undefined when it has none of that id. */
export async function findReceipt(context: Context, id: string): Promise<ReceiptRow | undefined> {
  const [row] = await context.db
    .select()
    .from(receipts)
    .where(and(eq(receipts.tenant, context.tenant.name), eq(receipts.id, id)))
  return row
}

/** Oldest first: that of the payment, then those of refunds. */
export function receiptsOfInvoice(context: Context, invoiceId: string): Promise<ReceiptRow[]> {
  return context.db
    .select()
    .from(receipts)
    .where(and(eq(receipts.tenant, context.tenant.name), eq(receipts.invoiceId, invoiceId)))
    .orderBy(asc(receipts.createdOn), sql`${receipts.refundId} nulls first`)
}
