import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { sha256 } from '../../platform/ids.ts'
import { addTry, deleteExpiredTries } from './try-store.ts'

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
