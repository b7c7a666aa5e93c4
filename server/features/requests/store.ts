import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { requests } from './tables.ts'

export type RequestRow = typeof requests.$inferSelect
export type NewRequest = Pick<RequestRow, 'kind' | 'fields' | 'key' | 'writer' | 'address'>

/** Inserts a request; returns undefined when there is one with its key. */
export async function insertRequest(context: Context, request: NewRequest): Promise<string | undefined> {
  const { tenant, language, now } = context
  const [row] = await context.db
    .insert(requests)
    .values({ ...request, id: newId(), tenant: tenant.name, language, createdOn: now })
    .onConflictDoNothing()
    .returning({ id: requests.id })
  return row?.id
}

/**
 * Serializes concurrent requests of a writer or an address until the transaction ends, so that each counts the earlier ones.
 */
export async function lockWriters(context: Context, hashes: readonly string[]): Promise<void> {
  // Fixed lock order, to prevent deadlocks.
  for (const hash of [...new Set(hashes)].sort()) {
    const name = `requests ${context.tenant.name} ${hash}`
    await context.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
  }
}

/** Returns a request of the tenant; undefined for an unknown id. */
export async function findRequest(context: Context, id: string): Promise<RequestRow | undefined> {
  const [row] = await context.db
    .select()
    .from(requests)
    .where(and(eq(requests.tenant, context.tenant.name), eq(requests.id, id)))
  return row
}

/** Returns the id of the request of an Idempotency-Key. */
export async function findRequestByKey(context: Context, key: string): Promise<string | undefined> {
  const [row] = await context.db
    .select({ id: requests.id })
    .from(requests)
    .where(and(eq(requests.tenant, context.tenant.name), eq(requests.key, key)))
  return row?.id
}

/** Returns the times of the newest requests of a writer or an address after a moment, newest first. */
export async function findRecentRequestTimes(
  context: Context,
  scope: 'writer' | 'address',
  hash: string,
  after: Date,
  max: number,
): Promise<Date[]> {
  const rows = await context.db
    .select({ createdOn: requests.createdOn })
    .from(requests)
    .where(
      and(eq(requests.tenant, context.tenant.name), eq(requests[scope], hash), gt(requests.createdOn, after)),
    )
    .orderBy(desc(requests.createdOn))
    .limit(max)
  return rows.map(({ createdOn }) => createdOn)
}
