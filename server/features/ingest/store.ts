import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { ingestLeaseInMs, ingests } from './tables.ts'

/** Upserts the number of unprocessed files of a run, and renews its lease. */
export async function writeIngest(
  context: Context,
  run: { id: string; eventId: string; waiting: number; renewedOn: Date },
): Promise<void> {
  await context.db
    .insert(ingests)
    .values({ tenant: context.tenant.name, ...run })
    .onConflictDoUpdate({ target: ingests.id, set: { waiting: run.waiting, renewedOn: run.renewedOn } })
}

/** Deletes a run that has ended, and those whose lease expired long ago. */
export async function removeIngest(context: Context, id: string, now: Date): Promise<void> {
  await context.db.delete(ingests).where(eq(ingests.id, id))
  const expiredBefore = new Date(now.getTime() - 10 * ingestLeaseInMs)
  await context.db.delete(ingests).where(lt(ingests.renewedOn, expiredBefore))
}

/** Counts the unprocessed files of an event in active runs. */
export async function countWaiting(context: Context, eventId: string): Promise<number> {
  const renewedAfter = new Date(context.now.getTime() - ingestLeaseInMs)
  const [row] = await context.db
    .select({ waiting: sql<number>`coalesce(sum(${ingests.waiting}), 0)::int` })
    .from(ingests)
    .where(
      and(
        eq(ingests.tenant, context.tenant.name),
        eq(ingests.eventId, eventId),
        gt(ingests.renewedOn, renewedAfter),
      ),
    )
  return row?.waiting ?? 0
}
