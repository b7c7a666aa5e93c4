import * as z from 'zod/mini'
import { checkOut, setCartCustomer } from '../../../contract/cart.ts'
import { Money } from '../../../contract/common.ts'
import { isApiError, request } from '../../lib/api.ts'
import { type BodiesOf, defineAction } from '../../lib/outbox/define-action.ts'

/** Lists the queued actions of the checkout. */
export const checkoutActions = [
  /**
   * Turns a cart into an order: first the e-mail, then the order with the entry's id as idempotency key. A retry after a
   * lost answer returns the same order, and so does any other request for the same cart. The service may answer
   * EmailInvalid, CustomerMissing, CartEmpty, PriceChanged, Promo…, CartNotFound, CartDeleted.
   */
  defineAction({
    kind: 'checkout',
    schema: z.object({
      cartId: z.string(),
      email: z.string(),
      expectedTotal: Money,
      paymentTypeId: z.optional(z.string()),
      orderAgain: z.optional(z.boolean()),
      giftMessage: z.optional(z.string()),
    }),
    label: 'checkout.queued.order',
    // the buyer has to be present, and the order must not lack what could not be added
    onlyFromPage: true,
    dependsOnLane: true,
    send: async ({ id, body }, { signal }) => {
      const { cartId, email, expectedTotal, orderAgain, giftMessage } = body
      const params = { shoppingCartId: cartId }
      try {
        await request(setCartCustomer, { params, body: { email }, signal })
      } catch (error) {
        // the order exists already: its answer was lost or another tab was faster, so fetch it
        if (!isApiError(error, 'CartProcessed')) throw error
      }
      return request(checkOut, {
        params,
        body: { expectedTotal, orderAgain, giftMessage },
        idempotencyKey: id,
        signal,
      })
    },
  }),
]

declare module '../../lib/outbox/types.ts' {
  interface ActionBodies extends BodiesOf<typeof checkoutActions> {}
}
