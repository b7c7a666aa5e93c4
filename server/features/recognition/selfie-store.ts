import { and, eq, gt, lt, lte } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { selfies } from './tables.ts'

export type SelfieRow = typeof selfies.$inferSelect

/** Returns a selfie that has not expired or been deleted. */
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

/**
 * Locks a selfie against its deletion until the transaction ends, so that a concurrent deletion also deletes what the transaction
 * stores about the person.
 *
 * @returns false when it has expired or been deleted
 */
export async function lockSelfie(context: Context, selfieId: string): Promise<boolean> {
  const { tenant, id, expiresOn } = selfies
  const rows = await context.db
    .select({ id })
    .from(selfies)
    .where(and(eq(tenant, context.tenant.name), eq(id, selfieId), gt(expiresOn, context.now)))
    .for('key share')
  return rows.length > 0
}

/** Returns the selfie of an `Idempotency-Key`, even if it has expired. */
export async function findSelfieByKey(context: Context, key: string): Promise<SelfieRow | undefined> {
  const [row] = await context.db
    .select()
    .from(selfies)
    .where(and(eq(selfies.tenant, context.tenant.name), eq(selfies.idempotencyKey, key)))
  return row
}

/** Inserts a selfie, unless there is one with its key. @returns whether it was inserted */
export async function insertSelfie(context: Context, row: Omit<SelfieRow, 'tenant'>): Promise<boolean> {
  const rows = await context.db
    .insert(selfies)
    .values({ ...row, tenant: context.tenant.name })
    .onConflictDoNothing()
    .returning({ id: selfies.id })
  return rows.length > 0
}

/** Extends a selfie's expiry to `until`; never shortens it. */
export async function extendSelfie(context: Context, selfieId: string, until: Date): Promise<void> {
  await context.db
    .update(selfies)
    .set({ expiresOn: until })
    .where(
      and(eq(selfies.tenant, context.tenant.name), eq(selfies.id, selfieId), lt(selfies.expiresOn, until)),
    )
}

/** Returns the selfies of an event that have not expired and were embedded by a model. */
export function findSelfiesOfModel(context: Context, eventId: string, model: string): Promise<SelfieRow[]> {
  return context.db
    .select()
    .from(selfies)
    .where(
      and(
        eq(selfies.tenant, context.tenant.name),
        eq(selfies.eventId, eventId),
        eq(selfies.model, model),
        gt(selfies.expiresOn, context.now),
      ),
    )
}

/** Replaces the embedding of a selfie by that of another model. */
export async function replaceEmbedding(
  context: Context,
  selfieId: string,
  values: { embedding: Float32Array; model: string },
): Promise<void> {
  await context.db
    .update(selfies)
    .set(values)
    .where(and(eq(selfies.tenant, context.tenant.name), eq(selfies.id, selfieId)))
}

/** Deletes a selfie with its embedding. */
export async function deleteSelfie(context: Context, selfieId: string): Promise<void> {
  await context.db
    .delete(selfies)
    .where(and(eq(selfies.tenant, context.tenant.name), eq(selfies.id, selfieId)))
}

/** Deletes the tenant's expired selfies. @returns their persons */
export async function deleteExpiredSelfies(context: Context): Promise<{ personId: string }[]> {
  return context.db
    .delete(selfies)
    .where(and(eq(selfies.tenant, context.tenant.name), lte(selfies.expiresOn, context.now)))
    .returning({ personId: selfies.personId })
}

/** Deletes all selfies of an event. @returns their persons */
export async function deleteSelfiesOfEvent(
  context: Context,
  eventId: string,
): Promise<{ personId: string }[]> {
  return context.db
    .delete(selfies)
    .where(and(eq(selfies.tenant, context.tenant.name), eq(selfies.eventId, eventId)))
    .returning({ personId: selfies.personId })
}

/** Returns the names of all tenants with selfies, also of removed ones. */
export async function listSelfieTenants({ db }: Context): Promise<string[]> {
  const rows = await db.selectDistinct({ tenant: selfies.tenant }).from(selfies)
  return rows.map(({ tenant }) => tenant)
}
