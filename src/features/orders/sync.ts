import * as z from 'zod/mini'
import { correctEmail, sendLetterAgain } from '../../../contract/orders.ts'
import { request } from '../../lib/api.ts'
import { type BodiesOf, defineAction } from '../../lib/outbox/define-action.ts'

/** Lists the queued actions of orders. */
export const orderActions = [
  /** Sends the e-mail of a paid order again. The service may answer OrderNotFound, NotPaid. */
  defineAction({
    kind: 'order.letter',
    schema: z.object({ orderId: z.string() }),
    label: 'orders.queued.letter',
    send: async ({ id, body: { orderId } }, { signal }) => {
      await request(sendLetterAgain, { params: { orderId }, idempotencyKey: id, signal })
    },
  }),
  /** Sets the e-mail for messages about an order. Idempotent. The service may answer OrderNotFound, EmailInvalid. */
  defineAction({
    kind: 'order.email',
    schema: z.object({ orderId: z.string(), email: z.string() }),
    label: 'orders.queued.email',
    send: async ({ body: { orderId, email } }, { signal }) => {
      await request(correctEmail, { params: { orderId }, body: { email }, signal })
    },
  }),
]

declare module '../../lib/outbox/types.ts' {
  interface ActionBodies extends BodiesOf<typeof orderActions> {}
}
