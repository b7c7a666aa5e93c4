import { confirmPhoto } from '../../../../contract/photos.ts'
import { request } from '../../api.ts'
import type { Sender } from '../types.ts'
import { withSearchPass } from '../with-pass.ts'

/** Sends “this is me” or “this is not me”. Idempotent. */
export const sendItsMe: Sender<'itsMe'> = ({ body }, { signal }) => {
  const { photoId, itIsMe, tag, pass } = body
  return withSearchPass(
    pass,
    (token) => request(confirmPhoto, { params: { photoId }, body: { itIsMe, tag }, token, signal }),
    signal,
  )
}
