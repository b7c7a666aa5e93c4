import type { Photo } from '../../../../contract/photos.ts'

/** Maps photos to the runner's answers in this visit; they take precedence over those of the service. */
export type Answers = Readonly<Record<string, boolean | undefined>>

export interface Groups {
  /** Certainly the runner's. */
  surePhotos: Photo[]
  /** Possibly the runner's, not answered yet. Photos with their number first, then by descending similarity. */
  possiblePhotos: Photo[]
}

/** Groups the photos of a search: denied ones are removed, confirmed ones count as certain. */
export function groupPhotos(photos: readonly Photo[], answers: Answers): Groups {
  const groups: Groups = { surePhotos: [], possiblePhotos: [] }
  for (const photo of photos) {
    const answer = answers[photo.photoId] ?? photo.match?.itIsMe
    if (answer === false) continue
    if (answer === true || photo.match?.tier !== 'maybe') groups.surePhotos.push(applyAnswer(photo, answer))
    else groups.possiblePhotos.push(photo)
  }
  groups.possiblePhotos.sort((one, other) => getSimilarity(other) - getSimilarity(one))
  return groups
}

const getSimilarity = ({ match }: Photo) => match?.similarity ?? 1

/** Merges more photos into the list in order of time, without duplicates. */
export function mergePhotos(photos: readonly Photo[], addedPhotos: readonly Photo[]): readonly Photo[] {
  const known = new Set(photos.map(({ photoId }) => photoId))
  const missing = addedPhotos.filter(({ photoId }) => !known.has(photoId))
  if (missing.length === 0) return photos
  return [...photos, ...missing].sort((one, other) => (one.takenOn ?? '').localeCompare(other.takenOn ?? ''))
}

function applyAnswer(photo: Photo, itIsMe: boolean | undefined): Photo {
  if (!photo.match || photo.match.itIsMe === itIsMe) return photo
  return { ...photo, match: { ...photo.match, itIsMe } }
}

/** Returns the number that most of the photos show; undefined when they do not agree. */
export function findLikelyBib(photos: readonly Photo[]): string | undefined {
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
