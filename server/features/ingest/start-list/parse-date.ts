/** A date whose order of day and month is known, or `undecided` for `9/12/2026`, whose first two numbers may be either. */
export interface DateParts {
  readonly order: 'ymd' | 'dmy' | 'undecided'
  /** Year, month and day for `ymd`; else the first number, the second number and the year. */
  readonly numbers: readonly [number, number, number]
}

const isoDate = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})$`)
const basicDate = /^(\d{4})(\d\d)(\d\d)$/
const numericDate = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/
const wordDate =
  /^(\d{1,2})(?:st|nd|rd|th|er|º)?[\s./-]+(?:de\s+)?(\p{L}+)\.?[\s.,/-]+(?:de\s+)?(\d{4}|\d{2})$/u
const americanWordDate = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u
const wordDateFromYear = /^(\d{4})[\s./-]+(\p{L}+)\.?[\s./-]+(\d{1,2})$/u

/** Parses a date without a time of day. */
export function parseDate(text: string): DateParts | undefined {
  const withoutSuffix = text
    .replace(/\s*[гр](?:ода|оку|\.)?$/u, '')
    .replace(/^(\d{1,2})\. (\d{1,2})\. (?=\d{4}$)/, '$1.$2.')
  const [, year, dateSeparator, month, dayOfMonth] =
    isoDate.exec(withoutSuffix) ?? matchBasicDate(withoutSuffix)
  if (dateSeparator !== undefined)
    return { order: 'ymd', numbers: [Number(year), Number(month), Number(dayOfMonth)] }
  const [, first, separator, middle, last = ''] = numericDate.exec(withoutSuffix) ?? []
  if (separator !== undefined) {
    const numbers = [Number(first), Number(middle), toFullYear(last)] as const
    // Points are used where the day comes first.
    return { order: separator === '.' ? 'dmy' : 'undecided', numbers }
  }
  const [, date, word, wordYear = ''] =
    wordDate.exec(withoutSuffix) ??
    reorder(americanWordDate.exec(withoutSuffix), 2, 1, 3) ??
    reorder(wordDateFromYear.exec(withoutSuffix), 3, 2, 1) ??
    []
  const monthNumber = word === undefined ? undefined : findMonth(word)
  return monthNumber === undefined
    ? undefined
    : { order: 'ymd', numbers: [toFullYear(wordYear), monthNumber, Number(date)] }
}

/** Parses a cell of a date column. Also accepts the serial numbers and the midnight times that spreadsheets write. */
export function parseDateCell(text: string): DateParts | undefined {
  if (/^\d{5}(?:[.,]0+)?$/.test(text)) {
    const date = new Date(serialEpochInMs + Number.parseInt(text, 10) * 86_400_000)
    return { order: 'ymd', numbers: [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()] }
  }
  return parseDate(text.replace(/[T ](?:0?0:00(?::00(?:\.0+)?)?|12:00(?::00)? AM)$/i, ''))
}

/** 1899-12-30 in ms, from which spreadsheets count days. */
export const serialEpochInMs = Date.UTC(1899, 11, 30)

const matchBasicDate = (text: string) => {
  const [whole, year, month, date] = basicDate.exec(text) ?? []
  return whole === undefined ? [] : [whole, year, '', month, date]
}
const reorder = (match: RegExpExecArray | null, ...groups: readonly number[]) =>
  match ? [match[0], ...groups.map((group) => match[group])] : undefined
const toFullYear = (year: string) => (year.length === 2 ? 2000 + Number(year) : Number(year))

const foldWord = (word: string) =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')

/** Names of months in the languages of start lists, shortened to the letters that all their forms begin with. */
const monthWords: ReadonlyMap<string, number> = new Map(
  ['en', 'ru', 'es', 'de', 'fr', 'it', 'pt', 'uk', 'pl', 'cs', 'nl', 'sv', 'tr'].flatMap((language) =>
    Array.from({ length: 12 }, (_, index) => {
      const name = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' })
        .formatToParts(new Date(Date.UTC(2026, index, 15)))
        .find(({ type }) => type === 'month')
      return [foldWord(name?.value ?? ''), index + 1] as const
    }),
  ),
)

/** Returns the month from 1 of a name or its abbreviation of at least three letters. */
function findMonth(word: string): number | undefined {
  const folded = foldWord(word).replace(/^sept$/, 'sep')
  const matchingMonths = new Set(
    [...monthWords]
      .filter(([name]) => name === folded || (folded.length >= 3 && name.startsWith(folded)))
      .map(([, month]) => month),
  )
  const [month] = matchingMonths
  return matchingMonths.size === 1 ? month : undefined
}

/** Returns midnight UTC of a date in ms; undefined for one that does not exist. */
export function toUtc({ order, numbers }: DateParts, undecidedOrder: 'dmy' | 'mdy'): number | undefined {
  const [a, b, c] = numbers
  const [year, month, date] =
    order === 'ymd' ? [a, b, c] : order === 'dmy' || undecidedOrder === 'dmy' ? [c, b, a] : [c, a, b]
  const midnight = new Date(Date.UTC(year, month - 1, date))
  const exists =
    midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === date && year > 1900 && year < 2200
  return exists ? midnight.getTime() : undefined
}
