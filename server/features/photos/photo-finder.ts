import type { Context } from '../../platform/context.ts'
import {
  findBySurname,
  type PhotoFinder,
  type PhotoSearch,
  type Subject,
  toAnswersKey,
} from '../competitors/index.ts'
import { type EventRow, findEvent } from '../events/index.ts'
import { type FaceSearch, findPhotosLikeSelfie, type Tier } from '../recognition/index.ts'
import { findShare } from '../shares/index.ts'
import { countAlbum, filterInTimeOrder, findPhotosWithNumbers } from './album-store.ts'
import { findAnswers, toBibAnswersKey } from './answer-store.ts'

/** Describes a photo that was found for the person searched for. */
export interface FoundPhoto {
  readonly photoId: string
  /** `sure`: shows the runner, also counts for a package; `maybe`: shown with a question. */
  readonly tier: Tier
  readonly by: 'face' | 'number' | 'surname'
  /** 0 to 1; only for photos found by face. */
  readonly similarity?: number
  /** Id of the recognised face; only for photos found by face. */
  readonly faceId?: string
  /** The runner's answer. */
  readonly itIsMe?: boolean
}

/** Decides which photos show a person. All features use this one implementation. */
export interface SubjectPhotos extends PhotoFinder {
  /**
   * Returns the photos of the person in time order. Photos that the runner denied are left out, and confirmed ones are `sure`.
   * Empty for the whole event. Must not be called inside a transaction.
   */
  find(context: Context, search: PhotoSearch): Promise<FoundPhoto[]>
  /** Same as `find`, including the denied photos, so that the runner can revoke a denial. */
  findAll(context: Context, search: PhotoSearch): Promise<FoundPhoto[]>
  /** Returns the start number of the person, in its normal form; undefined when it is ambiguous or unknown. */
  findRunnerNumber(context: Context, search: PhotoSearch): Promise<string | undefined>
}

/** Creates a finder by faces, numbers and answers. @param faceSearch finds similar faces of an event */
export function createPhotoFinder(faceSearch: FaceSearch): SubjectPhotos {
  const findAll = async (context: Context, search: PhotoSearch): Promise<FoundPhoto[]> => {
    if (search.subject.kind === 'share')
      return findSharedPhotos(context, search.eventId, search.subject.shareId)
    if (search.subject.kind === 'event') return []
    const key = toAnswersKey(search.subject)
    const { eventId, deniedBefore } = search
    const answers =
      key === undefined ? new Map<string, boolean>() : await findAnswers(context, eventId, key, deniedBefore)
    const { found, bib } = await findMatches(context, faceSearch, search, answers)
    const denied = await findDeniedPhotos(context, search, bib)
    const getAnswer = (photoId: string) => answers.get(photoId) ?? (denied.has(photoId) ? false : undefined)
    const byId = new Map(found.map((photo) => [photo.photoId, applyAnswer(photo, getAnswer(photo.photoId))]))
    // An answer outlives the reason why the photo was found, e.g. a number that is read differently now.
    for (const [photoId, itIsMe] of answers) {
      if (!byId.has(photoId))
        byId.set(photoId, applyAnswer({ photoId, tier: 'maybe', by: toMatchedBy(search) }, itIsMe))
    }
    const order = await filterInTimeOrder(context, search.eventId, [...byId.keys()])
    return order.flatMap((photoId) => byId.get(photoId) ?? [])
  }
  const find = async (context: Context, search: PhotoSearch) =>
    (await findAll(context, search)).filter((photo) => photo.itIsMe !== false)
  return {
    findAll,
    find,
    findRunnerNumber: (context, search) => findRunnerNumber(context, faceSearch, search),
    count: async (context, search) =>
      search.subject.kind === 'event'
        ? countAlbum(context, search.eventId)
        : (await find(context, search)).length,
  }
}

async function findRunnerNumber(
  context: Context,
  faceSearch: FaceSearch,
  { eventId, subject }: PhotoSearch,
): Promise<string | undefined> {
  if (subject.kind === 'event') return undefined
  if (subject.kind === 'number' || subject.kind === 'competitor') return subject.number
  if (subject.kind === 'share') return (await findShare(context, subject.shareId))?.number ?? undefined
  const event = await findEvent(context, eventId)
  if (!event) return undefined
  if (subject.kind === 'surname') {
    const [runner, otherRunner] = await findBySurname(context, event.competitorsListId, subject.surname)
    return otherRunner ? undefined : runner?.number
  }
  const { selfieId } = subject
  const answers = { itsMe: new Set<string>(), notMe: new Set<string>() }
  const { number } = await findPhotosLikeSelfie(context, faceSearch, {
    ...{ eventId, selfieId, answers },
    threshold: event.faceThreshold,
  })
  return number ?? undefined
}

