import { type FormEvent, useState } from 'react'
import { useIntl } from 'react-intl'
import type { Event } from '../../../contract/events.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { AlbumPart } from './album-part.ts'
import { momentAt, wallClockAt } from './zoned.ts'

interface Props {
  event: Event
  part: AlbumPart
  /** Limits the choice to the time from the first to the last photo, in ms; to the race's times while undefined. */
  bounds: readonly [number, number] | undefined
  onChange: (part: AlbumPart) => void
  onClose: () => void
}

const minuteInMs = 60_000

/** Stacks the fields where half a line would cut “05:05 PM” off: on the smallest screens and with large text. */
const besideEachOther = { gridTemplateColumns: 'repeat(auto-fit, minmax(min(9rem, 100%), 1fr))' }

/** Asks for a time range in the time zone of the race; for a race of several days, with the date. */
export function TimeSheet({ event, part, bounds, onChange, onClose }: Props) {
  const text = useText()
  const { formatDate } = useIntl()
  const { timeZone } = event
  const [begin, close] = bounds ?? [Date.parse(event.startsOn), Date.parse(event.endsOn)]
  // the fields have no seconds
  const whole = Math.max(Math.ceil(close / minuteInMs), Math.floor(begin / minuteInMs) + 1) * minuteInMs
  const first = wallClockAt(new Date(begin), timeZone)
  const last = wallClockAt(new Date(whole), timeZone)
  const day = first.slice(0, 10)
  const oneDay = last.startsWith(day)
  const words = (moment: number) =>
    formatDate(moment, {
      ...(oneDay ? {} : { day: 'numeric', month: 'long' }),
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone },
    })
  const shown = (wallClock: string) => (oneDay ? wallClock.slice(11) : wallClock)
  const initial = (moment: string | undefined, otherwise: string) =>
    shown(moment ? wallClockAt(new Date(moment), timeZone) : otherwise)
  const [from, setFrom] = useState(() => initial(part.takenFrom, first))
  const [to, setTo] = useState(() => initial(part.takenTo, last))
  const toMoment = (typed: string) => momentAt(oneDay ? `${day}T${typed}` : typed, timeZone)
  const [start, end] = [toMoment(from), toMoment(to)]
  const wrong = start !== undefined && end !== undefined && end <= start

  const submit = (press: FormEvent) => {
    press.preventDefault()
    if (wrong) return
    // a bound that excludes nothing is not a filter
    const takenFrom = start && start.getTime() > begin ? start.toISOString() : undefined
    const takenTo = end && end.getTime() < close ? end.toISOString() : undefined
    onChange({ ...part, takenFrom, takenTo })
    onClose()
  }
  const type = oneDay ? 'time' : 'datetime-local'
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
            values={{ from: words(begin), to: words(whole) }}
          />
        </p>
        <div className="grid gap-3" style={oneDay ? besideEachOther : undefined}>
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
            error={wrong ? text('photos.part.wrong') : undefined}
            onChange={(change) => setTo(change.target.value)}
          />
        </div>
        <Button type="submit" full>
          <Text id="photos.part.show" />
        </Button>
        {(part.takenFrom || part.takenTo) && (
          <Button
            kind="sub"
            full
            onClick={() => {
              onChange({ ...part, takenFrom: undefined, takenTo: undefined })
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
