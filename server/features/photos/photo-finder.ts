import type { Context } from '../../platform/context.ts'
import { answerKeyOf, findBySurname, type PhotoFinder, type PhotoSearch } from '../competitors/index.ts'
import { type EventRow, findEvent } from '../events/index.ts'
import { type FaceSearch, photosLikeSelfie, type Tier } from '../recognition/index.ts'
import { countAlbum, inTimeOrder, photosWithNumbers } from './album-store.ts'
import { answersOf, keyOfWearer } from './answer-store.ts'

/** A photo that shows the person searched for. */
export interface FoundPhoto {
  readonly photoId: string
  /** `sure`: hers, also for a package; `maybe`: shown with a question. */
  readonly tier: Tier
  readonly by: 'face' | 'number' | 'surname'
  /** 0 to 1; only of those found by face. */
  readonly similarity?: number
  /** The face that was recognised; only of those found by face. */
  readonly faceId?: string
  /** What she said of it herself. */
  readonly itIsMe?: boolean
}

/** The one home of “which photos are this person's”. */
export interface SubjectPhotos extends PhotoFinder {
  /**
   * What shows the person, in time order; without those she said are not hers, and what she said is hers is `sure`.
   * Nothing for the whole event. Not to be called inside a transaction.
   */
  find(context: Context, search: PhotoSearch): Promise<FoundPhoto[]>
  /** The same with those that she said are not hers, so that she can change her mind. */
  findAll(context: Context, search: PhotoSearch): Promise<FoundPhoto[]>
  /** The start number of the person, in its normal form; undefined when that is not clear. */
  numberOf(context: Context, search: PhotoSearch): Promise<string | undefined>
}

/** Finds by faces, numbers and answers. @param faceSearch how alike faces of an event are */
export function createPhotoFinder(faceSearch: FaceSearch): SubjectPhotos {
  const findAll = async (context: Context, search: PhotoSearch): Promise<FoundPhoto[]> => {
    const key = answerKeyOf(search.subject)
    if (key === undefined) return []
    const answers = await answersOf(context, search.eventId, key)
    const { found, worn } = await evidence(context, faceSearch, search, answers)
    const denied = await deniedByRunner(context, search, worn)
    const said = (photoId: string) => answers.get(photoId) ?? (denied.has(photoId) ? false : undefined)
    const byId = new Map(found.map((photo) => [photo.photoId, withAnswer(photo, said(photo.photoId))]))
    // An answer outlives what led to the photo, e.g. a number that is read otherwise today.
    for (const [photoId, itIsMe] of answers) {
      if (!byId.has(photoId))
        byId.set(photoId, withAnswer({ photoId, tier: 'maybe', by: wayOf(search) }, itIsMe))
    }
    const order = await inTimeOrder(context, search.eventId, [...byId.keys()])
    return order.flatMap((photoId) => byId.get(photoId) ?? [])
  }
  const find = async (context: Context, search: PhotoSearch) =>
    (await findAll(context, search)).filter((photo) => photo.itIsMe !== false)
  return {
    findAll,
    find,
    numberOf: (context, search) => numberOf(context, faceSearch, search),
    count: async (context, search) =>
      search.subject.kind === 'event'
        ? countAlbum(context, search.eventId)
        : (await find(context, search)).length,
  }
}

async function numberOf(
  context: Context,
  faceSearch: FaceSearch,
  { eventId, subject }: PhotoSearch,
): Promise<string | undefined> {
  if (subject.kind === 'event') return undefined
  if (subject.kind === 'number' || subject.kind === 'competitor') return subject.number
  const event = await findEvent(context, eventId)
  if (!event) return undefined
  if (subject.kind === 'surname') {
    const [only, second] = await findBySurname(context, event.competitorsListId, subject.surname)
    return second ? undefined : only?.number
  }
  const { selfieId } = subject
  const answers = { itsMe: new Set<string>(), notMe: new Set<string>() }
  const { number } = await photosLikeSelfie(context, faceSearch, {
    ...{ eventId, selfieId, answers },
    threshold: event.faceThreshold,
  })
  return number ?? undefined
}

/** What this runner had said is not her when she was found by another selfie, see [Note: not me, for ever]. */
async function deniedByRunner(
  context: Context,
  { eventId }: PhotoSearch,
  worn: string | undefined,
): Promise<ReadonlySet<string>> {
  if (worn === undefined) return new Set()
  const answers = await answersOf(context, eventId, keyOfWearer(worn))
  return new Set([...answers].flatMap(([photoId, itIsMe]) => (itIsMe ? [] : photoId)))
}

interface Evidence {
  readonly found: FoundPhoto[]
  /** The start number that a face was seen to wear. */
  readonly worn?: string
}

/** What face and number say. */
async function evidence(
  context: Context,
  faceSearch: FaceSearch,
  { eventId, subject }: PhotoSearch,
  answers: ReadonlyMap<string, boolean>,
): Promise<Evidence> {
  const event = await findEvent(context, eventId)
  if (!event || subject.kind === 'event') return { found: [] }
  if (subject.kind === 'face') return byFace(context, faceSearch, event, subject.selfieId, answers)
  const numbers =
    subject.kind === 'surname'
      ? (await findBySurname(context, event.competitorsListId, subject.surname)).map(
          (runner) => runner.number,
        )
      : [subject.number]
  const photoIds = await photosWithNumbers(context, eventId, numbers)
  const by = subject.kind === 'surname' ? 'surname' : 'number'
  return { found: photoIds.map((photoId) => ({ photoId, tier: 'sure', by })) }
}

/** Photos with her face, and those where only the number that she wears can be seen. */
async function byFace(
  context: Context,
  faceSearch: FaceSearch,
  event: EventRow,
  selfieId: string,
  answers: ReadonlyMap<string, boolean>,
): Promise<Evidence> {
  const said = (itIsMe: boolean) =>
    new Set([...answers].flatMap(([id, answer]) => (answer === itIsMe ? id : [])))
  const { photos, number } = await photosLikeSelfie(context, faceSearch, {
    eventId: event.id,
    selfieId,
    threshold: event.faceThreshold,
    answers: { itsMe: said(true), notMe: said(false) },
  })
  const found = photos.map(
    ({ photoId, tier, faceId, similarity }): FoundPhoto => ({
      photoId,
      tier,
      by: 'face',
      faceId,
      similarity,
    }),
  )
  if (number === null) return { found }
  const seen = new Set(found.map((photo) => photo.photoId))
  const numbered = await photosWithNumbers(context, event.id, [number])
  const unseen = numbered.filter((photoId) => !seen.has(photoId))
  const more = unseen.map((photoId): FoundPhoto => ({ photoId, tier: 'maybe', by: 'number' }))
  return { found: [...found, ...more], worn: number }
}

function withAnswer(photo: FoundPhoto, itIsMe: boolean | undefined): FoundPhoto {
  if (itIsMe === undefined) return photo
  return { ...photo, itIsMe, tier: itIsMe ? 'sure' : photo.tier }
}

function wayOf({ subject }: PhotoSearch): FoundPhoto['by'] {
  return subject.kind === 'face' || subject.kind === 'surname' ? subject.kind : 'number'
}
