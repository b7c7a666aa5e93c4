import { and, eq } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { receipts } from './tables.ts'

export type ReceiptRow = typeof receipts.$inferSelect

/** Writes an invoice's receipt; the first one stays. */
export async function insertReceipt(context: Context, invoiceId: string, html: string): Promise<void> {
  await context.db
    .insert(receipts)
    .values({ id: newId(), tenant: context.tenant.name, invoiceId, html, createdOn: context.now })
    .onConflictDoNothing()
}

export async function findReceipt(context: Context, id: string): Promise<ReceiptRow | undefined> {
  const [row] = await context.db
    .select()
    .from(receipts)
    .where(and(eq(receipts.tenant, context.tenant.name), eq(receipts.id, id)))
  return row
}

export async function receiptOfInvoice(context: Context, invoiceId: string): Promise<ReceiptRow | undefined> {
  const [row] = await context.db
    .select()
    .from(receipts)
    .where(and(eq(receipts.tenant, context.tenant.name), eq(receipts.invoiceId, invoiceId)))
  return row
}
