import * as z from 'zod/mini'
import { renewSubscription } from '../../../contract/push.ts'
import { isApiError, request } from '../../lib/api.ts'
import { type BodiesOf, defineAction } from '../../lib/outbox/define-action.ts'

const text = z.string()

/** Lists the queued actions of push messages. */
export const pushActions = [
  /** Replaces the subscription that the service sends messages to. Does nothing when the service does not know the former one. */
  defineAction({
    kind: 'push.renew',
    schema: z.object({
      former: z.object({ endpoint: text, auth: text }),
      subscription: z.object({ endpoint: text, keys: z.object({ p256dh: text, auth: text }) }),
    }),
    label: 'push.queued.renewal',
    send: async ({ id, body }, { signal }) => {
      try {
        await request(renewSubscription, { body, idempotencyKey: id, signal })
      } catch (error) {
        if (!isApiError(error, 'NotFound')) throw error
      }
    },
  }),
]

declare module '../../lib/outbox/types.ts' {
  interface ActionBodies extends BodiesOf<typeof pushActions> {}
}
