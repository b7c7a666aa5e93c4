import { useState } from 'react'
import { type Event, reportPoint } from '../../../contract/events.ts'
import { formatCount } from '../../lib/count.ts'
import { formatClock } from '../../lib/time.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { late } from '../../platform/loading/index.ts'
import { Chip, ChipRow } from '../../ui/Chip.tsx'
import type { AlbumPart } from './album-part.ts'

const TimeSheet = late(() => import('./TimeSheet.tsx').then((it) => it.TimeSheet), undefined, 'page')

interface Props {
  event: Event
  part: AlbumPart
  onChange: (part: AlbumPart) => void
  /** Maps point keys to the number of photos, where known; points without photos are omitted. */
  counts?: ReadonlyMap<string, number>
  /** First and last moment of the photos, ms; undefined while unknown. */
  bounds: readonly [number, number] | undefined
}

/** Filters photos by a point on the course and by time. */
export function PartBar({ event, part, onChange, counts, bounds }: Props) {
  const text = useText()
  const { language } = useLanguage()
  const [asking, setAsking] = useState(false)
  const places = event.points.filter(({ point }) => {
    if (point === reportPoint) return false
    return point === part.point || counts?.get(point) !== 0
  })
  const clock = (moment: string | undefined) =>
    moment === undefined ? '' : formatClock(moment, language, { timeZone: event.timeZone })
  const shortTitles = shortenTitles(places.map(({ title }) => title))
  const { takenFrom, takenTo } = part
  const timed = takenFrom !== undefined || takenTo !== undefined
  return (
    <>
      <ChipRow label={text('photos.part.label')} className="mb-3 lg:mx-0 lg:px-0">
        <Chip icon="clock" selected={timed} aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {timed ? (
            <span className="lining-nums">
              {takenFrom === undefined ? (
                <Text id="photos.part.until" values={{ to: clock(takenTo) }} />
              ) : takenTo === undefined ? (
                <Text id="photos.part.since" values={{ from: clock(takenFrom) }} />
              ) : (
                `${clock(takenFrom)}–${clock(takenTo)}`
              )}
            </span>
          ) : (
            <Text id="photos.part.time" />
          )}
        </Chip>
        {places.length > 1 && (
          <>
            <Chip selected={!part.point} onClick={() => onChange({ ...part, point: undefined })}>
              <Text id="photos.part.everywhere" />
            </Chip>
            {places.map(({ point, title }) => {
              const count = counts?.get(point)
              return (
                <Chip
                  key={point}
                  selected={part.point === point}
                  count={count === undefined ? undefined : formatCount(count, language)}
                  onClick={() => onChange({ ...part, point: part.point === point ? undefined : point })}
                >
                  <PointTitle short={shortTitles.get(title)}>{title}</PointTitle>
                </Chip>
              )
            })}
          </>
        )}
      </ChipRow>
      {asking && (
        <TimeSheet
          // remounts an open sheet when the bounds are loaded
          key={bounds?.join()}
          event={event}
          part={part}
          bounds={bounds}
          onChange={onChange}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Maps titles to the part before the comma, where it is unique: `5 km` of `5 km, embankment`. */
function shortenTitles(titles: readonly string[]): ReadonlyMap<string, string> {
  const pairs = titles.map((title) => [title, title.split(',')[0] ?? title] as const)
  return new Map(pairs.filter(([, short]) => pairs.filter(([, other]) => other === short).length === 1))
}

/** Shows the beginning of a point's title. Screen readers read the whole title. */
function PointTitle({ short = '', children }: { short: string | undefined; children: string }) {
  if (short === '' || short === children) return children
  return (
    <span>
      {short}
      <span className="sr-only">{children.slice(short.length)}</span>
    </span>
  )
}
