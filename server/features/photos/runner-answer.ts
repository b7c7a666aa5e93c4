import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { type SearchClaims, toAnswersKey } from '../competitors/index.ts'
import { isFaceOfPhoto } from '../recognition/index.ts'
import { removeFromShares } from '../shares/index.ts'
import { findAlbumPhoto, findTags } from './album-store.ts'
import { type Answer, deleteAnswer, saveAnswer, toBibAnswersKey } from './answer-store.ts'
import { storeForSubject } from './authorize-album.ts'
import type { SubjectPhotos } from './photo-finder.ts'

/**
 * Stores a runner's answer about a photo. “This is me” is accepted only for photos found by face or number: otherwise the buyer
 * of one package could claim the whole album.
 *
 * @throws Failure `TokenScope` for the token of a whole event, `PhotoNotFound`, `TagNotFound` for a tag of another photo
 * @throws Failure `TokenExpired` when the selfie is deleted meanwhile
 * @throws Failure `TagNotFound` for “this is me” about a photo that was not found for the runner
 */
export async function saveRunnerAnswer(
  context: Context,
  finder: SubjectPhotos,
  claims: SearchClaims,
  answer: { photoId: string; itIsMe: boolean; photoTagId: string | undefined },
): Promise<void> {
  const { eventId, subject } = claims
  const key = toAnswersKey(subject)
  if (key === undefined) throw new Failure('TokenScope')
  const photo = await findAlbumPhoto(context, eventId, answer.photoId)
  if (!photo) throw new Failure('PhotoNotFound')
  const foundPhotos = await finder.findAll(context, { eventId, subject })
  const isFound = foundPhotos.some(({ photoId }) => photoId === photo.id)
  if (answer.itIsMe && !isFound) throw new Failure('TagNotFound')
  if (answer.photoTagId !== undefined) {
    const tags = await findTags(context, [photo.id])
    const isTag = tags.some((tag) => tag.id === answer.photoTagId)
    if (!isTag && !(await isFaceOfPhoto(context, photo.id, answer.photoTagId)))
      throw new Failure('TagNotFound')
  }
  const savedAnswer = { eventId, subject: key, photoId: photo.id, itIsMe: answer.itIsMe }
  // Must be read before the answer is saved, which may change it.
  const number =
    subject.kind === 'face' ? await finder.findRunnerNumber(context, { eventId, subject }) : undefined
  await storeForSubject(context, subject, async (transaction) => {
    await saveAnswer(transaction, savedAnswer)
    if (!answer.itIsMe) await removeFromShares(transaction, savedAnswer)
    if (subject.kind === 'face' && number !== undefined && subject.device !== undefined)
      await saveForBib(transaction, toBibAnswersKey(number, subject.device), savedAnswer)
  })
}

/**
 * [Note: not me, for ever] A face is deleted after a day, together with its answers. “Not me” must persist, so it is also
 * stored for the start number that this face was seen with. The next selfie of the same runner on the same device finds it
 * there. “This is me” is not stored there: a face mistaken for the runner's would be shown photos that only the runner's face
 * had found.
 */
async function saveForBib(context: Context, bibKey: string, savedAnswer: Answer): Promise<void> {
  const bibAnswer = { ...savedAnswer, subject: bibKey }
  if (savedAnswer.itIsMe) await deleteAnswer(context, bibAnswer)
  else await saveAnswer(context, bibAnswer)
}
