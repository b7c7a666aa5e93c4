import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { promoCodes, promoRedemptions } from './tables.ts'

export type PromoRow = typeof promoCodes.$inferSelect

/**
 * Inserts a promo code.
 *
 * @returns false when the tenant has this code already
 */
export async function insertPromo(context: Context, row: PromoRow): Promise<boolean> {
  const inserted = await context.db
    .insert(promoCodes)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: promoCodes.id })
  return inserted.length > 0
}

/** Returns a code by its normal form; undefined when there is none. */
export async function findPromo(context: Context, code: string): Promise<PromoRow | undefined> {
  const [row] = await context.db
    .select()
    .from(promoCodes)
    .where(and(eq(promoCodes.tenant, context.tenant.name), eq(promoCodes.code, code)))
  return row
}

/** Activates or deactivates a code. */
export async function updateActive(context: Context, codeId: string, active: boolean): Promise<void> {
  await context.db
    .update(promoCodes)
    .set({ active })
    .where(and(eq(promoCodes.tenant, context.tenant.name), eq(promoCodes.id, codeId)))
}

/** Returns promo codes by their ids, unordered; missing ones are left out. */
export function findPromos(context: Context, codeIds: readonly string[]): Promise<PromoRow[]> {
  if (codeIds.length === 0) return Promise.resolve([])
  return context.db
    .select()
    .from(promoCodes)
    .where(and(eq(promoCodes.tenant, context.tenant.name), inArray(promoCodes.id, [...codeIds])))
}

/** Returns all promo codes of the tenant, sorted by code. */
export function findAllPromos(context: Context): Promise<PromoRow[]> {
  return context.db
    .select()
    .from(promoCodes)
    .where(eq(promoCodes.tenant, context.tenant.name))
    .orderBy(asc(promoCodes.code))
}

/** Inserts bought gift codes; existing ones are kept. */
export async function insertGifts(context: Context, rows: readonly PromoRow[]): Promise<void> {
  await context.db
    .insert(promoCodes)
    .values([...rows])
    .onConflictDoNothing({ target: [promoCodes.tenant, promoCodes.orderItemId] })
}

/** Returns the codes of bought gifts. */
export function findGifts(context: Context, orderItemIds: readonly string[]): Promise<PromoRow[]> {
  if (orderItemIds.length === 0) return Promise.resolve([])
  return context.db.select().from(promoCodes).where(whereGifts(context, orderItemIds))
}

/** Deactivates codes of gifts; earlier uses remain valid. */
export async function deactivateGifts(context: Context, orderItemIds: readonly string[]): Promise<void> {
  if (orderItemIds.length === 0) return
  await context.db.update(promoCodes).set({ active: false }).where(whereGifts(context, orderItemIds))
}

/**
 * Takes one use atomically, so that two carts never share the last one.
 *
 * @param condition `whileGood`: only of a code that is usable at this moment; `whenever`: of one that was usable when the order
 *   was placed
 * @returns false when it is used up
 */
export async function countUse(
  context: Context,
  codeId: string,
  condition: 'whileGood' | 'whenever',
): Promise<boolean> {
  const { active, startsOn, endsOn } = promoCodes
  const isUsableNow = and(
    eq(active, true),
    or(isNull(startsOn), lte(startsOn, context.now)),
    or(isNull(endsOn), gt(endsOn, context.now)),
  )
  const updated = await context.db
    .update(promoCodes)
    .set({ used: sql`${promoCodes.used} + 1` })
    .where(
      and(
        eq(promoCodes.tenant, context.tenant.name),
        eq(promoCodes.id, codeId),
        or(isNull(promoCodes.usageLimit), lt(promoCodes.used, promoCodes.usageLimit)),
        condition === 'whileGood' ? isUsableNow : undefined,
      ),
    )
    .returning({ id: promoCodes.id })
  return updated.length > 0
}

/** Inserts the use of a code by an order. @param redemption with its discount in minor units */
export async function insertRedemption(
  context: Context,
  redemption: { codeId: string; orderId: string; discount: number },
): Promise<void> {
  await context.db.insert(promoRedemptions).values({
    id: newId(),
    tenant: context.tenant.name,
    ...redemption,
    redeemedOn: context.now,
    releasedOn: null,
  })
}

/** Returns the code ids of an order's counted or released uses, in a fixed order. */
export async function findRedemptions(
  context: Context,
  orderId: string,
  state: 'counted' | 'released',
): Promise<string[]> {
  const { releasedOn } = promoRedemptions
  const rows = await context.db
    .select({ codeId: promoRedemptions.codeId })
    .from(promoRedemptions)
    .where(
      and(
        whereRedemptions(context, orderId),
        state === 'counted' ? isNull(releasedOn) : isNotNull(releasedOn),
      ),
    )
    .orderBy(asc(promoRedemptions.codeId))
  return rows.map(({ codeId }) => codeId)
}

/**
 * Marks a use as released.
 *
 * @param releasedOn null counts it again
 */
export async function setReleased(
  context: Context,
  orderId: string,
  codeId: string,
  releasedOn: Date | null,
): Promise<void> {
  await context.db
    .update(promoRedemptions)
    .set({ releasedOn })
    .where(and(whereRedemptions(context, orderId), eq(promoRedemptions.codeId, codeId)))
}

/** Releases one use. */
export async function releaseUse(context: Context, codeId: string): Promise<void> {
  await context.db
    .update(promoCodes)
    .set({ used: sql`${promoCodes.used} - 1` })
    .where(and(eq(promoCodes.tenant, context.tenant.name), eq(promoCodes.id, codeId), gt(promoCodes.used, 0)))
}

const whereRedemptions = (context: Context, orderId: string) =>
  and(eq(promoRedemptions.tenant, context.tenant.name), eq(promoRedemptions.orderId, orderId))

const whereGifts = (context: Context, orderItemIds: readonly string[]) =>
  and(eq(promoCodes.tenant, context.tenant.name), inArray(promoCodes.orderItemId, [...orderItemIds]))
