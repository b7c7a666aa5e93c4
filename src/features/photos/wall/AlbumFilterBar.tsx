import type { Event } from '../../../../contract/events.ts'
import type { AlbumTimes } from '../../../../contract/photos.ts'
import type { AlbumFilter } from './album-filter.ts'
import { countPhotosByPoint, getTimeBounds } from './album-times.ts'
import { FilterBar } from './FilterBar.tsx'

interface Props {
  event: Event
  filter: AlbumFilter
  onChange: (filter: AlbumFilter) => void
  /** Contains the times of the album; undefined until loaded. */
  times: AlbumTimes | undefined
}

/** Offers the filters of a whole album, with the number of photos at each point. */
export function AlbumFilterBar({ event, filter, onChange, times }: Props) {
  return (
    <FilterBar
      event={event}
      filter={filter}
      onChange={onChange}
      counts={times && countPhotosByPoint(times, { ...filter, point: undefined })}
      bounds={getTimeBounds(times, filter.point)}
    />
  )
}
