import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { receipts } from './tables.ts'

export type ReceiptRow = typeof receipts.$inferSelect

/** Inserts a receipt of an invoice's payment or of one of its refunds; an existing one is kept. */
export async function insertReceipt(
  context: Context,
  row: Omit<ReceiptRow, 'id' | 'tenant' | 'createdOn'>,
): Promise<void> {
  await context.db
    .insert(receipts)
    .values({ id: newId(), tenant: context.tenant.name, ...row, createdOn: context.now })
    .onConflictDoNothing()
}

/** Returns a receipt of the tenant; undefined for an unknown id. */
export async function findReceipt(context: Context, id: string): Promise<ReceiptRow | undefined> {
  const [row] = await context.db
    .select()
    .from(receipts)
    .where(and(eq(receipts.tenant, context.tenant.name), eq(receipts.id, id)))
  return row
}

/** Returns the receipts of an invoice, oldest first: that of the payment, then those of refunds. */
export function findReceiptsOfInvoice(context: Context, invoiceId: string): Promise<ReceiptRow[]> {
  return context.db
    .select()
    .from(receipts)
    .where(and(eq(receipts.tenant, context.tenant.name), eq(receipts.invoiceId, invoiceId)))
    .orderBy(asc(receipts.createdOn), sql`${receipts.refundId} nulls first`)
}
