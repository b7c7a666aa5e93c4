/** Describes a day, month or year typed into a search box. A missing part matches any value. */
export interface DateQuery {
  day?: number
  /** From 1 to 12. */
  month?: number
  year?: number
  /** The other typed words. */
  rest: string
}

/** Months in Russian, English and Spanish, also in the form after a number, and their short forms. */
const months = [
  /^(янв(ар[ья])?|jan(uary)?|ene(ro)?)$/,
  /^(фев(р(ал[ья])?)?|feb(ruary|rero)?)$/,
  /^(мар(та?)?|mar(ch|zo)?)$/,
  /^(апр(ел[ья])?|apr(il)?|abr(il)?)$/,
  /^(ма[йя]|mayo?)$/,
  /^(июн[ья]?|june?|junio)$/,
  /^(июл[ья]?|july?|julio)$/,
  /^(авг(уста?)?|aug(ust)?|ago(sto)?)$/,
  /^(сен(т(ябр[ья])?)?|sept?(ember)?|sep(tiembre)?)$/,
  /^(окт(ябр[ья])?|oct(ober|ubre)?)$/,
  /^(ноя(б(р[ья])?)?|nov(ember|iembre)?)$/,
  /^(дек(абр[ья])?|dec(ember)?|dic(iembre)?)$/,
]

/** Words between the parts of a date. */
const fillerWord = /^(de|del|of|г|года|год)$/
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
  const words = typedText
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s,]+/)
  for (const word of words.map((each) => each.replace(/\.$/, ''))) {
    const groups = (isoDatePattern.exec(word) ?? dayFirstPattern.exec(word) ?? monthAndYearPattern.exec(word))
      ?.groups
    const monthNumber = months.findIndex((month) => month.test(word)) + 1
    if (groups) {
      if (groups.day) dateParts.day = Number(groups.day)
      dateParts.month = Number(groups.month)
      if (groups.year) dateParts.year = Number(groups.year.padStart(4, '20'))
    } else if (monthNumber > 0 && dateParts.month === undefined) {
      dateParts.month = monthNumber
      if (word.length <= 3 && monthNumber !== 5) shortMonthName = word
    } else if (/^(19|20)\d\d$/.test(word)) dateParts.year = Number(word)
    else if (/^\d{1,2}(st|nd|rd|th)?$/.test(word)) numbers.push(word)
    else if (word !== '' && !fillerWord.test(word)) rest.push(word)
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
