import type { Image } from '../../../contract/common.ts'
import type { Context } from '../../platform/context.ts'
import {
  type DeliveredFrame,
  type DeliveredPhoto,
  framedOf,
  type OrderItemRow,
  readyPhotos,
  videosOf,
} from './store.ts'

/** A photo that is to be put into its frame before it can be handed out. */
export interface FrameToMake {
  readonly orderItemId: string
  readonly photoId: string
  readonly frameId: string
  readonly bib: string
}

/** A stored file before it has its name among those of its order. */
export interface Source {
  readonly item: OrderItemRow
  readonly fileId: string
  /** Of the photo that it shows; absent of a video. */
  readonly photoId: string | undefined
  readonly wantedName: string
  readonly objectKey: string
  readonly contentType: string
  readonly sizeInBytes: number
  /** `url` is the key of the picture. */
  readonly thumb: Image | undefined
  /** Of the photo among those of its package: it grows at its end. */
  readonly place: number
}

/**
 * Where the files of some items lie.
 *
 * @param photoIds of each item, in the order in which they came to be known
 */
export async function sourcesOf(
  context: Context,
  items: readonly OrderItemRow[],
  photoIds: ReadonlyMap<string, readonly string[]>,
): Promise<{ sources: Source[]; toMake: FrameToMake[] }> {
  const photos = await readyPhotos(context, [...new Set([...photoIds.values()].flat())])
  const inFrames = items.some(({ frameId }) => frameId !== null)
  const framed = new Map(
    (inFrames ? await framedOf(context, [...photos.keys()]) : []).map((row) => [nameOf(row), row]),
  )
  const videos = await videosOf(
    context,
    items.flatMap(({ videoId }) => videoId ?? []),
  )
  const toMake: FrameToMake[] = []
  const sources = items.flatMap((item): Source[] => {
    const video = videos.get(item.videoId ?? '')
    if (video) return [ofVideo(item, video)]
    const places = new Map(photoIds.get(item.id)?.map((photoId, place) => [photoId, place]))
    return [...photos.values()].flatMap((photo): Source[] => {
      const place = places.get(photo.id)
      if (place === undefined) return []
      const { frameId, bib } = item
      if (frameId === null) return [ofPhoto(item, photo, place)]
      const inFrame = framed.get(nameOf({ photoId: photo.id, frameId, bib }))
      if (inFrame?.state === 'Ready') return [ofFramed(item, photo, inFrame, place)]
      if (inFrame?.state !== 'Failed') toMake.push({ orderItemId: item.id, photoId: photo.id, frameId, bib })
      return []
    })
  })
  return { sources, toMake }
}

const nameOf = ({ photoId, frameId, bib }: Pick<DeliveredFrame, 'photoId' | 'frameId' | 'bib'>) =>
  JSON.stringify([photoId, frameId, bib])

function ofPhoto(item: OrderItemRow, photo: DeliveredPhoto, place: number): Source {
  return {
    ...{ item, place },
    fileId: photo.id,
    photoId: photo.id,
    wantedName: photo.fileName,
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

function ofFramed(item: OrderItemRow, photo: DeliveredPhoto, framed: DeliveredFrame, place: number): Source {
  return {
    ...{ item, place },
    fileId: framed.id,
    photoId: photo.id,
    wantedName: `${photo.fileName.replace(/\.[^.]*$/, '')}-frame.jpg`,
    objectKey: framed.objectKey ?? '',
    contentType: 'image/jpeg',
    sizeInBytes: framed.sizeInBytes ?? 0,
    thumb: { url: framed.thumbKey, width: framed.thumbWidth, height: framed.thumbHeight },
  }
}

function ofVideo(
  item: OrderItemRow,
  video: {
    id: string
    fileName: string
    originalKey: string
    mime: string
    sizeInBytes: number
    posterKey: string | null
    posterWidth: number
    posterHeight: number
  },
): Source {
  return {
    ...{ item, place: 0 },
    fileId: video.id,
    photoId: undefined,
    wantedName: video.fileName,
    objectKey: video.originalKey,
    contentType: video.mime,
    sizeInBytes: video.sizeInBytes,
    thumb:
      video.posterKey === null
        ? undefined
        : { url: video.posterKey, width: video.posterWidth, height: video.posterHeight },
  }
}
