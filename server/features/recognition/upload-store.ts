import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { ErrorCode } from '../../../contract/errors.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { uploadPieces, uploads } from './tables.ts'
import { getStatesBefore } from './upload-state.ts'

export type UploadRow = typeof uploads.$inferSelect

const whereUpload = (context: Context, id: string) =>
  and(eq(uploads.tenant, context.tenant.name), eq(uploads.id, id))

/** Returns an upload of the tenant in any state; undefined for an unknown id. */
export async function findUpload(context: Context, uploadId: string): Promise<UploadRow | undefined> {
  const [row] = await context.db.select().from(uploads).where(whereUpload(context, uploadId))
  return row
}

/** Returns the upload of an Idempotency-Key; undefined when there is none. */
export async function findUploadByKey(context: Context, key: string): Promise<UploadRow | undefined> {
  const [row] = await context.db
    .select()
    .from(uploads)
    .where(and(eq(uploads.tenant, context.tenant.name), eq(uploads.key, key)))
  return row
}

/**
 * Locks a key until the transaction ends, so that writes and deletions under it exclude each other. An advisory lock, because a
 * key without a row has nothing else to lock.
 */
export async function lockKey(context: Context, key: string): Promise<void> {
  const name = `upload\n${context.tenant.name}\n${key}`
  await context.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** Locks the quota of a client until the transaction ends: its uploads that begin at once are counted one after the other. */
export async function lockClient(context: Context, client: string): Promise<void> {
  const name = `upload client\n${context.tenant.name}\n${client}`
  await context.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** Inserts an empty upload, or replaces an expired one; has no effect when there is another. */
export async function writeUpload(context: Context, row: Omit<UploadRow, 'tenant'>): Promise<void> {
  await context.db
    .insert(uploads)
    .values({ ...row, tenant: context.tenant.name })
    .onConflictDoUpdate({
      target: [uploads.tenant, uploads.key],
      set: row,
      setWhere: eq(uploads.state, 'Expired'),
    })
}

/** Literals instead of parameters, so that prepared statements use the partial index of these uploads. */
const isOpen = sql`${uploads.state} in ('Open', 'Reading')`

/** Returns the announced bytes of the tenant's open uploads, and the bytes and number of those of one client. */
export async function measureUploads(context: Context, client: string) {
  const isOfClient = sql`${uploads.client} = ${client}`
  const [row] = await context.db
    .select({
      tenantBytes: sql<number>`coalesce(sum(${uploads.sizeInBytes}), 0)::float8`,
      clientBytes: sql<number>`coalesce(sum(${uploads.sizeInBytes}) filter (where ${isOfClient}), 0)::float8`,
      clientUploads: sql<number>`(count(*) filter (where ${isOfClient}))::int`,
    })
    .from(uploads)
    .where(and(eq(uploads.tenant, context.tenant.name), isOpen))
  return row ?? { tenantBytes: 0, clientBytes: 0, clientUploads: 0 }
}

/**
 * Stores the next bytes of an open upload. Stores nothing when they are not the next ones, are too many, or the upload is no
 * longer open. The row update is atomic: of two requests with the same bytes only one succeeds.
 *
 * @returns the total number of received bytes; undefined when nothing was stored
 */
export function appendPiece(
  context: Context,
  uploadId: string,
  piece: { startsAt: number; bytes: Uint8Array },
): Promise<number | undefined> {
  const { startsAt, bytes } = piece
  const received = startsAt + bytes.byteLength
  return inTransaction(context, async (transaction) => {
    const [row] = await transaction.db
      .update(uploads)
      .set({ receivedInBytes: received, progressOn: transaction.now })
      .where(
        and(
          whereUpload(transaction, uploadId),
          eq(uploads.state, 'Open'),
          eq(uploads.receivedInBytes, startsAt),
          sql`${uploads.sizeInBytes} >= ${received}`,
          gt(uploads.expiresOn, transaction.now),
        ),
      )
      .returning({ id: uploads.id })
    if (!row) return undefined
    await transaction.db
      .insert(uploadPieces)
      .values({ tenant: transaction.tenant.name, uploadId, startsAt, bytes })
    return received
  })
}

/** Returns the received bytes of a picture. */
export async function readPieces(context: Context, uploadId: string): Promise<Uint8Array> {
  const rows = await context.db
    .select({ bytes: uploadPieces.bytes })
    .from(uploadPieces)
    .where(and(eq(uploadPieces.tenant, context.tenant.name), eq(uploadPieces.uploadId, uploadId)))
    .orderBy(asc(uploadPieces.startsAt))
  return Buffer.concat(rows.map((row) => row.bytes))
}

/**
 * Deletes the received bytes, so that the client sends the picture from the beginning.
 *
 * @returns false when it is no longer open; nothing was changed then
 */
export function resetUpload(context: Context, uploadId: string): Promise<boolean> {
  return inTransaction(context, async (transaction) => {
    const rows = await transaction.db
      .update(uploads)
      .set({ state: 'Open', receivedInBytes: 0, leaseUntil: null })
      .where(and(whereUpload(transaction, uploadId), inArray(uploads.state, ['Open', 'Reading'])))
      .returning({ id: uploads.id })
    if (rows.length > 0) await deletePieces(transaction, [uploadId])
    return rows.length > 0
  })
}

/** Claims a complete upload with a lease. @returns whether the caller holds it */
export async function claimUpload(context: Context, uploadId: string, leaseUntil: Date): Promise<boolean> {
  const rows = await context.db
    .update(uploads)
    .set({ state: 'Reading', leaseUntil, progressOn: context.now })
    .where(
      and(
        whereUpload(context, uploadId),
        inArray(uploads.state, getStatesBefore('Reading')),
        eq(uploads.receivedInBytes, uploads.sizeInBytes),
        sql`(${uploads.leaseUntil} is null or ${uploads.leaseUntil} <= ${context.now.toISOString()})`,
      ),
    )
    .returning({ id: uploads.id })
  return rows.length > 0
}

/** Renews the lease of an upload that is being recognised. */
export async function renewLease(context: Context, uploadId: string, leaseUntil: Date): Promise<void> {
  await context.db
    .update(uploads)
    .set({ leaseUntil })
    .where(and(whereUpload(context, uploadId), eq(uploads.state, 'Reading')))
}

/** Releases an upload after an internal failure. */
export async function releaseUpload(context: Context, uploadId: string): Promise<void> {
  await context.db
    .update(uploads)
    .set({ state: 'Open', leaseUntil: null })
    .where(and(whereUpload(context, uploadId), eq(uploads.state, 'Reading')))
}

/**
 * Stores the verdict and deletes the bytes, in the caller's transaction.
 *
 * @param refusal null when the picture became a selfie
 * @returns false when the upload was deleted, expired or answered meanwhile: nothing is written then
 */
export async function storeVerdict(
  context: Context,
  uploadId: string,
  refusal: ErrorCode | null,
): Promise<boolean> {
  const rows = await context.db
    .update(uploads)
    .set({ state: 'Answered', refusal, leaseUntil: null, client: '' })
    .where(and(whereUpload(context, uploadId), inArray(uploads.state, getStatesBefore('Answered'))))
    .returning({ id: uploads.id })
  if (rows.length === 0) return false
  await deletePieces(context, [uploadId])
  return true
}

const clearedColumns = { sha256: '', client: '', receivedInBytes: 0, leaseUntil: null, refusal: null }

/**
 * Deletes the upload of a key, if there is one, and leaves a tombstone, in the caller's transaction.
 *
 * @param tombstoneUntil until when the tombstone blocks the key
 */
export async function writeTombstone(context: Context, key: string, tombstoneUntil: Date): Promise<void> {
  const tombstone = {
    ...clearedColumns,
    state: 'Forgotten',
    sizeInBytes: 0,
    expiresOn: context.now,
    tombstoneUntil,
  } as const
  const [row] = await context.db
    .insert(uploads)
    .values({ ...tombstone, id: newId(), key, tenant: context.tenant.name })
    .onConflictDoUpdate({ target: [uploads.tenant, uploads.key], set: tombstone })
    .returning({ id: uploads.id })
  if (row) await deletePieces(context, [row.id])
}

/** Deletes the tenant's expired bytes, and rows older than any late retry. */
export async function purgeUploads(context: Context): Promise<void> {
  await inTransaction(context, async (transaction) => {
    await expireUploads(
      transaction,
      and(lte(uploads.expiresOn, transaction.now), inArray(uploads.state, getStatesBefore('Expired'))),
    )
    const isOfTenant = eq(uploads.tenant, transaction.tenant.name)
    await transaction.db.delete(uploads).where(and(isOfTenant, lte(uploads.tombstoneUntil, transaction.now)))
  })
}

/**
 * Expires open uploads that have made no progress since a time, except those being recognised.
 *
 * @param client absent: those of all clients of the tenant
 */
export async function expireIdleUploads(context: Context, since: Date, client?: string): Promise<void> {
  const hasNoLease = or(isNull(uploads.leaseUntil), lte(uploads.leaseUntil, context.now))
  await inTransaction(context, (transaction) =>
    expireUploads(
      transaction,
      and(
        isOpen,
        lte(uploads.progressOn, since),
        hasNoLease,
        client ? eq(uploads.client, client) : undefined,
      ),
    ),
  )
}

/** Expires the tenant's uploads that match a condition, in the caller's transaction. */
async function expireUploads(context: Context, condition: SQL | undefined): Promise<void> {
  const expired = await context.db
    .update(uploads)
    .set({ ...clearedColumns, state: 'Expired' })
    .where(and(eq(uploads.tenant, context.tenant.name), condition))
    .returning({ id: uploads.id })
  await deletePieces(
    context,
    expired.map(({ id }) => id),
  )
}

/** Returns the names of all tenants with uploads, also of removed ones. */
export async function listUploadTenants({ db }: Context): Promise<string[]> {
  const rows = await db.selectDistinct({ tenant: uploads.tenant }).from(uploads)
  return rows.map(({ tenant }) => tenant)
}

async function deletePieces(context: Context, uploadIds: string[]): Promise<void> {
  if (uploadIds.length === 0) return
  await context.db
    .delete(uploadPieces)
    .where(and(eq(uploadPieces.tenant, context.tenant.name), inArray(uploadPieces.uploadId, uploadIds)))
}
