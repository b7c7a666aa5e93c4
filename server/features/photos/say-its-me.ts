import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { answerKeyOf, type SearchClaims } from '../competitors/index.ts'
import { isFaceOfPhoto } from '../recognition/index.ts'
import { findAlbumPhoto, tagsOf } from './album-store.ts'
import { type Answer, dropAnswer, keyOfWearer, saveAnswer } from './answer-store.ts'
import type { SubjectPhotos } from './photo-finder.ts'
import { unshare } from './share-store.ts'

/**
 * Keeps what a runner says of a photo. “This is me” is believed only of photos that face or number had offered her:
 * otherwise whoever buys one package could claim the whole album.
 *
 * @throws Failure `TokenScope` for the token of a whole event, `PhotoNotFound`, `TagNotFound` for a tag that is not
 *   one of this photo, and for a photo that nothing connects with her
 */
export async function sayItsMe(
  context: Context,
  finder: SubjectPhotos,
  claims: SearchClaims,
  answer: { photoId: string; itIsMe: boolean; photoTagId: string | undefined },
): Promise<void> {
  const { eventId, subject } = claims
  const key = answerKeyOf(subject)
  if (key === undefined) throw new Failure('TokenScope')
  const photo = await findAlbumPhoto(context, eventId, answer.photoId)
  if (!photo) throw new Failure('PhotoNotFound')
  const offered = await finder.findAll(context, { eventId, subject })
  const isOffered = offered.some(({ photoId }) => photoId === photo.id)
  if (answer.itIsMe && !isOffered) throw new Failure('TagNotFound')
  if (answer.photoTagId !== undefined) {
    const tags = await tagsOf(context, [photo.id])
    const isTag = tags.some((tag) => tag.id === answer.photoTagId)
    if (!isTag && !(await isFaceOfPhoto(context, photo.id, answer.photoTagId)))
      throw new Failure('TagNotFound')
  }
  const said = { eventId, subject: key, photoId: photo.id, itIsMe: answer.itIsMe }
  // of a face known before what is said below may change it
  const number = subject.kind === 'face' ? await finder.numberOf(context, { eventId, subject }) : undefined
  await saveAnswer(context, said)
  if (!answer.itIsMe) await unshare(context, said)
  if (number !== undefined) await keepForRunner(context, number, said)
}

/**
 * [Note: not me, for ever] A face is forgotten after a day, and what was said by it goes with it. “Not me” is to last, so
 * it is kept for the wearer of the start number that this face was seen with as well, and the next selfie of the same
 * runner finds it there. “This is me” is not: a face that was mistaken for hers would be shown what only hers had found.
 */
async function keepForRunner(context: Context, number: string, said: Answer): Promise<void> {
  const ofRunner = { ...said, subject: keyOfWearer(number) }
  if (said.itIsMe) await dropAnswer(context, ofRunner)
  else await saveAnswer(context, ofRunner)
}
