import * as z from 'zod/mini'
import { addPromotionalCode } from '../../../contract/cart.ts'
import { request } from '../../lib/api.ts'
import { type ActionLabel, type BodiesOf, defineAction } from '../../lib/outbox/define-action.ts'
import { fromStoredBody, toStoredBody } from '../../lib/search-credentials/stored-body.ts'
import { addToCart } from './sync/add-items.ts'
import { CartAddition, CartRemoval, fromStoredRemoval, toStoredRemoval } from './sync/bodies.ts'
import { getCurrentCartId } from './sync/carts.ts'
import { setCustomerEmail } from './sync/customer.ts'
import { removeFromCart } from './sync/remove-items.ts'

const text = z.string()

/** Lists the queued actions of the cart. */
export const cartActions = [
  defineAction({
    kind: 'cart.add',
    schema: CartAddition,
    storedBody: { read: fromStoredBody, write: toStoredBody },
    label: ({ items, shown }): ActionLabel => {
      const title = shown?.[0]?.title
      if (items.length === 1 && title) return { textId: 'cart.queued.add', values: { title } }
      return { textId: 'cart.queued.addMany', values: { count: items.length } }
    },
    send: ({ id, body }, { signal }) => addToCart(id, body, signal),
  }),
  defineAction({
    kind: 'cart.remove',
    schema: CartRemoval,
    storedBody: { read: fromStoredRemoval, write: toStoredRemoval },
    label: ({ targets, itemIds }) => ({
      textId: 'cart.queued.remove',
      values: { count: targets?.length || itemIds.length },
    }),
    send: ({ body }, { signal }) => removeFromCart(body, signal),
  }),
  /** Applies a promo code. The service may answer what `addPromotionalCode` of the contract lists. */
  defineAction({
    kind: 'cart.promo',
    schema: z.object({ cartId: text, code: text }),
    label: ({ code }) => ({ textId: 'cart.queued.promo', values: { code } }),
    send: async ({ id, body }, { signal }) => {
      const params = { shoppingCartId: await getCurrentCartId(body.cartId) }
      await request(addPromotionalCode, { params, body: { code: body.code }, idempotencyKey: id, signal })
    },
  }),
  defineAction({
    kind: 'cart.customer',
    schema: z.object({ cartId: text, email: text }),
    label: 'cart.queued.customer',
    send: ({ body }, { signal }) => setCustomerEmail(body.cartId, body.email, signal),
  }),
]

declare module '../../lib/outbox/types.ts' {
  interface ActionBodies extends BodiesOf<typeof cartActions> {}
}
