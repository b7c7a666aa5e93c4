import { codeApplies, codesConflict } from '../../../contract/price-rules.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { asPricingCode, findPromos, usablePromo, whyUnusable } from '../promo/index.ts'
import { changeCart } from './change-cart.ts'
import { codesOfCart, deleteCode, insertCode, itemsOfCart } from './store.ts'

/**
 * Applies a promo code to a cart. A use is counted only by the order. Applying the same code again changes nothing.
 *
 * @param typedCode as the buyer typed it
 * @throws Failure for everything that `addPromotionalCode` of the contract lists
 */
export function addCode(context: Context, cartId: string, typed: string): Promise<void> {
  return changeCart(context, cartId, async (inside) => {
    const promo = await usablePromo(inside, typed)
    const present = await codesOfCart(inside, cartId)
    if (present.includes(promo.id)) return
    const items = await itemsOfCart(inside, cartId)
    const code = asPricingCode(promo)
    const fitting = items.filter((item) => codeApplies(code, item))
    if (fitting.length === 0) throw new Failure('PromoNotApplicable')
    const inCart = await findPromos(inside, present)
    // A code that expired while it was in the cart is replaced by the new one.
    const ended = inCart.filter((other) => whyUnusable(other, inside.now) !== undefined)
    const others = inCart.filter((other) => !ended.includes(other)).map(asPricingCode)
    if (others.some((other) => codesConflict(code, other))) throw new Failure('PromoConflict')
    // Each gift code pays for a different package.
    if (others.length >= fitting.length) throw new Failure('PromoNotApplicable')
    for (const { id } of ended) await deleteCode(inside, cartId, id)
    await insertCode(inside, cartId, promo.id)
  })
}
