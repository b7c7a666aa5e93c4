import { and, eq, gt, gte, lte, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { sha256 } from '../ids.ts'
import { Failure } from './problem.ts'
import { callCounts } from './tables.ts'

/** Limits the calls of one subject within a window of time. */
export interface CallLimit {
  /** Subject of the limit, e.g. a call and an address. Only its hash is stored. */
  readonly subject: string
  readonly max: number
  readonly windowInMs: number
}

/**
 * Counts a call in one statement. Processes that share the database share the limit, and it survives restarts.
 *
 * @throws Failure `TooManyRequests` with the time to wait
 */
export async function limitCalls(context: Context, { subject, max, windowInMs }: CallLimit): Promise<void> {
  const { count, until } = callCounts
  const tenant = context.tenant.name
  const isWindowOver = sql`${until} <= ${context.now.toISOString()}`
  const [row] = await context.db
    .insert(callCounts)
    .values({
      tenant,
      subjectHash: sha256(subject),
      count: 1,
      until: new Date(context.now.getTime() + windowInMs),
    })
    .onConflictDoUpdate({
      target: [callCounts.tenant, callCounts.subjectHash],
      set: {
        count: sql`case when ${isWindowOver} then 1 else ${count} + 1 end`,
        until: sql`case when ${isWindowOver} then excluded.until else ${until} end`,
      },
    })
    .returning()
  if (!row) throw new Error('A call was not counted')
  // a new window triggers the deletion of expired ones
  if (row.count === 1)
    await context.db.delete(callCounts).where(and(eq(callCounts.tenant, tenant), lte(until, context.now)))
  if (row.count > max) throw createRefusal(context, row.until)
}

/**
 * Refuses a call when earlier ones have used up the limit. Counts nothing, so that no other limit needs to count a call which
 * this one refuses.
 *
 * @throws Failure `TooManyRequests` with the time to wait
 */
export async function requireCallsLeft(
  context: Context,
  { subject, max }: Pick<CallLimit, 'subject' | 'max'>,
): Promise<void> {
  const { tenant, subjectHash, count, until } = callCounts
  const [row] = await context.db
    .select({ until })
    .from(callCounts)
    .where(
      and(
        eq(tenant, context.tenant.name),
        eq(subjectHash, sha256(subject)),
        gte(count, max),
        gt(until, context.now),
      ),
    )
  if (row) throw createRefusal(context, row.until)
}

function createRefusal({ now }: Context, until: Date): Failure {
  const waitInMs = until.getTime() - now.getTime()
  return new Failure('TooManyRequests', { retryAfterInSeconds: Math.max(1, Math.ceil(waitInMs / 1000)) })
}
