import { type FormEvent, useState } from 'react'
import { useIntl } from 'react-intl'
import type { Event } from '../../../../contract/events.ts'
import { Text, useText } from '../../../platform/language/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { Sheet } from '../../../ui/layout/Sheet.tsx'
import type { AlbumFilter } from './album-filter.ts'
import { parseWallClock, toWallClock } from './wall-clock.ts'

interface Props {
  event: Event
  filter: AlbumFilter
  /** Limits the choice to the time from the first to the last photo, in ms, when opened; to the race's times while undefined. */
  bounds: readonly [number, number] | undefined
  onChange: (filter: AlbumFilter) => void
  onClose: () => void
}

const minuteInMs = 60_000

/** Stacks the fields where half a line would cut “05:05 PM” off: on the smallest screens and with large text. */
const twoColumnStyle = { gridTemplateColumns: 'repeat(auto-fit, minmax(min(9rem, 100%), 1fr))' }

/** Asks for a time range in the time zone of the race; for a race of several days, with the date. */
export function TimeSheet({ event, filter, bounds, onChange, onClose }: Props) {
  const text = useText()
  const { formatDate } = useIntl()
  const { timeZone } = event
  // photos that arrive meanwhile must not change the fields
  const [[firstMoment, lastMoment]] = useState(
    () => bounds ?? [Date.parse(event.startsOn), Date.parse(event.endsOn)],
  )
  // the fields have no seconds
  const roundedLastMoment =
    Math.max(Math.ceil(lastMoment / minuteInMs), Math.floor(firstMoment / minuteInMs) + 1) * minuteInMs
  const first = toWallClock(new Date(firstMoment), timeZone)
  const last = toWallClock(new Date(roundedLastMoment), timeZone)
  const day = first.slice(0, 10)
  const isOneDay = last.startsWith(day)
  const formatMoment = (moment: number) =>
    formatDate(moment, {
      ...(isOneDay ? {} : { day: 'numeric', month: 'long' }),
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone },
    })
  const toFieldValue = (wallClock: string) => (isOneDay ? wallClock.slice(11) : wallClock)
  const getInitialValue = (moment: string | undefined, fallback: string) =>
    toFieldValue(moment ? toWallClock(new Date(moment), timeZone) : fallback)
  const [from, setFrom] = useState(() => getInitialValue(filter.takenFrom, first))
  const [to, setTo] = useState(() => getInitialValue(filter.takenTo, last))
  const toMoment = (typed: string) => parseWallClock(isOneDay ? `${day}T${typed}` : typed, timeZone)
  const [start, end] = [toMoment(from), toMoment(to)]
  const isInvalid = start !== undefined && end !== undefined && end <= start

  const submit = (press: FormEvent) => {
    press.preventDefault()
    if (isInvalid) return
    // a bound that excludes nothing is not a filter
    const takenFrom = start && start.getTime() > firstMoment ? start.toISOString() : undefined
    const takenTo = end && end.getTime() < lastMoment ? end.toISOString() : undefined
    onChange({ ...filter, takenFrom, takenTo })
    onClose()
  }
  const type = isOneDay ? 'time' : 'datetime-local'
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Text id="photos.part.title" />}
      closeLabel={text('photos.part.close')}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-ink-2">
          <Text
            id={bounds ? 'photos.part.hint' : 'photos.part.hintRace'}
            values={{ from: formatMoment(firstMoment), to: formatMoment(roundedLastMoment) }}
          />
        </p>
        <div className="grid gap-3" style={isOneDay ? twoColumnStyle : undefined}>
          <TextField
            type={type}
            label={text('photos.part.from')}
            value={from}
            onChange={(change) => setFrom(change.target.value)}
          />
          <TextField
            type={type}
            label={text('photos.part.to')}
            value={to}
            error={isInvalid ? text('photos.part.wrong') : undefined}
            onChange={(change) => setTo(change.target.value)}
          />
        </div>
        <Button type="submit" full>
          <Text id="photos.part.show" />
        </Button>
        {(filter.takenFrom || filter.takenTo) && (
          <Button
            kind="sub"
            full
            onClick={() => {
              onChange({ ...filter, takenFrom: undefined, takenTo: undefined })
              onClose()
            }}
          >
            <Text id="photos.part.allTimes" />
          </Button>
        )}
      </form>
    </Sheet>
  )
}
