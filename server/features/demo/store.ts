import { and, eq, lt } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { demoSeeds } from './tables.ts'

export type SeedRow = typeof demoSeeds.$inferSelect

/** Returns the state of the demo; undefined when none was ever made for this tenant. */
export async function findSeed(context: Context): Promise<SeedRow | undefined> {
  const [row] = await context.db.select().from(demoSeeds).where(eq(demoSeeds.tenant, context.tenant.name))
  return row
}

/** Begins the only seed of this tenant; returns false when another process has begun it concurrently. */
export async function beginSeed(context: Context, total: number): Promise<boolean> {
  const rows = await context.db
    .insert(demoSeeds)
    .values({ tenant: context.tenant.name, state: 'Running', done: 0, total, renewedOn: context.now })
    .onConflictDoNothing()
    .returning()
  return rows.length > 0
}

/** Takes over a seed whose lease was last renewed before `renewedBefore`; returns false when its process is still active. */
export async function takeOverSeed(context: Context, renewedBefore: Date): Promise<boolean> {
  const rows = await context.db
    .update(demoSeeds)
    .set({ renewedOn: context.now })
    .where(
      and(
        eq(demoSeeds.tenant, context.tenant.name),
        eq(demoSeeds.state, 'Running'),
        lt(demoSeeds.renewedOn, renewedBefore),
      ),
    )
    .returning()
  return rows.length > 0
}

/** Writes the progress of the seed, which also renews its lease. */
export async function writeSeed(
  context: Context,
  values: { done?: number; total?: number; state?: SeedRow['state']; renewedOn: Date },
): Promise<void> {
  await context.db.update(demoSeeds).set(values).where(eq(demoSeeds.tenant, context.tenant.name))
}
