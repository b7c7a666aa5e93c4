import type { Cart } from '../../../contract/cart.ts'

/** Returns whether only prices changed between two reads of a cart. An ended promo code does not count: the cart lists it. */
export function haveOnlyPricesChanged(before: Cart | null, after: Cart): boolean {
  if (!before || before.cartId !== after.cartId) return false
  const serializeItems = (cart: Cart) =>
    [
      ...cart.items.map((item) => item.shoppingCartItemId),
      ...cart.promotionalCodes.map(({ codeId, refusal = '' }) => `${codeId}${refusal}`),
    ].join(' ')
  return (
    serializeItems(before) === serializeItems(after) && before.totalAmount.amount !== after.totalAmount.amount
  )
}
