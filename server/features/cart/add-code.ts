import { areCodesConflicting, isCodeApplicable } from '../../../contract/prices/codes.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { findPromos, getPromoRefusal, requireUsablePromo, toPricingCode } from '../promo/index.ts'
import { changeCart } from './change-cart.ts'
import { deleteCode, findCartCodeIds, findCartItems, insertCode } from './store.ts'

/**
 * Applies a promo code to a cart. A use is counted only by the order. Applying the same code again changes nothing.
 *
 * @param typedCode as the buyer typed it
 * @throws Failure for everything that `addPromotionalCode` of the contract lists
 */
export function addCode(context: Context, cartId: string, typedCode: string): Promise<void> {
  return changeCart(context, cartId, async (transaction) => {
    const promo = await requireUsablePromo(transaction, typedCode)
    const existingCodeIds = await findCartCodeIds(transaction, cartId)
    if (existingCodeIds.includes(promo.id)) return
    const items = await findCartItems(transaction, cartId)
    const code = toPricingCode(promo)
    const eligibleItems = items.filter((item) => isCodeApplicable(code, item))
    if (eligibleItems.length === 0) throw new Failure('PromoNotApplicable')
    const existingPromos = await findPromos(transaction, existingCodeIds)
    // A code that expired while it was in the cart is replaced by the new one.
    const expired = existingPromos.filter((other) => getPromoRefusal(other, transaction.now) !== undefined)
    const others = existingPromos.filter((other) => !expired.includes(other)).map(toPricingCode)
    if (others.some((other) => areCodesConflicting(code, other))) throw new Failure('PromoConflict')
    // Each gift code pays for a different package.
    if (others.length >= eligibleItems.length) throw new Failure('PromoNotApplicable')
    for (const { id } of expired) await deleteCode(transaction, cartId, id)
    await insertCode(transaction, cartId, promo.id)
  })
}
