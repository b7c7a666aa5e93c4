import type { CaptureDetails, Image, Language } from '../../../contract/common.ts'
import type { Context } from '../../platform/context.ts'
import { resolveLocalText } from '../../platform/local-text.ts'
import { type EventRow, findEventsByIds, presentCaptureDetails } from '../events/index.ts'
import { type FramedPhotoRow, findFramedPhotos } from '../frame/index.ts'
import { findReadyPhotos, type PhotoRow } from '../photos/index.ts'
import { findVideosByIds, type VideoRow } from '../videos/index.ts'
import { buildFileName, buildFileTitle } from './file-names.ts'
import type { OrderItemRow } from './store.ts'

/** Identifies a framed photo that must be painted before delivery. */
export interface FrameToMake {
  readonly orderItemId: string
  readonly photoId: string
  readonly frameId: string
  readonly bib: string
}

/** A stored file that has no unique name yet. */
export interface FileSource {
  readonly item: OrderItemRow
  readonly fileId: string
  /** Id of the shown photo; absent for a video. */
  readonly photoId: string | undefined
  /** E.g. `Финиш, 18:52`, in the context's language; not unique within the order. */
  readonly title: string
  /** The title as a file name, not unique yet. */
  readonly desiredName: string
  /** Absent for a video. */
  readonly taken: CaptureDetails | undefined
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
): Promise<{ sources: FileSource[]; framesToMake: FrameToMake[] }> {
  const photos = await findReadyPhotos(context, [...new Set([...photoIds.values()].flat())])
  const hasFrames = items.some(({ frameId }) => frameId !== null)
  const framed = new Map(
    (hasFrames ? await findFramedPhotos(context, [...photos.keys()]) : []).map((row) => [
      toFrameKey(row),
      row,
    ]),
  )
  const events = await findEventsByIds(context, items)
  const videos = await findVideosByIds(
    context,
    items.flatMap(({ videoId }) => videoId ?? []),
  )
  const framesToMake: FrameToMake[] = []
  const sources = items.flatMap((item): FileSource[] => {
    const video = videos.get(item.videoId ?? '')
    const event = events.get(item.eventId)
    if (video) return [toVideoSource(context, event, item, video)]
    const indexByPhotoId = new Map(photoIds.get(item.id)?.map((photoId, place) => [photoId, place]))
    return [...photos.values()].flatMap((photo): FileSource[] => {
      const place = indexByPhotoId.get(photo.id)
      if (place === undefined) return []
      const { frameId, bib } = item
      if (frameId === null) return [toPhotoSource(context, event, item, photo, place)]
      const framedPhoto = framed.get(toFrameKey({ photoId: photo.id, frameId, bib }))
      if (framedPhoto?.state === 'Ready')
        return [toFramedSource(context, event, item, photo, framedPhoto, place)]
      if (framedPhoto?.state !== 'Failed')
        framesToMake.push({ orderItemId: item.id, photoId: photo.id, frameId, bib })
      return []
    })
  })
  return { sources, framesToMake }
}

/**
 * Returns the titles of items by id, in a language: point and time of a single photo, also in a frame, e.g. `Финиш, 18:52`;
 * of everything else, and of a deleted photo, the title of the product.
 */
export async function findItemTitles(
  context: Context,
  items: readonly OrderItemRow[],
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  const localizedContext = { ...context, language }
  const found = await findPhotosOfItems(context, items)
  return new Map(
    found.map(({ item, photo, event }) => {
      const kind = item.frameId === null ? 'photo' : 'framed'
      const title = photo
        ? describeFile(localizedContext, event, photo, { kind, contentType: photo.mime }).title
        : resolveLocalText(item.title, language)
      return [item.id, title]
    }),
  )
}

/** Returns place and time of the single photos among items, by item id. */
export async function findItemCaptures(
  context: Context,
  items: readonly OrderItemRow[],
): Promise<ReadonlyMap<string, CaptureDetails>> {
  const found = await findPhotosOfItems(context, items)
  return new Map(
    found.flatMap(({ item, photo, event }) =>
      photo && event ? [[item.id, presentCaptureDetails(event, photo, context.language)] as const] : [],
    ),
  )
}

/** Returns each item with its event, and with its photo where it is a single one. Deleted ones are missing. */
async function findPhotosOfItems(context: Context, items: readonly OrderItemRow[]) {
  const photoIds = items.flatMap(({ photoId }) => photoId ?? [])
  const photos = await findReadyPhotos(context, photoIds)
  const events = await findEventsByIds(context, items)
  return items.map((item) => ({
    item,
    photo: photos.get(item.photoId ?? ''),
    event: events.get(item.eventId),
  }))
}

const toFrameKey = ({ photoId, frameId, bib }: Pick<FramedPhotoRow, 'photoId' | 'frameId' | 'bib'>) =>
  JSON.stringify([photoId, frameId, bib])

/** Returns the names of a photo's file; in UTC only when the event was deleted. */
function describeFile(
  { language }: Context,
  event: EventRow | undefined,
  { point, takenOn, fileName: storedName }: PhotoRow,
  file: { readonly kind: 'photo' | 'framed'; readonly contentType: string },
): Pick<FileSource, 'taken' | 'captured' | 'title' | 'desiredName'> {
  const taken = presentCaptureDetails(event ?? { points: [], timeZone: 'UTC' }, { point, takenOn }, language)
  const subject = { ...file, storedName, takenOn, point: taken.point, timeZone: taken.timeZone }
  const title = buildFileTitle(subject, language)
  const captured = { on: takenOn, timeZone: taken.timeZone }
  return { taken, captured, title, desiredName: buildFileName(title, subject) }
}

function toPhotoSource(
  context: Context,
  event: EventRow | undefined,
  item: OrderItemRow,
  photo: PhotoRow,
  place: number,
): FileSource {
  return {
    ...{ item, place },
    ...describeFile(context, event, photo, { kind: 'photo', contentType: photo.mime }),
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

function toFramedSource(
  context: Context,
  event: EventRow | undefined,
  item: OrderItemRow,
  photo: PhotoRow,
  framed: FramedPhotoRow,
  place: number,
): FileSource {
  return {
    ...{ item, place },
    ...describeFile(context, event, photo, { kind: 'framed', contentType: 'image/jpeg' }),
    fileId: framed.id,
    photoId: photo.id,
    objectKey: framed.objectKey ?? '',
    contentType: 'image/jpeg',
    sizeInBytes: framed.sizeInBytes ?? 0,
    thumb: { url: framed.thumbKey, width: framed.thumbWidth, height: framed.thumbHeight },
  }
}

function toVideoSource(
  { language }: Context,
  event: EventRow | undefined,
  item: OrderItemRow,
  video: VideoRow,
): FileSource {
  const subject = {
    ...{ kind: 'video' as const, title: resolveLocalText(video.title, language), storedName: video.fileName },
    ...{ point: null, takenOn: null, timeZone: 'UTC', contentType: video.mime },
  }
  const title = buildFileTitle(subject, language)
  return {
    ...{ item, place: 0 },
    fileId: video.id,
    photoId: undefined,
    taken: undefined,
    captured: { on: video.takenOn, timeZone: event?.timeZone ?? 'UTC' },
    title,
    desiredName: buildFileName(title, subject),
    objectKey: video.originalKey,
    contentType: video.mime,
    sizeInBytes: video.sizeInBytes,
    thumb:
      video.posterKey === null
        ? undefined
        : { url: video.posterKey, width: video.posterWidth, height: video.posterHeight },
  }
}
