import type { Photo, PhotoTag } from '../../../contract/photos.ts'
import type { Context } from '../../platform/context.ts'
import { getMediaUrl } from '../../platform/objects/keys.ts'
import { type EventRow, getPointTitle } from '../events/index.ts'
import { countAlbum, findAlbumPage, findTags } from './album-store.ts'
import type { FoundPhoto } from './photo-finder.ts'
import type { PhotoRow } from './store.ts'

/**
 * Converts photos to the contract's form. Only photos of a search carry start numbers: in bulk, an album would reveal where and
 * when each runner was.
 *
 * @param found why they match the search, by photo id; empty for a whole album
 */
export async function presentPhotos(
  context: Context,
  event: EventRow,
  rows: readonly PhotoRow[],
  found: ReadonlyMap<string, FoundPhoto>,
): Promise<Photo[]> {
  const tags = new Map<string, PhotoTag[]>()
  const photoIds = rows.map((row) => row.id).filter((id) => found.has(id))
  for (const { id, photoId, name, value } of await findTags(context, photoIds)) {
    tags.set(photoId, [...(tags.get(photoId) ?? []), { photoTagId: id, name, value }])
  }
  return rows.map((row) => {
    const match = found.get(row.id)
    return {
      photoId: row.id,
      albumId: event.albumId,
      takenOn: row.takenOn?.toISOString() ?? null,
      point: getPointTitle(event, row.point, context.language),
      width: row.width,
      height: row.height,
      preview: {
        url: getMediaUrl(row.previewKey),
        width: row.previewWidth,
        height: row.previewHeight,
        placeholder: row.placeholder,
      },
      ...toMedium(row),
      thumb: {
        url: getMediaUrl(row.thumbKey),
        width: row.thumbWidth,
        height: row.thumbHeight,
        placeholder: row.placeholder,
      },
      tiny: { url: getMediaUrl(row.tinyKey), width: row.tinyWidth, height: row.tinyHeight },
      tags: [...(tags.get(row.id) ?? []), ...toFaceTags(match)],
      ...(match ? { match: toMatch(match) } : {}),
    }
  })
}

function toMedium({ mediumKey, mediumWidth, mediumHeight }: PhotoRow): Pick<Photo, 'medium'> {
  if (mediumKey === null || mediumWidth === null || mediumHeight === null) return {}
  return { medium: { url: getMediaUrl(mediumKey), width: mediumWidth, height: mediumHeight } }
}

/** Returns the tag of the recognised face; only the runner who searched receives it. */
function toFaceTags(match: FoundPhoto | undefined): PhotoTag[] {
  return match?.faceId ? [{ photoTagId: match.faceId, name: 'face', value: '' }] : []
}

function toMatch({ by, tier, similarity, itIsMe }: FoundPhoto): NonNullable<Photo['match']> {
  return {
    by,
    tier,
    ...(similarity === undefined ? {} : { similarity }),
    ...(itIsMe === undefined ? {} : { itIsMe }),
  }
}

/** Returns the first photos of an event's album, without personal answers. */
export async function presentFirstPhotos(context: Context, event: EventRow, count: number): Promise<Photo[]> {
  const total = await countAlbum(context, event.id)
  const rows = await findAlbumPage(context, event.id, { offset: 0, count, total })
  return presentPhotos(context, event, rows, new Map())
}
