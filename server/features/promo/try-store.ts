import { and, eq, gt, lte, sql } from 'drizzle-orm'
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

/** Limits the failed tries of one caller. */
export interface TryLimit {
  /** Key of the limited caller, e.g. a cart's id or an address; only its hash is stored. */
  readonly callerKey: string
  readonly max: number
}

/**
 * Runs a try of a promo code unless too many have failed within ten minutes. A try is counted before it runs, so that concurrent
 * ones cannot pass the limit, and a successful one is taken back. The counters are in the database, so they hold across
 * processes and restarts.
 *
 * @throws Failure TooManyRequests, with the time to wait; or that of the try
 */
export async function limitFailedTries<Result>(
  context: Context,
  limits: readonly TryLimit[],
  tryCode: () => Promise<Result>,
): Promise<Result> {
  for (const limit of limits) await countTry(context, limit)
  const result = await tryCode()
  for (const { callerKey } of limits) await removeTry(context, sha256(callerKey))
  return result
}

async function countTry(context: Context, { callerKey, max }: TryLimit): Promise<void> {
  const { count, until } = await addTry(context, sha256(callerKey), windowInMs)
  if (count === 1) await deleteExpiredTries(context)
  if (count <= max) return
  const retryAfterInSeconds = Math.ceil((until.getTime() - context.now.getTime()) / 1000)
  throw new Failure('TooManyRequests', { retryAfterInSeconds })
}

async function removeTry(context: Context, callerHash: string): Promise<void> {
  const { tenant, who, count } = promoTries
  await context.db
    .update(promoTries)
    .set({ count: sql`${count} - 1` })
    .where(and(eq(tenant, context.tenant.name), eq(who, callerHash), gt(count, 0)))
}
