import { confirmPhoto } from '../../../../contract/photos.ts'
import { request } from '../../api.ts'
import type { Sender } from '../types.ts'
import { withSearchCredentials } from '../with-search-credentials.ts'

/** Sends “this is me” or “this is not me”. Idempotent. */
export const sendItsMe: Sender<'itsMe'> = ({ body }, { signal }) => {
  const { photoId, itIsMe, tag, searchCredentials } = body
  return withSearchCredentials(
    searchCredentials,
    (token) => request(confirmPhoto, { params: { photoId }, body: { itIsMe, tag }, token, signal }),
    signal,
  )
}
