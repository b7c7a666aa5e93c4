import { languages, languageTable } from './language/languages.ts'

/** Describes a day, month or year typed into a search box. A missing part matches any value. */
export interface DateQuery {
  day?: number
  /** From 1 to 12. */
  month?: number
  year?: number
  /** The other typed words. */
  rest: string
}

interface MonthWords {
  /** Months, from 1, by each form of their names. */
  readonly monthByWord: ReadonlyMap<string, number>
  /** Names that are not shortened. */
  readonly fullNames: ReadonlySet<string>
  /** Words between the parts of a date. */
  readonly fillers: ReadonlySet<string>
}

const normalizeWord = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\.$/, '')

/**
 * Returns the words of dates in every language: names of months alone and next to a day, their short forms, their first three
 * letters where no other month of the language begins with them, and the words between day, month and year.
 */
function collectMonthWords(): MonthWords {
  const monthByWord = new Map<string, number>()
  const fullNames = new Set<string>()
  const fillers = new Set(languages.flatMap((language) => languageTable[language].dateWords))
  const addMonth = (word: string, month: number) => {
    // a word of two languages means the month of the earlier one
    if (!monthByWord.has(word)) monthByWord.set(word, month)
  }
  for (const language of languages) {
    const listNames = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
      return Array.from({ length: 12 }, (_, month) => {
        const parts = format.formatToParts(Date.UTC(2026, month))
        for (const { type, value } of parts)
          if (type === 'literal') for (const word of value.split(/\s+/)) fillers.add(normalizeWord(word))
        return normalizeWord(parts.find(({ type }) => type === 'month')?.value ?? '')
      })
    }
    const names = listNames({ month: 'long' })
    const fullForms = [names, listNames({ year: 'numeric', month: 'long', day: 'numeric' })]
    const shortForms = [listNames({ month: 'short' }), listNames({ month: 'short', day: 'numeric' })]
    const beginnings = names.map((name) => Array.from(name).slice(0, 3).join(''))
    const uniqueBeginnings = beginnings.map((each) =>
      beginnings.indexOf(each) === beginnings.lastIndexOf(each) ? each : '',
    )
    for (const form of fullForms) for (const name of form) fullNames.add(name)
    for (const form of [...fullForms, ...shortForms, uniqueBeginnings])
      for (const [index, name] of form.entries()) if (name !== '') addMonth(name, index + 1)
  }
  return { monthByWord, fullNames, fillers }
}

let monthWords: MonthWords | undefined

const isoDatePattern = /^(?:(?<year>\d{4})-(?<month>\d{1,2})(?:-(?<day>\d{1,2}))?)$/
const dayFirstPattern = /^(?<day>\d{1,2})[./](?<month>\d{1,2})(?:[./](?<year>\d{4}|\d{2}))?$/
const monthAndYearPattern = /^(?<month>\d{1,2})[./](?<year>\d{4})$/

/**
 * Parses a date from typed text: `12 сентября`, `September 2026`, `12.09.2026`, `2026-09-12`, `2026`.
 *
 * @returns undefined when there is none; a short month name counts only next to a number
 */
export function parseDateQuery(typedText: string): DateQuery | undefined {
  const dateParts: Omit<DateQuery, 'rest'> = {}
  const numbers: string[] = []
  const rest: string[] = []
  let shortMonthName: string | undefined
  // formatters are expensive to create, so the words are collected once
  monthWords ??= collectMonthWords()
  const { monthByWord, fullNames, fillers } = monthWords
  const words = typedText.normalize('NFKC').split(/[\s,]+/)
  for (const word of words.map(normalizeWord)) {
    const groups = (isoDatePattern.exec(word) ?? dayFirstPattern.exec(word) ?? monthAndYearPattern.exec(word))
      ?.groups
    const monthNumber = monthByWord.get(word)
    if (groups) {
      if (groups.day) dateParts.day = Number(groups.day)
      dateParts.month = Number(groups.month)
      if (groups.year) dateParts.year = Number(groups.year.padStart(4, '20'))
    } else if (monthNumber !== undefined && dateParts.month === undefined) {
      dateParts.month = monthNumber
      if (word.length <= 3 && !fullNames.has(word)) shortMonthName = word
    } else if (/^(19|20)\d\d$/.test(word)) dateParts.year = Number(word)
    else if (/^\d{1,2}(st|nd|rd|th)?$/.test(word)) numbers.push(word)
    else if (word !== '' && !fillers.has(word)) rest.push(word)
  }
  const { month, year } = dateParts
  if (month !== undefined && dateParts.day === undefined && numbers.length > 0) {
    dateParts.day = Number.parseInt(numbers.shift() ?? '', 10)
  }
  if (shortMonthName !== undefined && dateParts.day === undefined && year === undefined) return undefined
  if (month === undefined && year === undefined) return undefined
  if (month !== undefined && (month < 1 || month > 12)) return undefined
  if (dateParts.day !== undefined && (dateParts.day < 1 || dateParts.day > 31)) return undefined
  return { ...dateParts, rest: [...numbers, ...rest].join(' ') }
}

/** Returns whether a day matches the typed date. @param day `YYYY-MM-DD` */
export function isOnDay({ year, month, day }: Omit<DateQuery, 'rest'>, date: string): boolean {
  const [y, m, d] = date.split('-').map(Number)
  return (
    (year === undefined || year === y) &&
    (month === undefined || month === m) &&
    (day === undefined || day === d)
  )
}
