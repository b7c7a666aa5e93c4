import * as z from 'zod/mini'
import { selfies } from '../../lib/memory/index.ts'
import { type BodiesOf, defineAction } from '../../lib/outbox/define-action.ts'
import { deleteAtService, SelfieReference } from './sync/delete-at-service.ts'
import { listSelfiesOfDevice } from './sync/list-selfies.ts'
import { sendSelfie } from './sync/upload-selfie.ts'

/** Lists the queued actions of selfies. */
export const selfieActions = [
  /** Sends a selfie. Its bytes are stored in `selfies` under the id of the entry. */
  defineAction({
    kind: 'selfie',
    schema: z.object({ eventId: z.string(), albumId: z.string() }),
    label: 'selfie.queued.upload',
    needsStorage: true,
    onDrop: (id) => selfies.remove(id),
    send: ({ id }, context) => sendSelfie(id, context),
  }),
  /** Deletes a selfie at the service. */
  defineAction({
    kind: 'selfie.forget',
    schema: SelfieReference,
    label: 'selfie.queued.deletion',
    listBeforeWipe: listSelfiesOfDevice,
    send: ({ body }, { signal }) => deleteAtService(body, signal),
  }),
]

declare module '../../lib/outbox/types.ts' {
  interface ActionBodies extends BodiesOf<typeof selfieActions> {}
}
