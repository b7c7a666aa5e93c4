import { toInstant, toWallClock } from '../../../platform/zoned-time.ts'
import { parseDateCell, serialEpochInMs, toUtc } from './parse-date.ts'
import { convertDaysToMs, parseTimeText, type TimeText } from './parse-time-text.ts'
import {
  chooseDateOrder,
  chooseTimeMeaning,
  type DateOrder,
  type EventTimes,
  type FinishKind,
  type TimeMeaning,
} from './time-meaning.ts'

/** Cells of a line from which its finish is read. */
export interface FinishCells {
  readonly finish: string
  /** Date of a time without one, from another column. */
  readonly date: string
  /** The runner's own start, to which a net time is added. */
  readonly start: string
}

/** Finish time of a line, or the reason why it has none. */
export type Finish =
  | { readonly finishedOn: Date | undefined }
  /** A date that does not exist. */
  | { readonly invalid: string }
  /** The cell is not understood; the runner can be imported without a finish. */
  | { readonly unknown: string }

/** Finishes of all lines, in their order. */
export interface FinishColumn {
  readonly finishes: readonly Finish[]
  /** How the column was read, for the report. */
  readonly meaning: string
}

/** Reads the finishes of a column. Its content as a whole decides the order of day and month, and what `1:44:52` means. */
export function readFinishes(
  kind: FinishKind,
  cells: readonly FinishCells[],
  event: EventTimes,
): FinishColumn {
  const texts = cells.map(({ finish }) => parseTimeText(finish))
  const parsedTexts = texts.filter((text) => text !== undefined)
  const dates = parsedTexts.flatMap((text) => (text.kind === 'dated' ? [text.date] : []))
  const dateColumnDates = cells.flatMap(({ date }) => parseDateCell(date) ?? [])
  const isAmerican = parsedTexts.some(
    (text) => (text.kind === 'dated' || text.kind === 'time') && text.isAmerican,
  )
  const { order, statement } = chooseDateOrder([...dates, ...dateColumnDates], isAmerican, event)
  const meaning = chooseTimeMeaning(kind, parsedTexts, event)
  const finishes = cells.map((cell, index): Finish => {
    const text = texts[index]
    if (text === undefined) return { unknown: `"${cell.finish.slice(0, 40)}" is not a time` }
    return toFinish(text, cell, { order, meaning, event })
  })
  return { finishes, meaning: [describeMeaning(parsedTexts, meaning), statement].filter(Boolean).join('; ') }
}

interface ReadingContext {
  readonly order: DateOrder
  readonly meaning: TimeMeaning
  readonly event: EventTimes
}

function toFinish(text: TimeText, cell: FinishCells, { order, meaning, event }: ReadingContext): Finish {
  const fromWallClock = (wallClockInMs: number) => ({
    finishedOn: toInstant(new Date(wallClockInMs), event.timeZone),
  })
  const invalid = { invalid: `finish "${cell.finish.slice(0, 40)}" is a date that does not exist` }
  if (text.kind === 'none') return { finishedOn: undefined }
  if (text.kind === 'moment') return { finishedOn: text.moment }
  if (text.kind === 'serial') return fromWallClock(serialEpochInMs + convertDaysToMs(text.days))
  if (text.kind === 'dated') {
    const midnight = toUtc(text.date, order)
    return midnight === undefined ? invalid : fromWallClock(midnight + text.timeInMs)
  }
  if (text.isAmerican || meaning === 'clock') {
    const date = parseDateCell(cell.date)
    const midnight = date ? toUtc(date, order) : findMidnight(text.timeInMs, event)
    return midnight === undefined ? invalid : fromWallClock(midnight + text.timeInMs)
  }
  const durationInMs = text.shortInMs ?? text.timeInMs
  const isDuration = meaning === 'gun' || meaning === 'net'
  if (isDuration && text.shortInMs !== undefined && text.shortInMs < minShortDurationInMs) {
    return { unknown: `"${cell.finish}" may be hours and minutes or minutes and seconds` }
  }
  if (meaning === 'gun') return { finishedOn: new Date(event.startsOn.getTime() + durationInMs) }
  if (meaning === 'net') return toNetFinish(durationInMs, cell.start, order, event)
  return {
    unknown: `"${cell.finish.slice(0, 40)}" ${meaning === 'mixed' ? 'has no date, as other lines have' : 'may be a time of day or a duration'}`,
  }
}

/** Duration in ms from which `44:52` can only be minutes and seconds; `1:44` may be hours and minutes. */
const minShortDurationInMs = 600_000
const hourInMs = 3_600_000
const dayInMs = 24 * hourInMs

/**
 * Returns the midnight to which a time of day is added, in UTC: that of the day of the event, or of the next one for times past
 * midnight, which are earlier than the start and not long after its end.
 */
function findMidnight(timeInMs: number, { startsOn, endsOn, timeZone }: EventTimes): number {
  const start = toWallClock(startsOn, timeZone).getTime()
  const midnight = Math.floor(start / dayInMs) * dayInMs
  if (midnight + timeInMs >= start) return midnight
  const isPastMidnight =
    midnight + dayInMs + timeInMs <= toWallClock(endsOn, timeZone).getTime() + 12 * hourInMs
  return isPastMidnight ? midnight + dayInMs : midnight
}

function toNetFinish(durationInMs: number, startText: string, order: DateOrder, event: EventTimes): Finish {
  const start = parseTimeText(startText)
  if (!start || start.kind === 'none') return { unknown: 'a net time without the time of the own start' }
  const startResult = toFinish(
    start,
    { finish: startText, date: '', start: '' },
    { order, meaning: 'clock', event },
  )
  if (!('finishedOn' in startResult) || !startResult.finishedOn) return { unknown: 'the start is not a time' }
  return { finishedOn: new Date(startResult.finishedOn.getTime() + durationInMs) }
}

function describeMeaning(parsedTexts: readonly TimeText[], meaning: TimeMeaning): string {
  const hasTimes = parsedTexts.some(({ kind }) => kind === 'time')
  const hasDates = parsedTexts.some(({ kind }) => kind === 'dated' || kind === 'moment' || kind === 'serial')
  const times = {
    clock: 'times of day',
    gun: 'times since the start of the event',
    net: 'net times since the own start',
  }
  return [
    hasDates ? 'dates with times' : '',
    hasTimes
      ? meaning in times
        ? times[meaning as keyof typeof times]
        : 'times without a date, not understood'
      : '',
  ]
    .filter(Boolean)
    .join(' and ')
}
