import { toWallClock } from '../../../platform/zoned-time.ts'
import { type DateParts, toUtc } from './parse-date.ts'
import type { TimeText } from './parse-time-text.ts'

/** Times of the event, to place times without a date. */
export interface EventTimes {
  readonly timeZone: string
  readonly startsOn: Date
  readonly endsOn: Date
}

/**
 * Meaning of a column, by its header. `finish`: decided by its content. `gun`: time since the start of the event. `net`: time since
 * the runner's own start.
 */
export type FinishKind = 'clock' | 'finish' | 'gun' | 'net'

/** Order of day and month in dates such as `9/12/2026`. */
export type DateOrder = 'dmy' | 'mdy'

/**
 * Meaning of times without a date. `gun` and `net` are durations, see `FinishKind`. `mixed`: other cells of the column have dates.
 * `ambiguousItemIds`: they may be times of day or durations.
 */
export type TimeMeaning = 'clock' | 'gun' | 'net' | 'mixed' | 'ambiguous'

const dayInMs = 86_400_000

/**
 * Decides the order of day and month from a whole column: by a number above 12, else by the days of the event, else by AM and PM,
 * else the day is first. The statement is for the report; undefined when no date of the column depends on the order.
 *
 * @param isAmerican whether times of the column have AM or PM
 */
export function chooseDateOrder(
  column: readonly DateParts[],
  isAmerican: boolean,
  event: EventTimes,
): { order: DateOrder; statement?: string } {
  const dates = column.filter((date) => date.order === 'undecided')
  const [sample] = dates
  if (!sample) return { order: 'dmy' }
  const findOrders = (test: (date: DateParts, order: DateOrder) => boolean) =>
    (['dmy', 'mdy'] as const).filter((order) => dates.every((date) => test(date, order)))
  const possibleOrders = findOrders((date, order) => toUtc(date, order) !== undefined)
  const ordersNearEvent = findOrders((date, order) => isNearEvent(toUtc(date, order), event))
  const [order, reason] =
    possibleOrders.length === 1
      ? [possibleOrders[0], 'as no other order gives dates']
      : ordersNearEvent.length === 1
        ? [ordersNearEvent[0], 'as on the days of the event']
        : isAmerican
          ? ['mdy' as const, 'as times have AM or PM']
          : ['dmy' as const, 'which the list does not decide']
  const [first, second, year] = sample.numbers
  const orderText = order === 'mdy' ? 'month/day' : 'day/month'
  return { order: order ?? 'dmy', statement: `${first}/${second}/${year} is ${orderText}, ${reason}` }
}

/** Returns whether a date, in one order or the other, is a day of the event or next to one. */
export function isDayOfEvent(date: DateParts, event: EventTimes): boolean {
  return isNearEvent(toUtc(date, 'dmy'), event) || isNearEvent(toUtc(date, 'mdy'), event)
}

const isNearEvent = (day: number | undefined, { startsOn, endsOn }: EventTimes) =>
  day !== undefined && day > startsOn.getTime() - 2 * dayInMs && day < endsOn.getTime() + 2 * dayInMs

/** Decides what times without a date mean. */
export function chooseTimeMeaning(
  kind: FinishKind,
  texts: readonly TimeText[],
  { startsOn, endsOn, timeZone }: EventTimes,
): TimeMeaning {
  if (kind !== 'finish') return kind
  const times = texts.flatMap((text) => (text.kind === 'time' ? [text] : []))
  if (times.some(({ isAmerican }) => isAmerican)) return 'clock'
  if (texts.some((text) => text.kind === 'dated' || text.kind === 'moment' || text.kind === 'serial'))
    return 'mixed'
  const startInMs = toWallClock(startsOn, timeZone).getTime() % dayInMs
  const clockOffsetInMs = Math.max(...times.map(({ timeInMs }) => (timeInMs - startInMs + dayInMs) % dayInMs))
  const durationInMs = Math.max(...times.map((time) => time.shortInMs ?? time.timeInMs))
  const eventInMs = endsOn.getTime() - startsOn.getTime()
  if (clockOffsetInMs <= eventInMs !== durationInMs <= eventInMs)
    return clockOffsetInMs < durationInMs ? 'clock' : 'gun'
  // The end of an event is often a guess: a clearly shorter time after its start is still more plausible.
  if (
    clockOffsetInMs > eventInMs &&
    Math.max(clockOffsetInMs, durationInMs) > Math.min(clockOffsetInMs, durationInMs) * 1.5
  ) {
    return clockOffsetInMs < durationInMs ? 'clock' : 'gun'
  }
  return 'ambiguous'
}
