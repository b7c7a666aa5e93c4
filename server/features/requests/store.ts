import { and, desc, eq, gt } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { requests } from './tables.ts'

export type RequestRow = typeof requests.$inferSelect
export type NewRequest = Pick<RequestRow, 'kind' | 'fields' | 'key' | 'writer' | 'address'>

/** Keeps a request; undefined when there is one of its key. */
export async function insertRequest(context: Context, request: NewRequest): Promise<string | undefined> {
  const { tenant, language, now } = context
  const [row] = await context.db
    .insert(requests)
    .values({ ...request, id: newId(), tenant: tenant.name, language, createdOn: now })
    .onConflictDoNothing()
    .returning({ id: requests.id })
  return row?.id
}

/** A form that was sent to the tenant; undefined when it has none of that id. */
export async function findRequest(context: Context, id: string): Promise<RequestRow | undefined> {
  const [row] = await context.db
    .select()
    .from(requests)
    .where(and(eq(requests.tenant, context.tenant.name), eq(requests.id, id)))
  return row
}

/** The id of the request that came under an Idempotency-Key. */
export async function requestOfKey(context: Context, key: string): Promise<string | undefined> {
  const [row] = await context.db
    .select({ id: requests.id })
    .from(requests)
    .where(and(eq(requests.tenant, context.tenant.name), eq(requests.key, key)))
  return row?.id
}

/** When the newest requests of a writer or of an address came after a moment, newest first. */
export async function recentRequests(
  context: Context,
  who: 'writer' | 'address',
  hash: string,
  after: Date,
  max: number,
): Promise<Date[]> {
  const rows = await context.db
    .select({ createdOn: requests.createdOn })
    .from(requests)
    .where(
      and(eq(requests.tenant, context.tenant.name), eq(requests[who], hash), gt(requests.createdOn, after)),
    )
    .orderBy(desc(requests.createdOn))
    .limit(max)
  return rows.map(({ createdOn }) => createdOn)
}