/** Returns the photos of a share link that has not expired. */
async function findSharedPhotos(context: Context, eventId: string, shareId: string): Promise<FoundPhoto[]> {
  const share = await findShare(context, shareId)
  if (share?.eventId !== eventId) return []
  const photoIds = await filterInTimeOrder(context, eventId, share.photoIds)
  const by = share.number === null ? (share.surname === null ? 'face' : 'surname') : 'number'
  return photoIds.map((photoId) => ({ photoId, tier: 'sure', by }))
}

/** Returns photos that this runner denied when found by another selfie, see [Note: not me, for ever]. */
async function findDeniedPhotos(
  context: Context,
  { eventId, subject, deniedBefore }: PhotoSearch,
  bib: string | undefined,
): Promise<ReadonlySet<string>> {
  const device = getFaceDevice(subject)
  if (bib === undefined || device === undefined) return new Set()
  const answers = await findAnswers(context, eventId, toBibAnswersKey(bib, device), deniedBefore)
  return new Set([...answers].flatMap(([photoId, itIsMe]) => (itIsMe ? [] : photoId)))
}

const getFaceDevice = (subject: Subject) => (subject.kind === 'face' ? subject.device : undefined)

interface Matches {
  readonly found: FoundPhoto[]
  /** Start number that the face was seen with. */
  readonly bib?: string
}

/** Returns the matches by face and number. */
async function findMatches(
  context: Context,
  faceSearch: FaceSearch,
  { eventId, subject }: PhotoSearch,
  answers: ReadonlyMap<string, boolean>,
): Promise<Matches> {
  if (subject.kind === 'event' || subject.kind === 'share') return { found: [] }
  if (subject.kind === 'number' || subject.kind === 'competitor')
    return matchByNumbers(context, eventId, [subject.number], 'number')
  const event = await findEvent(context, eventId)
  if (!event) return { found: [] }
  if (subject.kind === 'face') return matchByFace(context, faceSearch, event, subject.selfieId, answers)
  const runners = await findBySurname(context, event.competitorsListId, subject.surname)
  const numbers = runners.map((runner) => runner.number)
  return matchByNumbers(context, eventId, numbers, 'surname')
}

/** Returns the photos on which one of the start numbers was read. */
async function matchByNumbers(
  context: Context,
  eventId: string,
  numbers: readonly string[],
  by: 'number' | 'surname',
): Promise<Matches> {
  const photoIds = await findPhotosWithNumbers(context, eventId, numbers)
  return { found: photoIds.map((photoId) => ({ photoId, tier: 'sure', by })) }
}

/** Returns photos with the runner's face, and those that show only their number. */
async function matchByFace(
  context: Context,
  faceSearch: FaceSearch,
  event: EventRow,
  selfieId: string,
  answers: ReadonlyMap<string, boolean>,
): Promise<Matches> {
  const getAnsweredIds = (itIsMe: boolean) =>
    new Set([...answers].flatMap(([id, answer]) => (answer === itIsMe ? id : [])))
  const { photos, number } = await findPhotosLikeSelfie(context, faceSearch, {
    eventId: event.id,
    selfieId,
    threshold: event.faceThreshold,
    answers: { itsMe: getAnsweredIds(true), notMe: getAnsweredIds(false) },
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
  const foundIds = new Set(found.map((photo) => photo.photoId))
  const numberedIds = await findPhotosWithNumbers(context, event.id, [number])
  const newIds = numberedIds.filter((photoId) => !foundIds.has(photoId))
  const numberOnlyPhotos = newIds.map((photoId): FoundPhoto => ({ photoId, tier: 'maybe', by: 'number' }))
  return { found: [...found, ...numberOnlyPhotos], bib: number }
}

function applyAnswer(photo: FoundPhoto, itIsMe: boolean | undefined): FoundPhoto {
  if (itIsMe === undefined) return photo
  return { ...photo, itIsMe, tier: itIsMe ? 'sure' : photo.tier }
}

function toMatchedBy({ subject }: PhotoSearch): FoundPhoto['by'] {
  return subject.kind === 'face' || subject.kind === 'surname' ? subject.kind : 'number'
}
