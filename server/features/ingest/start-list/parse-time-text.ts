import { type DateParts, parseDate, toUtc } from './parse-date.ts'

/** Content of a cell with a time. Times are in ms. */
export type TimeText =
  /** A moment with a zone, or seconds since 1970. */
  | { readonly kind: 'moment'; readonly moment: Date }
  /** A local date with a time of day; `isAmerican` when AM or PM follows. */
  | {
      readonly kind: 'dated'
      readonly date: DateParts
      readonly timeInMs: number
      readonly isAmerican: boolean
    }
  /** `1:44:52`: a time of day or a duration. `shortInMs`: a text such as `44:52`, read as minutes and seconds. */
  | {
      readonly kind: 'time'
      readonly timeInMs: number
      readonly shortInMs?: number
      readonly isAmerican: boolean
    }
  /** Days since 1899-12-30, as spreadsheets store dates. */
  | { readonly kind: 'serial'; readonly days: number }
  /** No time: empty, `DNF`, `-`. */
  | { readonly kind: 'none' }

const secondInMs = 1000
const minuteInMs = 60 * secondInMs
const hourInMs = 60 * minuteInMs
const dayInMs = 24 * hourInMs

const statuses =
  /^(?:d\.?n\.?[fsq]\.?|d\.?s\.?q\.?|dq|nc|otl|ab|abd|abandon\p{L}*|retirad\p{L}*|no presentado|descalificad\p{L}*|н[/.]?[сфя]\.?|сход|сош\p{L}*|снят\p{L}*|дискв\p{L}*|не (?:старт|финиш|явил)\p{L}*|нет|no|none|null|n[/.]?a|nan|[-–—.?x*]+|0|0?0:00(?::00(?:[.,]0+)?)?)$/iu

/** Returns the pattern of a time of three numbers at most, with these characters between them. */
const createTimePattern = (mark: string) =>
  String.raw`(\d{1,3})${mark}(\d\d)(?:${mark}(\d\d)(?:[.,:](\d{1,9}))?)?(?:\s*(a|p)\.?\s?m\.?)?(?:\s*(?:h|hs|hrs|uhr|ч)\.?)?`
const timePattern = createTimePattern('[:：]')
/** After a date, `18.44.52` and `18h44` are unambiguous. */
const timeAfterDate = createTimePattern('[:：.h]')
/** Words between a date and its time. */
const timeWord = 'в|о|at|um|à|a las|alle|alle ore|kl|klo|o'
const zonePattern = String.raw`(?:\s*(Z|UTC|GMT|MSK|МСК)?\s*([+-]\d{1,2}(?::?\d\d)?)?)`

const weekday =
  /^(?:mon|tue|wed|thu|fri|sat|sun|пн|вт|ср|чт|пт|сб|вс|lun|mar|mié|jue|vie|sáb|dom)\p{L}*\.?,?\s+(?=\d|\p{L}+\s\d)/iu

