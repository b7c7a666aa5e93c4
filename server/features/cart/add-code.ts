import { codeApplies, codesConflict } from '../../../contract/price-rules.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { asPricingCode, findPromos, usablePromo } from '../promo/index.ts'
import { changeCart } from './change-cart.ts'
import { codesOfCart, insertCode, itemsOfCart } from './store.ts'

/**
 * Applies a promo code to a cart; it is used up only by the order. The same code again changes nothing.
 *
 * @param typed as the buyer typed it
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
    const others = (await findPromos(inside, present)).map(asPricingCode)
    if (others.some((other) => codesConflict(code, other))) throw new Failure('PromoConflict')
    // Each gift pays a package of its own.
    if (others.length >= fitting.length) throw new Failure('PromoNotApplicable')
    await insertCode(inside, cartId, promo.id)
  })
}
