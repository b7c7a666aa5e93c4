import { and, eq, gt, lt, lte } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { selfies } from './tables.ts'

export type SelfieRow = typeof selfies.$inferSelect

/** A selfie that is not forgotten. */
export async function findSelfie(context: Context, selfieId: string): Promise<SelfieRow | undefined> {
  const [row] = await context.db
    .select()
    .from(selfies)
    .where(
      and(
        eq(selfies.tenant, context.tenant.name),
        eq(selfies.id, selfieId),
        gt(selfies.expiresOn, context.now),
      ),
    )
  return row
}

/** The selfie that came with an `Idempotency-Key`, also when its time is over. */
export async function findSelfieByKey(context: Context, key: string): Promise<SelfieRow | undefined> {
  const [row] = await context.db
    .select()
    .from(selfies)
    .where(and(eq(selfies.tenant, context.tenant.name), eq(selfies.idempotencyKey, key)))
  return row
}

/** Writes a selfie, unless one with its key is there. @returns whether it was written */
export async function insertSelfie(context: Context, row: Omit<SelfieRow, 'tenant'>): Promise<boolean> {
  const rows = await context.db
    .insert(selfies)
    .values({ ...row, tenant: context.tenant.name })
    .onConflictDoNothing()
    .returning({ id: selfies.id })
  return rows.length > 0
}

/** Moves a selfie's end to `until`, never to an earlier moment. */
export async function prolongSelfie(context: Context, selfieId: string, until: Date): Promise<void> {
  await context.db
    .update(selfies)
    .set({ expiresOn: until })
    .where(
      and(eq(selfies.tenant, context.tenant.name), eq(selfies.id, selfieId), lt(selfies.expiresOn, until)),
    )
}

/** Deletes what was measured of a face. */
export async function deleteSelfie(context: Context, selfieId: string): Promise<void> {
  await context.db
    .delete(selfies)
    .where(and(eq(selfies.tenant, context.tenant.name), eq(selfies.id, selfieId)))
}

/** Deletes the tenant's selfies whose time is over. @returns whose they were */
export async function deleteExpiredSelfies(context: Context): Promise<{ personId: string }[]> {
  return context.db
    .delete(selfies)
    .where(and(eq(selfies.tenant, context.tenant.name), lte(selfies.expiresOn, context.now)))
    .returning({ personId: selfies.personId })
}

/** Deletes what was measured of all selfies for an event. @returns whose they were */
export async function deleteSelfiesOfEvent(
  context: Context,
  eventId: string,
): Promise<{ personId: string }[]> {
  return context.db
    .delete(selfies)
    .where(and(eq(selfies.tenant, context.tenant.name), eq(selfies.eventId, eventId)))
    .returning({ personId: selfies.personId })
}
