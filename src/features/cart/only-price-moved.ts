import type { Cart } from '../../../contract/cart.ts'

/** Whether only prices moved between two looks at a cart: a thing the buyer has to be told. */
export function onlyPriceMoved(before: Cart | null, after: Cart): boolean {
  if (!before || before.cartId !== after.cartId) return false
  const things = (cart: Cart) =>
    [
      ...cart.items.map((item) => item.shoppingCartItemId),
      ...cart.promotionalCodes.map((code) => code.codeId),
    ].join(' ')
  return things(before) === things(after) && before.totalAmount.amount !== after.totalAmount.amount
}
