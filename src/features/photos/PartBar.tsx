import { useState } from 'react'
import { type Event, reportPoint } from '../../../contract/events.ts'
import { formatCount } from '../../lib/count.ts'
import { formatClock } from '../../lib/time.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { late } from '../../platform/loading/index.ts'
import { Chip, ChipRow } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import type { AlbumPart } from './album-part.ts'

const TimeSheet = late(() => import('./TimeSheet.tsx').then((it) => it.TimeSheet))

interface Props {
  event: Event
  part: AlbumPart
  onChange: (part: AlbumPart) => void
  /** Photos by the key of their place, where that is known: places without any are left out. */
  counts?: ReadonlyMap<string, number>
  /** First and last moment of the photos, ms; undefined while nobody knows. */
  bounds: readonly [number, number] | undefined
  className?: string
}

/** Narrows photos to a place on the course and to a time. */
export function PartBar({ event, part, onChange, counts, bounds, className }: Props) {
  const text = useText()
  const { language } = useLanguage()
  const [asking, setAsking] = useState(false)
  const places = event.points.filter(({ point }) => {
    if (point === reportPoint) return false
    return point === part.point || counts?.get(point) !== 0
  })
  const clock = (moment: string | undefined) =>
    moment === undefined ? '' : formatClock(moment, language, { timeZone: event.timeZone })
  const { takenFrom, takenTo } = part
  const timed = takenFrom !== undefined || takenTo !== undefined
  return (
    <>
      <ChipRow label={text('photos.part.label')} className={cx('lg:mx-0 lg:flex-wrap lg:px-0', className)}>
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
                  {title}
                </Chip>
              )
            })}
          </>
        )}
      </ChipRow>
      {asking && (
        <TimeSheet
          // it may be open already when the times become known
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
