import { reportPoint } from '../../../contract/events.ts'
import type { Photo, PhotoTag } from '../../../contract/photos.ts'
import type { Context } from '../../platform/context.ts'
import { mediaUrl } from '../../platform/objects/keys.ts'
import { type EventRow, localText } from '../events/index.ts'
import { tagsOf } from './album-store.ts'
import type { FoundPhoto } from './photo-finder.ts'
import type { PhotoRow } from './store.ts'

/**
 * Photos as the contract shows them.
 *
 * @param found why they are among somebody's own, by photo id; empty for a whole album
 */
export async function presentPhotos(
  context: Context,
  event: EventRow,
  rows: readonly PhotoRow[],
  found: ReadonlyMap<string, FoundPhoto>,
): Promise<Photo[]> {
  const points = new Map(event.points.map(({ point, title }) => [point, localText(title, context.language)]))
  // the photo report is no place, unless the organizer has named it
  const nameOf = (point: string | null) =>
    point === null ? null : (points.get(point) ?? (point === reportPoint ? null : point))
  const tags = new Map<string, PhotoTag[]>()
  const photoIds = rows.map((row) => row.id)
  for (const { id, photoId, name, value } of await tagsOf(context, photoIds)) {
    tags.set(photoId, [...(tags.get(photoId) ?? []), { photoTagId: id, name, value }])
  }
  return rows.map((row) => {
    const match = found.get(row.id)
    return {
      photoId: row.id,
      albumId: event.albumId,
      takenOn: row.takenOn?.toISOString() ?? null,
      point: nameOf(row.point),
      width: row.width,
      height: row.height,
      preview: {
        url: mediaUrl(row.previewKey),
        width: row.previewWidth,
        height: row.previewHeight,
        placeholder: row.placeholder,
      },
      ...mediumOf(row),
      thumb: {
        url: mediaUrl(row.thumbKey),
        width: row.thumbWidth,
        height: row.thumbHeight,
        placeholder: row.placeholder,
      },
      tiny: { url: mediaUrl(row.tinyKey), width: row.tinyWidth, height: row.tinyHeight },
      tags: [...(tags.get(row.id) ?? []), ...faceTag(match)],
      ...(match ? { match: matchOf(match) } : {}),
    }
  })
}

function mediumOf({ mediumKey, mediumWidth, mediumHeight }: PhotoRow): Pick<Photo, 'medium'> {
  if (mediumKey === null || mediumWidth === null || mediumHeight === null) return {}
  return { medium: { url: mediaUrl(mediumKey), width: mediumWidth, height: mediumHeight } }
}

/** The face that was recognised is a tag of the photo for her who searched, and for nobody else. */
function faceTag(match: FoundPhoto | undefined): PhotoTag[] {
  return match?.faceId ? [{ photoTagId: match.faceId, name: 'face', value: '' }] : []
}

function matchOf({ by, tier, similarity, itIsMe }: FoundPhoto): NonNullable<Photo['match']> {
  return {
    by,
    tier,
    ...(similarity === undefined ? {} : { similarity }),
    ...(itIsMe === undefined ? {} : { itIsMe }),
  }
}
