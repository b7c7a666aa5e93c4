import type { Image, Language, Taken } from '../../../contract/common.ts'
import type { Context } from '../../platform/context.ts'
import { localText } from '../../platform/local-text.ts'
import { type EventRow, findEventsByIds, presentTaken } from '../events/index.ts'
import { fileTitle, wantedFileName } from './file-names.ts'
import {
  type DeliveredFrame,
  type DeliveredPhoto,
  type DeliveredVideo,
  findDeliveredFrames,
  findDeliveredVideos,
  type OrderItemRow,
  readyPhotos,
} from './store.ts'

/** Identifies a framed photo that must be painted before delivery. */
export interface FrameToMake {
  readonly orderItemId: string
  readonly photoId: string
  readonly frameId: string
  readonly bib: string
}

/** A stored file that has no unique name yet. */
export interface Source {
  readonly item: OrderItemRow
  readonly fileId: string
  /** Id of the shown photo; absent for a video. */
  readonly photoId: string | undefined
  /** E.g. `Финиш, 18:52`, in the context's language; not unique within the order. */
  readonly title: string
  /** The title as a file name, not unique yet. */
  readonly wantedName: string
  /** Absent for a video. */
  readonly taken: Taken | undefined
  /** Capture time, also of a video, and the time zone of the event. */
  readonly captured: { readonly on: Date | null; readonly timeZone: string }
  readonly objectKey: string
  readonly contentType: string
  readonly sizeInBytes: number
  /** `url` is the key of the picture. */
  readonly thumb: Image | undefined
  /** Index of the photo in its package, which grows at its end. */
  readonly place: number
}

/**
 * Returns the stored files of some items, and the framed photos to be made.
 *
 * @param photoIds of each item, in the order in which they were found
 */
export async function findSources(
  context: Context,
  items: readonly OrderItemRow[],
  photoIds: ReadonlyMap<string, readonly string[]>,
): Promise<{ sources: Source[]; toMake: FrameToMake[] }> {
  const photos = await readyPhotos(context, [...new Set([...photoIds.values()].flat())])
  const inFrames = items.some(({ frameId }) => frameId !== null)
  const framed = new Map(
    (inFrames ? await findDeliveredFrames(context, [...photos.keys()]) : []).map((row) => [
      toFileName(row),
      row,
    ]),
  )
  const events = await findEventsByIds(context, items)
  const videos = await findDeliveredVideos(
    context,
    items.flatMap(({ videoId }) => videoId ?? []),
  )
  const toMake: FrameToMake[] = []
  const sources = items.flatMap((item): Source[] => {
    const video = videos.get(item.videoId ?? '')
    const event = events.get(item.eventId)
    if (video) return [ofVideo(context, event, item, video)]
    const places = new Map(photoIds.get(item.id)?.map((photoId, place) => [photoId, place]))
    return [...photos.values()].flatMap((photo): Source[] => {
      const place = places.get(photo.id)
      if (place === undefined) return []
      const { frameId, bib } = item
      if (frameId === null) return [ofPhoto(context, event, item, photo, place)]
      const inFrame = framed.get(toFileName({ photoId: photo.id, frameId, bib }))
      if (inFrame?.state === 'Ready') return [ofFramed(context, event, item, photo, inFrame, place)]
      if (inFrame?.state !== 'Failed') toMake.push({ orderItemId: item.id, photoId: photo.id, frameId, bib })
      return []
    })
  })
  return { sources, toMake }
}

/**
 * Returns the titles of items by id, in a language: point and time of a single photo, also in a frame, e.g. `Финиш, 18:52`;
 * of everything else, and of a deleted photo, the title of the product.
 */
export async function titlesOfItems(
  context: Context,
  items: readonly OrderItemRow[],
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  const inLanguage = { ...context, language }
  const found = await findPhotosOfItems(context, items)
  return new Map(
    found.map(({ item, photo, event }) => {
      const kind = item.frameId === null ? 'photo' : 'framed'
      const title = photo
        ? called(inLanguage, event, photo, { kind, contentType: photo.mime }).title
        : localText(item.title, language)
      return [item.id, title]
    }),
  )
}

