import { and, eq, lte, ne, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { lockOrder } from '../orders/index.ts'
import { archives } from './tables.ts'

export type ArchiveRow = typeof archives.$inferSelect

const whereArchive = (context: Context, id: string) =>
  and(eq(archives.tenant, context.tenant.name), eq(archives.id, id))

/**
 * Locks the order until the end of the transaction, so that concurrent requests cannot exceed its quota together.
 *
 * @returns the total size of the order's archives in bytes, including those that are not packed yet
 */
export async function lockArchiveQuota(context: Context, orderId: string): Promise<number> {
  const { db, tenant } = context
  await lockOrder(context, orderId)
  const size = sql`coalesce(nullif(${archives.filesInBytes}, 0), ${archives.sizeInBytes}, 0)`
  const [row] = await db
    .select({ bytes: sql`sum(${size})`.mapWith(Number) })
    .from(archives)
    .where(and(eq(archives.tenant, tenant.name), eq(archives.orderId, orderId)))
  return row?.bytes ?? 0
}

/**
 * Adds an archive, or returns the existing one of the same files, whose time of storage begins anew; `isNew` tells which. The
 * caller must have locked the quota of the order.
 */
export async function addArchive(
  context: Context,
  row: Omit<ArchiveRow, 'tenant' | 'state' | 'progress' | 'sizeInBytes' | 'createdOn'>,
): Promise<{ archive: ArchiveRow; isNew: boolean }> {
  const [added] = await context.db
    .insert(archives)
    .values({
      ...row,
      tenant: context.tenant.name,
      state: 'Preparing',
      progress: 0,
      sizeInBytes: null,
      createdOn: context.now,
    })
    .onConflictDoNothing()
    .returning()
  if (added) return { archive: added, isNew: true }
  const [existing] = await context.db
    .update(archives)
    .set({ createdOn: context.now })
    .where(
      and(
        eq(archives.tenant, context.tenant.name),
        eq(archives.orderId, row.orderId),
        eq(archives.content, row.content),
      ),
    )
    .returning()
  if (!existing) throw new Error('The archive of the same files is gone')
  return { archive: existing, isNew: false }
}

/** Returns an archive of the tenant; undefined for an unknown id. */
export async function findArchive(context: Context, id: string): Promise<ArchiveRow | undefined> {
  const [row] = await context.db.select().from(archives).where(whereArchive(context, id))
  return row
}

/** Returns the archives of an order. */
export function listArchives(context: Context, orderId: string): Promise<ArchiveRow[]> {
  return context.db
    .select()
    .from(archives)
    .where(and(eq(archives.tenant, context.tenant.name), eq(archives.orderId, orderId)))
}

/**
 * Updates the state of an archive. The caller must check that the current state allows the change.
 *
 * @returns false when the archive was deleted
 */
export async function changeArchive(
  context: Context,
  id: string,
  values: Partial<Pick<ArchiveRow, 'state' | 'progress' | 'sizeInBytes'>>,
): Promise<boolean> {
  const rows = await context.db
    .update(archives)
    .set(values)
    .where(whereArchive(context, id))
    .returning({ id: archives.id })
  return rows.length > 0
}

/**
 * Marks an archive as being packed, also one whose packing failed before, so that it is not deleted meanwhile.
 *
 * @returns undefined when it was deleted or is packed already
 */
export async function startPacking(context: Context, id: string): Promise<ArchiveRow | undefined> {
  const [row] = await context.db
    .update(archives)
    .set({ state: 'Preparing', progress: 0 })
    .where(and(whereArchive(context, id), ne(archives.state, 'Published')))
    .returning()
  return row
}

/** Updates the progress of an archive that is being packed; leaves a published one unchanged. */
export async function setProgress(context: Context, id: string, progress: number): Promise<void> {
  await context.db
    .update(archives)
    .set({ progress })
    .where(and(whereArchive(context, id), eq(archives.state, 'Preparing')))
}

/**
 * Deletes the row of an archive, unless it is being packed or was requested later. The caller must have locked the quota of its
 * order, and must remove its file.
 *
 * @param requestedBefore absent: however recently it was requested
 * @returns whether it was deleted
 */
export async function deleteArchive(context: Context, id: string, requestedBefore?: Date): Promise<boolean> {
  const rows = await context.db
    .delete(archives)
    .where(
      and(
        whereArchive(context, id),
        ne(archives.state, 'Preparing'),
        requestedBefore && lte(archives.createdOn, requestedBefore),
      ),
    )
    .returning({ id: archives.id })
  return rows.length > 0
}
