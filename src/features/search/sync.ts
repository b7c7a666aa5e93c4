import * as z from 'zod/mini'
import { confirmPhoto, PhotoTag } from '../../../contract/photos.ts'
import { request } from '../../lib/api.ts'
import { type BodiesOf, defineAction } from '../../lib/outbox/define-action.ts'
import { SearchCredentials } from '../../lib/search-credentials/search-credentials.ts'
import { fromStoredBody, toStoredBody } from '../../lib/search-credentials/stored-body.ts'
import { withSearchCredentials } from '../../lib/search-credentials/with-search-credentials.ts'

/** Lists the queued actions of the search. */
export const searchActions = [
  /** Sends “this is me” or “this is not me”. Idempotent. */
  defineAction({
    kind: 'itsMe',
    schema: z.object({
      photoId: z.string(),
      itIsMe: z.boolean(),
      tag: z.optional(PhotoTag),
      searchCredentials: SearchCredentials,
    }),
    storedBody: { read: fromStoredBody, write: toStoredBody },
    label: ({ itIsMe }) => ({ textId: itIsMe ? 'search.queued.isMe' : 'search.queued.notMe' }),
    send: ({ body: { photoId, itIsMe, tag, searchCredentials } }, { signal }) =>
      withSearchCredentials(
        searchCredentials,
        (token) => request(confirmPhoto, { params: { photoId }, body: { itIsMe, tag }, token, signal }),
        signal,
      ),
  }),
]

declare module '../../lib/outbox/types.ts' {
  interface ActionBodies extends BodiesOf<typeof searchActions> {}
}