const timeOnly = new RegExp(`^${timePattern}$`, 'iu')
const dateThenTime = new RegExp(
  `^(.*?\\d{2}|.*?\\d г\\.?),?(?:\\s+(?:${timeWord})\\.?\\s+|\\s*[T,_]\\s*|\\s+)${timeAfterDate}${zonePattern}$`,
  'iu',
)
const timeThenDate = new RegExp(`^${timePattern},?\\s+(.*\\d)$`, 'iu')
const basicMoment = /^(\d{8})[T _]?(\d\d)(\d\d)(\d\d)?(Z)?$/
const durationInWords =
  /^(?:(\d{1,3})\s*(?:h|hrs?|hours?|ч|час\p{L}*|std)\.?)?\s*(?:(\d{1,4})\s*(?:m|min|mins|minutes|м|мин|минут\p{L}*|['′’])\.?)?\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:s|sec|secs|seconds|с|сек|секунд\p{L}*|["″”]|'')?\.?)?$/iu
const dayPrefix = /^(\d{1,2})\s*(?:d|days?|д|дн|день|дня|дней|сут\p{L}*|día|días)\.?,?\s+(?=\d)/iu

/** Matches the mark of a duration by ISO 8601, `PT1H44M52S`. */
const isoDuration = /^PT(?=(?:\d+H)?(?:\d+M)?(?:\d+(?:[.,]\d+)?S)?$)/

/** Length of the longest spelling of a time, with a margin. */
const maxTimeLength = 80

/** Parses what timing systems and spreadsheets write into a cell with a time; undefined when it is not understood. */
export function parseTimeText(cell: string): TimeText | undefined {
  const text = cell
    .replace(/^'/, '')
    .replace(/\s+/g, ' ')
    .trim()
    // The name of a zone, which repeats an offset or is the only sign of it.
    .replace(/([+-]\d\d:?\d\d) \([^()]*\)$/, '$1')
    .replace(/\((MSK|МСК|UTC|GMT)\)$/i, '$1')
  if (text.length > maxTimeLength) return undefined
  if (text === '' || statuses.test(text)) return { kind: 'none' }
  return parseNumber(text) ?? parseDated(text) ?? parseTime(text)
}

function parseNumber(text: string): TimeText | undefined {
  if (!/^\d*(?:[.,]\d+)?(?:e[+-]?\d+)?$/i.test(text)) return undefined
  const number = Number(text.replace(',', '.'))
  if (/^\d{10}(?:[.,]\d+)?$|^\d{13}$/.test(text)) {
    return { kind: 'moment', moment: new Date(text.length === 13 ? number : Math.round(number * secondInMs)) }
  }
  if (number >= 20_000 && number < 80_000) return { kind: 'serial', days: number }
  if ((number > 0 && number < 1) || (number < 10 && /[.,]\d{3,}/.test(text))) {
    return { kind: 'time', timeInMs: convertDaysToMs(number), isAmerican: false }
  }
  return undefined
}

/** Returns ms of a number of days. Spreadsheets store seconds as fractions of a day, which are off by some µs. */
export function convertDaysToMs(number: number): number {
  const exact = Math.round(number * dayInMs)
  const rounded = Math.round(exact / secondInMs) * secondInMs
  return Math.abs(exact - rounded) <= 5 ? rounded : exact
}

function parseDated(text: string): TimeText | undefined {
  const [, basicDay, h, m, s = '0', z] = basicMoment.exec(text) ?? []
  if (basicDay !== undefined)
    return toDatedTime(
      basicDay,
      (Number(h) * 60 + Number(m)) * minuteInMs + Number(s) * secondInMs,
      z,
      undefined,
      false,
    )
  const withoutWeekday = text.replace(weekday, '')
  const dateFirst = dateThenTime.exec(withoutWeekday)
  if (dateFirst) {
    const [, date = '', ...time] = dateFirst
    return toDatedTime(date, toMs(time), time[5], time[6], time[4] !== undefined)
  }
  const timeFirst = timeThenDate.exec(withoutWeekday)
  return timeFirst
    ? toDatedTime(
        timeFirst[6] ?? '',
        toMs(timeFirst.slice(1, 6)),
        undefined,
        undefined,
        timeFirst[5] !== undefined,
      )
    : undefined
}

function toDatedTime(
  dateText: string,
  timeInMs: number | undefined,
  zone: string | undefined,
  offset: string | undefined,
  isAmerican: boolean,
): TimeText | undefined {
  const date = parseDate(dateText.trim())
  if (!date || timeInMs === undefined) return undefined
  if (zone === undefined && offset === undefined) return { kind: 'dated', date, timeInMs, isAmerican }
  const midnight = toUtc(date, 'dmy')
  if (midnight === undefined) return { kind: 'dated', date, timeInMs, isAmerican }
  return { kind: 'moment', moment: new Date(midnight + timeInMs - computeZoneOffsetInMs(zone, offset)) }
}

function computeZoneOffsetInMs(zone: string | undefined, offset: string | undefined): number {
  const base = zone && /msk|мск/i.test(zone) ? 3 * hourInMs : 0
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{1,2}):?(\d\d)?$/.exec(offset ?? '+0') ?? []
  return base + (sign === '-' ? -1 : 1) * (Number(hours) * hourInMs + Number(minutes) * minuteInMs)
}

function parseTime(text: string): TimeText | undefined {
  const [prefix = '', dayCount = '0'] = dayPrefix.exec(text) ?? []
  const rest = text.slice(prefix.length).replace(isoDuration, '')
  const daysInMs = Number(dayCount) * dayInMs
  const match = timeOnly.exec(rest)
  if (match) {
    const [, ...parts] = match
    const timeInMs = toMs(parts)
    if (timeInMs === undefined) return undefined
    const isShort = parts[2] === undefined && parts[4] === undefined
    return {
      kind: 'time',
      timeInMs: daysInMs + timeInMs,
      ...(isShort && { shortInMs: daysInMs + timeInMs / 60 }),
      isAmerican: parts[4] !== undefined,
    }
  }
  const [whole, h, m, s] = durationInWords.exec(rest) ?? []
  if (!whole || (h === undefined && m === undefined)) return undefined
  const seconds = Number((s ?? '0').replace(',', '.'))
  return {
    kind: 'time',
    timeInMs:
      daysInMs + Number(h ?? 0) * hourInMs + Number(m ?? 0) * minuteInMs + Math.round(seconds * secondInMs),
    isAmerican: false,
  }
}

/** Returns ms of hours, minutes, seconds, fraction and AM or PM; undefined for times like 12:75. */
function toMs([h = '', m = '', s = '0', fraction = '0', amOrPm]: readonly (string | undefined)[]):
  | number
  | undefined {
  const hours = Number(h)
  if (Number(m) > 59 || Number(s) > 59 || (amOrPm !== undefined && (hours > 12 || hours === 0)))
    return undefined
  const hourOfDay = amOrPm === undefined ? hours : (hours % 12) + (/p/i.test(amOrPm) ? 12 : 0)
  return (
    hourOfDay * hourInMs +
    Number(m) * minuteInMs +
    Number(s) * secondInMs +
    Math.round(Number(`0.${fraction}`) * secondInMs)
  )
}
