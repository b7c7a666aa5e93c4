import type { Photo } from '../../../contract/photos.ts'
import { useNavigate, usePath, useQuery } from '../../platform/navigation/index.ts'

/** Which photos are looked at: those of a place on the course, of a time, or all. */
export interface AlbumPart {
  /** Key of a place on the course. */
  point?: string
  /** ISO 8601 in UTC; from then on. */
  takenFrom?: string
  /** ISO 8601 in UTC; before then. */
  takenTo?: string
}

export const isWhole = ({ point, takenFrom, takenTo }: AlbumPart) => !point && !takenFrom && !takenTo

const keys = { point: 'point', takenFrom: 'from', takenTo: 'to' } as const
/** Of a photo that is open in the part that is left. */
const openedKeys = ['photo', 'at']

function momentIn(text: string | null): string | undefined {
  const time = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** The part that an address asks for; what is no time is left out. */
export function partOf(query: URLSearchParams): AlbumPart {
  const point = query.get(keys.point)
  const takenFrom = momentIn(query.get(keys.takenFrom))
  const takenTo = momentIn(query.get(keys.takenTo))
  return { ...(point && { point }), ...(takenFrom && { takenFrom }), ...(takenTo && { takenTo }) }
}

/** The part of the album in the address, and how to look at another. */
export function useAlbumPart(): { part: AlbumPart; setPart: (part: AlbumPart) => void } {
  const path = usePath()
  const query = useQuery()
  const navigate = useNavigate()
  const setPart = (part: AlbumPart) => {
    const next = new URLSearchParams(query)
    for (const key of [...Object.values(keys), ...openedKeys]) next.delete(key)
    for (const [name, key] of Object.entries(keys)) {
      const value = part[name as keyof AlbumPart]
      // whole minutes: the address is read by people too
      if (value) next.set(key, value.replace(/:00(?:\.000)?Z$/, 'Z'))
    }
    navigate(next.size > 0 ? `${path}?${next}` : path, { replace: true })
  }
  return { part: partOf(query), setPart }
}

/** Whether a photo is in a part. @param pointOf the key of the place where it was taken */
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
