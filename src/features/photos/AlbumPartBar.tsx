import type { Event } from '../../../contract/events.ts'
import type { AlbumTimes } from '../../../contract/photos.ts'
import type { AlbumPart } from './album-part.ts'
import { countsOfPoints, timeBounds } from './album-times.ts'
import { PartBar } from './PartBar.tsx'

interface Props {
  event: Event
  part: AlbumPart
  onChange: (part: AlbumPart) => void
  /** Contains the times of the album; undefined until loaded. */
  times: AlbumTimes | undefined
}

/** Offers the filters of a whole album, with the number of photos at each point. */
export function AlbumPartBar({ event, part, onChange, times }: Props) {
  return (
    <PartBar
      event={event}
      part={part}
      onChange={onChange}
      counts={times && countsOfPoints(times, { ...part, point: undefined })}
      bounds={timeBounds(times, part.point)}
    />
  )
}
