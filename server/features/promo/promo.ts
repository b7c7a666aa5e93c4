import type { ProductType } from '../../../contract/catalog.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { PricingCode } from '../../../contract/price-rules.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newId } from '../../platform/ids.ts'
import { normalCode } from './code.ts'
import {
  allPromos,
  findPromo,
  giveUseBack,
  insertPromo,
  insertRedemption,
  type PromoRow,
  redemptionsOf,
  setReleased,
  takeUse,
} from './store.ts'

export interface NewPromoCode {
  code: string
  /** `percent` off, `fixed` minor units off, or a `gift`: one “All photos with me” free. */
  kind: PromoRow['kind']
  /** Percent (1 to 100) or minor units; of no meaning for a gift. */
  value?: number
  startsOn?: Date
  endsOn?: Date
  /** How many orders may use it; absent for any number. A gift is single-use unless told otherwise. */
  usageLimit?: number | null
  active?: boolean
  productTypes?: ProductType[]
  catalogIds?: string[]
}

/** A code that cannot be made; the message says why. */
export class PromoCodeRefused extends Error {
  override readonly name = 'PromoCodeRefused'
}

/**
 * Makes a promo code.
 *
 * @throws PromoCodeRefused when its words or numbers make no sense, or the tenant has it already
 */
export async function createPromoCode(context: Context, wish: NewPromoCode): Promise<PromoRow> {
  const code = normalCode(wish.code)
  const value = wish.kind === 'gift' ? 0 : (wish.value ?? 0)
  if (!/^[\p{L}\p{N}_-]{1,64}$/u.test(code))
    throw new PromoCodeRefused('A code is 1 to 64 letters, digits, - and _')
  if (wish.kind === 'percent' && !(Number.isInteger(value) && value >= 1 && value <= 100))
    throw new PromoCodeRefused('A percentage is a whole number from 1 to 100')
  if (wish.kind === 'fixed' && !(Number.isInteger(value) && value >= 1))
    throw new PromoCodeRefused('A fixed discount is a whole number of minor units, at least 1')
  const usageLimit = wish.usageLimit === undefined ? (wish.kind === 'gift' ? 1 : null) : wish.usageLimit
  if (usageLimit !== null && !(Number.isInteger(usageLimit) && usageLimit >= 1))
    throw new PromoCodeRefused('A usage limit is a whole number, at least 1')
  const row: PromoRow = {
    id: newId(),
    tenant: context.tenant.name,
    code,
    kind: wish.kind,
    value,
    active: wish.active ?? true,
    startsOn: wish.startsOn ?? null,
    endsOn: wish.endsOn ?? null,
    usageLimit,
    used: 0,
    productTypes: wish.productTypes ?? (wish.kind === 'gift' ? ['photos_with_me'] : []),
    catalogIds: wish.catalogIds ?? [],
    orderItemId: null,
    createdOn: context.now,
  }
  if (!(await insertPromo(context, row))) throw new PromoCodeRefused(`There is a code ${code} already`)
  return row
}

/** Every code of the tenant, by name, with how often each is used. */
export function listPromoCodes(context: Context): Promise<PromoRow[]> {
  return allPromos(context)
}

/**
 * The code as somebody typed it.
 *
 * @throws Failure PromoNotFound, PromoInactive, PromoExpired or PromoExhausted
 */
export async function usablePromo(context: Context, typed: string): Promise<PromoRow> {
  const row = await findPromo(context, normalCode(typed))
  if (!row) throw new Failure('PromoNotFound')
  const refusal = whyUnusable(row, context.now)
  if (refusal) throw new Failure(refusal)
  return row
}

/** Why a code cannot be used at a moment; undefined when it can. */
export function whyUnusable(
  row: PromoRow,
  now: Date,
): Extract<ErrorCode, 'PromoInactive' | 'PromoExpired' | 'PromoExhausted'> | undefined {
  if (!row.active || (row.startsOn && row.startsOn > now)) return 'PromoInactive'
  if (row.endsOn && row.endsOn <= now) return 'PromoExpired'
  if (row.usageLimit !== null && row.used >= row.usageLimit) return 'PromoExhausted'
  return undefined
}

/**
 * Uses a code up for an order, in the order's transaction.
 *
 * @throws Failure PromoExhausted when another order was faster
 */
export async function redeemPromo(
  context: Context,
  redemption: { codeId: string; orderId: string; discount: number },
): Promise<void> {
  if (!(await takeUse(context, redemption.codeId, 'whileGood'))) throw new Failure('PromoExhausted')
  await insertRedemption(context, redemption)
}

/** Gives back the codes of an order that died or was wholly refunded, in the transaction that ends it. */
export async function releasePromos(context: Context, orderId: string): Promise<void> {
  for (const codeId of await redemptionsOf(context, orderId, 'counted')) {
    await giveUseBack(context, codeId)
    await setReleased(context, orderId, codeId, context.now)
  }
}

/**
 * Uses up the codes of an order that was paid after it had died. What others have used up meanwhile stays theirs:
 * the order keeps its price, and the code its count.
 */
export async function retakePromos(context: Context, orderId: string): Promise<void> {
  for (const codeId of await redemptionsOf(context, orderId, 'released'))
    if (await takeUse(context, codeId, 'whenever')) await setReleased(context, orderId, codeId, null)
}

/** The code as the price rules see it. */
export function asPricingCode(row: PromoRow): PricingCode {
  const { id: codeId, kind, value, productTypes, catalogIds } = row
  return { codeId, kind, value, productTypes, catalogIds }
}
