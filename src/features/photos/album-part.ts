import type { Photo } from '../../../contract/photos.ts'
import { useNavigate, usePath, useQuery } from '../../platform/navigation/index.ts'

/** Filters an album by a point on the course, by time, or not at all. */
export interface AlbumPart {
  /** Key of a point on the course. */
  point?: string
  /** ISO 8601 in UTC; inclusive. */
  takenFrom?: string
  /** ISO 8601 in UTC; exclusive. */
  takenTo?: string
}

export const isWhole = ({ point, takenFrom, takenTo }: AlbumPart) => !point && !takenFrom && !takenTo

const keys = { point: 'point', takenFrom: 'from', takenTo: 'to' } as const
/** Query parameters of an open photo; removed when the filter changes. */
const openedKeys = ['photo', 'at']

function momentIn(text: string | null): string | undefined {
  const time = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** Reads the filter from a query; invalid times are ignored. */
export function parseAlbumPart(query: URLSearchParams): AlbumPart {
  const point = query.get(keys.point)
  const takenFrom = momentIn(query.get(keys.takenFrom))
  const takenTo = momentIn(query.get(keys.takenTo))
  return { ...(point && { point }), ...(takenFrom && { takenFrom }), ...(takenTo && { takenTo }) }
}

/** Returns the filter in the URL and a function that changes it. */
export function useAlbumPart(): { part: AlbumPart; setPart: (part: AlbumPart) => void } {
  const path = usePath()
  const query = useQuery()
  const navigate = useNavigate()
  const setPart = (part: AlbumPart) => {
    const next = new URLSearchParams(query)
    for (const key of [...Object.values(keys), ...openedKeys]) next.delete(key)
    for (const [name, key] of Object.entries(keys)) {
      const value = part[name as keyof AlbumPart]
      // omits zero seconds, which keeps the URL readable
      if (value) next.set(key, value.replace(/:00(?:\.000)?Z$/, 'Z'))
    }
    navigate(next.size > 0 ? `${path}?${next}` : path, { replace: true })
  }
  return { part: parseAlbumPart(query), setPart }
}

/** Returns whether a photo matches a filter. @param pointOf returns the key of the point where it was taken */
export function isInPart(
  photo: Photo,
  { point, takenFrom, takenTo }: AlbumPart,
  pointOf: (photo: Photo) => string | undefined,
): boolean {
  if (point && pointOf(photo) !== point) return false
  if (!takenFrom && !takenTo) return true
  if (photo.takenOn === null) return false
  const on = Date.parse(photo.takenOn)
  return (!takenFrom || on >= Date.parse(takenFrom)) && (!takenTo || on < Date.parse(takenTo))
}
