import { and, eq, lte, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { sha256 } from '../../platform/ids.ts'
import { promoTries } from './tables.ts'

/** Counts a try atomically, so that processes with a shared database share the counter. */
async function addTry(
  context: Context,
  callerHash: string,
  windowInMs: number,
): Promise<{ count: number; until: Date }> {
  const { count, until } = promoTries
  const hasEnded = sql`${until} <= ${context.now.toISOString()}`
  const [row] = await context.db
    .insert(promoTries)
    .values({
      tenant: context.tenant.name,
      who: callerHash,
      count: 1,
      until: new Date(context.now.getTime() + windowInMs),
    })
    .onConflictDoUpdate({
      target: [promoTries.tenant, promoTries.who],
      set: {
        count: sql`case when ${hasEnded} then 1 else ${count} + 1 end`,
        until: sql`case when ${hasEnded} then excluded.until else ${until} end`,
      },
    })
    .returning()
  if (!row) throw new Error('A try was not counted')
  return row
}

/** Deletes the windows that have ended. */
async function deleteExpiredTries(context: Context): Promise<void> {
  await context.db
    .delete(promoTries)
    .where(and(eq(promoTries.tenant, context.tenant.name), lte(promoTries.until, context.now)))
}

const windowInMs = 10 * 60_000

/**
 * Counts a try of a promo code, successful or not, within a window of ten minutes. The counter is in the database, so it holds
 * across processes and restarts.
 *
 * @param callerKey key of the limited caller, e.g. a cart's id or an address; only its hash is stored
 * @throws Failure TooManyRequests, with the time to wait
 */
export async function limitTries(context: Context, callerKey: string, max: number): Promise<void> {
  const { count, until } = await addTry(context, sha256(callerKey), windowInMs)
  if (count === 1) await deleteExpiredTries(context)
  if (count <= max) return
  const retryAfterInSeconds = Math.ceil((until.getTime() - context.now.getTime()) / 1000)
  throw new Failure('TooManyRequests', { retryAfterInSeconds })
}