/** Returns place and time of the single photos among items, by item id. */
export async function takenOfItems(
  context: Context,
  items: readonly OrderItemRow[],
): Promise<ReadonlyMap<string, Taken>> {
  const found = await findPhotosOfItems(context, items)
  return new Map(
    found.flatMap(({ item, photo, event }) =>
      photo && event ? [[item.id, presentTaken(event, photo, context.language)] as const] : [],
    ),
  )
}

/** Returns each item with its event, and with its photo where it is a single one. Deleted ones are missing. */
async function findPhotosOfItems(context: Context, items: readonly OrderItemRow[]) {
  const photoIds = items.flatMap(({ photoId }) => photoId ?? [])
  const photos = await readyPhotos(context, photoIds)
  const events = await findEventsByIds(context, items)
  return items.map((item) => ({
    item,
    photo: photos.get(item.photoId ?? ''),
    event: events.get(item.eventId),
  }))
}

const toFileName = ({ photoId, frameId, bib }: Pick<DeliveredFrame, 'photoId' | 'frameId' | 'bib'>) =>
  JSON.stringify([photoId, frameId, bib])

/** Returns the names of a photo's file; in UTC only when the event was deleted. */
function called(
  { language }: Context,
  event: EventRow | undefined,
  { point, takenOn, fileName: storedName }: DeliveredPhoto,
  file: { readonly kind: 'photo' | 'framed'; readonly contentType: string },
): Pick<Source, 'taken' | 'captured' | 'title' | 'wantedName'> {
  const taken = presentTaken(event ?? { points: [], timeZone: 'UTC' }, { point, takenOn }, language)
  const subject = { ...file, storedName, takenOn, point: taken.point, timeZone: taken.timeZone }
  const title = fileTitle(subject, language)
  const captured = { on: takenOn, timeZone: taken.timeZone }
  return { taken, captured, title, wantedName: wantedFileName(title, subject) }
}

function ofPhoto(
  context: Context,
  event: EventRow | undefined,
  item: OrderItemRow,
  photo: DeliveredPhoto,
  place: number,
): Source {
  return {
    ...{ item, place },
    ...called(context, event, photo, { kind: 'photo', contentType: photo.mime }),
    fileId: photo.id,
    photoId: photo.id,
    objectKey: photo.originalKey,
    contentType: photo.mime,
    sizeInBytes: photo.sizeInBytes,
    thumb: {
      url: photo.thumbKey,
      width: photo.thumbWidth,
      height: photo.thumbHeight,
      placeholder: photo.placeholder,
    },
  }
}

function ofFramed(
  context: Context,
  event: EventRow | undefined,
  item: OrderItemRow,
  photo: DeliveredPhoto,
  framed: DeliveredFrame,
  place: number,
): Source {
  return {
    ...{ item, place },
    ...called(context, event, photo, { kind: 'framed', contentType: 'image/jpeg' }),
    fileId: framed.id,
    photoId: photo.id,
    objectKey: framed.objectKey ?? '',
    contentType: 'image/jpeg',
    sizeInBytes: framed.sizeInBytes ?? 0,
    thumb: { url: framed.thumbKey, width: framed.thumbWidth, height: framed.thumbHeight },
  }
}

function ofVideo(
  { language }: Context,
  event: EventRow | undefined,
  item: OrderItemRow,
  video: DeliveredVideo,
): Source {
  const subject = {
    ...{ kind: 'video' as const, title: localText(video.title, language), storedName: video.fileName },
    ...{ point: null, takenOn: null, timeZone: 'UTC', contentType: video.mime },
  }
  const title = fileTitle(subject, language)
  return {
    ...{ item, place: 0 },
    fileId: video.id,
    photoId: undefined,
    taken: undefined,
    captured: { on: video.takenOn, timeZone: event?.timeZone ?? 'UTC' },
    title,
    wantedName: wantedFileName(title, subject),
    objectKey: video.originalKey,
    contentType: video.mime,
    sizeInBytes: video.sizeInBytes,
    thumb:
      video.posterKey === null
        ? undefined
        : { url: video.posterKey, width: video.posterWidth, height: video.posterHeight },
  }
}
