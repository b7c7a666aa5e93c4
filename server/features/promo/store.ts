import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { promoCodes, promoRedemptions } from './tables.ts'

export type PromoRow = typeof promoCodes.$inferSelect

/** @returns false when the tenant has this code already */
export async function insertPromo(context: Context, row: PromoRow): Promise<boolean> {
  const written = await context.db
    .insert(promoCodes)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: promoCodes.id })
  return written.length > 0
}

/** By its normal form. */
export async function findPromo(context: Context, code: string): Promise<PromoRow | undefined> {
  const [row] = await context.db
    .select()
    .from(promoCodes)
    .where(and(eq(promoCodes.tenant, context.tenant.name), eq(promoCodes.code, code)))
  return row
}

/** Promo codes by their ids, in no order; those that are gone are left out. */
export function findPromos(context: Context, codeIds: readonly string[]): Promise<PromoRow[]> {
  if (codeIds.length === 0) return Promise.resolve([])
  return context.db
    .select()
    .from(promoCodes)
    .where(and(eq(promoCodes.tenant, context.tenant.name), inArray(promoCodes.id, [...codeIds])))
}

/** Every promo code of the tenant, by its letters. */
export function allPromos(context: Context): Promise<PromoRow[]> {
  return context.db
    .select()
    .from(promoCodes)
    .where(eq(promoCodes.tenant, context.tenant.name))
    .orderBy(asc(promoCodes.code))
}

/** Writes codes that were bought; a gift that has its code already keeps it. */
export async function insertGifts(context: Context, rows: readonly PromoRow[]): Promise<void> {
  await context.db
    .insert(promoCodes)
    .values([...rows])
    .onConflictDoNothing({ target: [promoCodes.tenant, promoCodes.orderItemId] })
}

/** The codes of gifts that were bought. */
export function findGifts(context: Context, orderItemIds: readonly string[]): Promise<PromoRow[]> {
  if (orderItemIds.length === 0) return Promise.resolve([])
  return context.db.select().from(promoCodes).where(giftsAre(context, orderItemIds))
}

/** Makes codes of gifts unusable; where one was used already, that stands. */
export async function deactivateGifts(context: Context, orderItemIds: readonly string[]): Promise<void> {
  if (orderItemIds.length === 0) return
  await context.db.update(promoCodes).set({ active: false }).where(giftsAre(context, orderItemIds))
}

/**
 * Takes one use, in one statement, so that two carts never share the last one.
 *
 * @param when `whileGood`: only of a code that may be used at this moment; `whenever`: of one that was, when it was promised
 * @returns false when it is used up
 */
export async function takeUse(
  context: Context,
  codeId: string,
  when: 'whileGood' | 'whenever',
): Promise<boolean> {
  const { active, startsOn, endsOn } = promoCodes
  const isGood = and(
    eq(active, true),
    or(isNull(startsOn), lte(startsOn, context.now)),
    or(isNull(endsOn), gt(endsOn, context.now)),
  )
  const taken = await context.db
    .update(promoCodes)
    .set({ used: sql`${promoCodes.used} + 1` })
    .where(
      and(
        eq(promoCodes.tenant, context.tenant.name),
        eq(promoCodes.id, codeId),
        or(isNull(promoCodes.usageLimit), lt(promoCodes.used, promoCodes.usageLimit)),
        when === 'whileGood' ? isGood : undefined,
      ),
    )
    .returning({ id: promoCodes.id })
  return taken.length > 0
}

/** Notes that an order has used a code. @param redemption with its discount in minor units */
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

/** Of an order, in one order everywhere: those that count, or those that do not any more. */
export async function redemptionsOf(
  context: Context,
  orderId: string,
  which: 'counted' | 'released',
): Promise<string[]> {
  const { releasedOn } = promoRedemptions
  const rows = await context.db
    .select({ codeId: promoRedemptions.codeId })
    .from(promoRedemptions)
    .where(
      and(redemptionIs(context, orderId), which === 'counted' ? isNull(releasedOn) : isNotNull(releasedOn)),
    )
    .orderBy(asc(promoRedemptions.codeId))
  return rows.map(({ codeId }) => codeId)
}

/** @param releasedOn null counts it again */
export async function setReleased(
  context: Context,
  orderId: string,
  codeId: string,
  releasedOn: Date | null,
): Promise<void> {
  await context.db
    .update(promoRedemptions)
    .set({ releasedOn })
    .where(and(redemptionIs(context, orderId), eq(promoRedemptions.codeId, codeId)))
}

/** Gives one use back. */
export async function giveUseBack(context: Context, codeId: string): Promise<void> {
  await context.db
    .update(promoCodes)
    .set({ used: sql`${promoCodes.used} - 1` })
    .where(and(eq(promoCodes.tenant, context.tenant.name), eq(promoCodes.id, codeId), gt(promoCodes.used, 0)))
}

const redemptionIs = (context: Context, orderId: string) =>
  and(eq(promoRedemptions.tenant, context.tenant.name), eq(promoRedemptions.orderId, orderId))

const giftsAre = (context: Context, orderItemIds: readonly string[]) =>
  and(eq(promoCodes.tenant, context.tenant.name), inArray(promoCodes.orderItemId, [...orderItemIds]))
