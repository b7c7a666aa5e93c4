import * as z from 'zod/mini'
import { requestKinds, sendRequest } from '../../../contract/requests.ts'
import { request } from '../../lib/api.ts'
import { type BodiesOf, defineAction } from '../../lib/outbox/define-action.ts'

/** Lists the queued actions of forms. */
export const requestActions = [
  /** Sends a filled form of a page. The service may answer RequestInvalid, TooManyRequests. */
  defineAction({
    kind: 'request',
    schema: z.object({ kind: z.enum(requestKinds), fields: z.record(z.string(), z.string()) }),
    label: ({ kind }) => ({ textId: `requests.queued.${kind}` }),
    send: ({ id, body }, { signal }) => request(sendRequest, { body, idempotencyKey: id, signal }),
  }),
]

declare module '../../lib/outbox/types.ts' {
  interface ActionBodies extends BodiesOf<typeof requestActions> {}
}
