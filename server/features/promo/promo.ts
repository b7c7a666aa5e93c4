import type { ProductType } from '../../../contract/catalog.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { PricingCode } from '../../../contract/prices/codes.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newId } from '../../platform/ids.ts'
import { normalizeCode } from './normalize-code.ts'
import {
  countUse,
  findAllPromos,
  findPromo,
  findRedemptions,
  insertPromo,
  insertRedemption,
  type PromoRow,
  releaseUse,
  setReleased,
  updateActive,
} from './store.ts'

export interface NewPromoCode {
  code: string
  /** `percent` off, `fixed` minor units off, or a `gift`: one “All photos with me” free. */
  kind: PromoRow['kind']
  /** Percent (1 to 100) or minor units; ignored for a gift. */
  value?: number
  startsOn?: Date
  endsOn?: Date
  /**
   * Maximum number of orders that may use it; null for no limit. When absent, a gift is single-use and others are unlimited.
   */
  usageLimit?: number | null
  active?: boolean
  productTypes?: ProductType[]
  catalogIds?: string[]
}

/** Thrown for an invalid code; the message says why. */
export class PromoCodeRefused extends Error {
  override readonly name = 'PromoCodeRefused'
}

/**
 * Creates a promo code.
 *
 * @throws PromoCodeRefused when its text or numbers are invalid, or the tenant has it already
 */
export async function createPromoCode(context: Context, input: NewPromoCode): Promise<PromoRow> {
  const code = normalizeCode(input.code)
  const value = input.kind === 'gift' ? 0 : (input.value ?? 0)
  if (!/^[\p{L}\p{N}_-]{1,64}$/u.test(code))
    throw new PromoCodeRefused('A code is 1 to 64 letters, digits, - and _')
  if (input.kind === 'percent' && !(Number.isInteger(value) && value >= 1 && value <= 100))
    throw new PromoCodeRefused('A percentage is a whole number from 1 to 100')
  if (input.kind === 'fixed' && !(Number.isInteger(value) && value >= 1))
    throw new PromoCodeRefused('A fixed discount is a whole number of minor units, at least 1')
  const usageLimit = input.usageLimit === undefined ? (input.kind === 'gift' ? 1 : null) : input.usageLimit
  if (usageLimit !== null && !(Number.isInteger(usageLimit) && usageLimit >= 1))
    throw new PromoCodeRefused('A usage limit is a whole number, at least 1')
  const row: PromoRow = {
    id: newId(),
    tenant: context.tenant.name,
    code,
    kind: input.kind,
    value,
    active: input.active ?? true,
    startsOn: input.startsOn ?? null,
    endsOn: input.endsOn ?? null,
    usageLimit,
    used: 0,
    productTypes: input.productTypes ?? (input.kind === 'gift' ? ['photos_with_me'] : []),
    catalogIds: input.catalogIds ?? [],
    orderItemId: null,
    createdOn: context.now,
  }
  if (!(await insertPromo(context, row))) throw new PromoCodeRefused(`There is a code ${code} already`)
  return row
}

/**
 * Activates or deactivates a code. Orders that have used it keep their price.
 *
 * @param typedCode as the operator typed it
 * @throws PromoCodeRefused for an unknown code, and for a bought gift: a refund of its order deactivates it permanently
 */
export async function setPromoActive(
  context: Context,
  typedCode: string,
  active: boolean,
): Promise<PromoRow> {
  const row = await findPromo(context, normalizeCode(typedCode))
  if (!row) throw new PromoCodeRefused(`There is no code ${normalizeCode(typedCode)}`)
  if (row.orderItemId !== null)
    throw new PromoCodeRefused(`${row.code} was bought as a gift; refund its order to switch it off`)
  await updateActive(context, row.id, active)
  return { ...row, active }
}

/** Returns all codes of the tenant, sorted by code, with their numbers of uses. */
export function listPromoCodes(context: Context): Promise<PromoRow[]> {
  return findAllPromos(context)
}

/**
 * Returns the usable code for a typed text.
 *
 * @throws Failure PromoNotFound, PromoInactive, PromoExpired or PromoExhausted
 */
export async function requireUsablePromo(context: Context, typedCode: string): Promise<PromoRow> {
  const row = await findPromo(context, normalizeCode(typedCode))
  if (!row) throw new Failure('PromoNotFound')
  const refusal = getPromoRefusal(row, context.now)
  if (refusal) throw new Failure(refusal)
  return row
}

/** Returns why a code cannot be used at a moment; undefined when it can. */
export function getPromoRefusal(
  row: PromoRow,
  now: Date,
): Extract<ErrorCode, 'PromoInactive' | 'PromoExpired' | 'PromoExhausted'> | undefined {
  if (!row.active || (row.startsOn && row.startsOn > now)) return 'PromoInactive'
  if (row.endsOn && row.endsOn <= now) return 'PromoExpired'
  if (row.usageLimit !== null && row.used >= row.usageLimit) return 'PromoExhausted'
  return undefined
}

/**
 * Counts a use of a code by an order, in the order's transaction.
 *
 * @throws Failure PromoExhausted when another order took the last use
 */
export async function redeemPromo(
  context: Context,
  redemption: { codeId: string; orderId: string; discount: number },
): Promise<void> {
  if (!(await countUse(context, redemption.codeId, 'whileGood'))) throw new Failure('PromoExhausted')
  await insertRedemption(context, redemption)
}

/** Releases the codes of an order that was canceled or fully refunded, in the transaction that ends it. */
export async function releasePromos(context: Context, orderId: string): Promise<void> {
  for (const codeId of await findRedemptions(context, orderId, 'counted')) {
    await releaseUse(context, codeId)
    await setReleased(context, orderId, codeId, context.now)
  }
}

/**
 * Takes the codes of an order that was paid after its cancellation. A use that others took meanwhile stays with them: the order
 * keeps its price, and the code its count.
 */
export async function reclaimPromos(context: Context, orderId: string): Promise<void> {
  for (const codeId of await findRedemptions(context, orderId, 'released'))
    if (await countUse(context, codeId, 'whenever')) await setReleased(context, orderId, codeId, null)
}

/** Converts a code to the form that the pricing rules take. */
export function toPricingCode(row: PromoRow): PricingCode {
  const { id: codeId, kind, value, productTypes, catalogIds } = row
  return { codeId, kind, value, productTypes, catalogIds }
}
