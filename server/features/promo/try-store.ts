import { and, eq, lte, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { promoTries } from './tables.ts'

/** Counts a try atomically, so that processes with a shared database share the counter. */
export async function addTry(
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
export async function deleteExpiredTries(context: Context): Promise<void> {
  await context.db
    .delete(promoTries)
    .where(and(eq(promoTries.tenant, context.tenant.name), lte(promoTries.until, context.now)))
}
