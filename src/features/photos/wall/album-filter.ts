import type { Photo } from '../../../../contract/photos.ts'
import { buildPath, useNavigate, usePath, useQuery } from '../../../platform/navigation/index.ts'

/** Filters an album by a point on the course, by time, or not at all. */
export interface AlbumFilter {
  /** Key of a point on the course. */
  point?: string
  /** ISO 8601 in UTC; inclusive. */
  takenFrom?: string
  /** ISO 8601 in UTC; exclusive. */
  takenTo?: string
}

export const isUnfiltered = ({ point, takenFrom, takenTo }: AlbumFilter) => !point && !takenFrom && !takenTo

const queryKeys = { point: 'point', takenFrom: 'from', takenTo: 'to' } as const
/** Query parameters of an open photo; removed when the filter changes. */
const openedKeys = ['photo', 'at']

function parseMoment(text: string | null): string | undefined {
  const time = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** Reads the filter from a query; invalid times are ignored. */
export function parseAlbumFilter(query: URLSearchParams): AlbumFilter {
  const point = query.get(queryKeys.point)
  const takenFrom = parseMoment(query.get(queryKeys.takenFrom))
  const takenTo = parseMoment(query.get(queryKeys.takenTo))
  return { ...(point && { point }), ...(takenFrom && { takenFrom }), ...(takenTo && { takenTo }) }
}

/** Returns the filter in the URL and a function that changes it. */
export function useAlbumFilter(): { filter: AlbumFilter; setFilter: (filter: AlbumFilter) => void } {
  const path = usePath()
  const query = useQuery()
  const navigate = useNavigate()
  const setFilter = (filter: AlbumFilter) => {
    const next = new URLSearchParams(query)
    for (const key of [...Object.values(queryKeys), ...openedKeys]) next.delete(key)
    for (const [name, key] of Object.entries(queryKeys)) {
      const value = filter[name as keyof AlbumFilter]
      // omits zero seconds, which keeps the URL readable
      if (value) next.set(key, value.replace(/:00(?:\.000)?Z$/, 'Z'))
    }
    navigate(buildPath(path, next), { replace: true })
  }
  return { filter: parseAlbumFilter(query), setFilter }
}

/** Returns whether a photo matches a filter. @param pointOf returns the key of the point where it was taken */
export function matchesFilter(
  photo: Photo,
  { point, takenFrom, takenTo }: AlbumFilter,
  getPoint: (photo: Photo) => string | undefined,
): boolean {
  if (point && getPoint(photo) !== point) return false
  if (!takenFrom && !takenTo) return true
  if (photo.takenOn === null) return false
  const on = Date.parse(photo.takenOn)
  return (!takenFrom || on >= Date.parse(takenFrom)) && (!takenTo || on < Date.parse(takenTo))
}
