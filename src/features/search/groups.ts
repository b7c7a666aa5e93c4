import type { Photo } from '../../../contract/photos.ts'

/** What the runner has said of photos in this visit, by photo; it counts before what the service knows. */
export type Answers = Readonly<Record<string, boolean | undefined>>

export interface Groups {
  /** Surely the runner's own. */
  sure: Photo[]
  /** Perhaps; she has not said yet. Photos with her number first, then the faces most like hers. */
  maybe: Photo[]
}

/** Photos of a search as the runner sees them: what she denied is gone, what she confirmed is her own. */
export function groupsOf(photos: readonly Photo[], answers: Answers): Groups {
  const groups: Groups = { sure: [], maybe: [] }
  for (const photo of photos) {
    const said = answers[photo.photoId] ?? photo.match?.itIsMe
    if (said === false) continue
    if (said === true || photo.match?.tier !== 'maybe') groups.sure.push(withAnswer(photo, said))
    else groups.maybe.push(photo)
  }
  groups.maybe.sort((one, other) => likeness(other) - likeness(one))
  return groups
}

const likeness = ({ match }: Photo) => match?.similarity ?? 1

/** Photos with some more in their place by time; none twice. */
export function withPhotos(photos: readonly Photo[], more: readonly Photo[]): readonly Photo[] {
  const known = new Set(photos.map(({ photoId }) => photoId))
  const missing = more.filter(({ photoId }) => !known.has(photoId))
  if (missing.length === 0) return photos
  return [...photos, ...missing].sort((one, other) => (one.takenOn ?? '').localeCompare(other.takenOn ?? ''))
}

function withAnswer(photo: Photo, itIsMe: boolean | undefined): Photo {
  if (!photo.match || photo.match.itIsMe === itIsMe) return photo
  return { ...photo, match: { ...photo.match, itIsMe } }
}

/** The number that most of somebody's photos show; undefined when they do not agree. */
export function likelyBib(photos: readonly Photo[]): string | undefined {
  const counts = new Map<string, number>()
  for (const photo of photos) {
    for (const value of new Set(photo.tags.filter((tag) => tag.name === 'number').map((tag) => tag.value))) {
      counts.set(value, (counts.get(value) ?? 0) + 1)
    }
  }
  const [best, second] = [...counts].sort((a, b) => b[1] - a[1])
  if (!best || best[1] < 2 || best[1] < photos.length / 2 || best[1] === second?.[1]) return undefined
  return best[0]
}
