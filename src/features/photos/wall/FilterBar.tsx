import { useState } from 'react'
import { type Event, reportPoint } from '../../../../contract/events.ts'
import { formatCount } from '../../../lib/format/count.ts'
import { formatClock } from '../../../lib/format/time.ts'
import { Text, useLanguage, useText } from '../../../platform/language/index.ts'
import { lazyPart } from '../../../platform/loading/index.ts'
import { Chip, ChipRow } from '../../../ui/Chip.tsx'
import type { AlbumFilter } from './album-filter.ts'

const TimeSheet = lazyPart(() => import('./TimeSheet.tsx').then((it) => it.TimeSheet), undefined, 'page')

interface Props {
  event: Event
  filter: AlbumFilter
  onChange: (filter: AlbumFilter) => void
  /** Maps point keys to the number of photos, where known; points without photos are omitted. */
  counts?: ReadonlyMap<string, number>
  /** First and last moment of the photos, ms; undefined while unknown. */
  bounds: readonly [number, number] | undefined
}

/** Filters photos by a point on the course and by time, in a separate row. */
export function FilterBar(props: Props) {
  const text = useText()
  return (
    <ChipRow label={text('photos.part.label')} className="mb-3 lg:mx-0 lg:px-0">
      <Chips {...props} hasEverywhere />
    </ChipRow>
  )
}

/** Renders the same chips for a row that has others too. A second tap on a point shows all of them again. */
export function FilterChips(props: Props) {
  const text = useText()
  return (
    <div role="group" aria-label={text('photos.part.label')} className="contents">
      <Chips {...props} />
    </div>
  )
}

function Chips({
  event,
  filter,
  onChange,
  counts,
  bounds,
  hasEverywhere,
}: Props & { hasEverywhere?: boolean }) {
  const { language } = useLanguage()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const pointsWithPhotos = event.points.filter(({ point }) => {
    if (point === reportPoint) return false
    return point === filter.point || counts?.get(point) !== 0
  })
  const formatTime = (moment: string | undefined) =>
    moment === undefined ? '' : formatClock(moment, language, { timeZone: event.timeZone })
  const shortTitles = shortenTitles(pointsWithPhotos.map(({ title }) => title))
  const { takenFrom, takenTo } = filter
  const hasTimes = takenFrom !== undefined || takenTo !== undefined
  return (
    <>
      <Chip icon="clock" selected={hasTimes} aria-haspopup="dialog" onClick={() => setSheetOpen(true)}>
        {hasTimes ? (
          <span className="lining-nums">
            {takenFrom === undefined ? (
              <Text id="photos.part.until" values={{ to: formatTime(takenTo) }} />
            ) : takenTo === undefined ? (
              <Text id="photos.part.since" values={{ from: formatTime(takenFrom) }} />
            ) : (
              `${formatTime(takenFrom)}–${formatTime(takenTo)}`
            )}
          </span>
        ) : (
          <Text id="photos.part.time" />
        )}
      </Chip>
      {pointsWithPhotos.length > 1 && (
        <>
          {hasEverywhere && (
            <Chip selected={!filter.point} onClick={() => onChange({ ...filter, point: undefined })}>
              <Text id="photos.part.everywhere" />
            </Chip>
          )}
          {pointsWithPhotos.map(({ point, title }) => {
            const count = counts?.get(point)
            return (
              <Chip
                key={point}
                selected={filter.point === point}
                count={count === undefined ? undefined : formatCount(count, language)}
                onClick={() => onChange({ ...filter, point: filter.point === point ? undefined : point })}
              >
                <PointTitle short={shortTitles.get(title)}>{title}</PointTitle>
              </Chip>
            )
          })}
        </>
      )}
      {isSheetOpen && (
        <TimeSheet
          // remounts an open sheet when the bounds are loaded
          key={bounds ? 'album' : 'race'}
          event={event}
          filter={filter}
          bounds={bounds}
          onChange={onChange}
          onClose={() => setSheetOpen(false)}
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
