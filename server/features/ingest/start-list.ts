import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { type NewCompetitor, normalBib } from '../competitors/index.ts'
import { momentOf } from './zoned-time.ts'

/** A line that was left out, and why. */
export interface BadLine {
  /** As an editor counts: the header is line 1. */
  readonly line: number
  readonly reason: string
}

/** What a start list's file holds. */
export interface StartList {
  readonly lines: readonly NewCompetitor[]
  readonly badLines: readonly BadLine[]
}

/** The file as a whole is no start list; the message says why. */
export class StartListInvalid extends Error {
  override readonly name = 'StartListInvalid'
}

/** What organizers call their columns, folded to letters and digits. */
const synonyms = {
  number: [
    'bib',
    'bibnumber',
    'number',
    'startnumber',
    'no',
    'num',
    'номер',
    'стартовыйномер',
    'dorsal',
    'numero',
  ],
  surname: ['surname', 'lastname', 'familyname', 'last', 'фамилия', 'apellido', 'apellidos'],
  firstName: ['name', 'firstname', 'givenname', 'first', 'имя', 'nombre'],
  fullName: ['fullname', 'runner', 'participant', 'athlete', 'фио', 'участник', 'nombrecompleto'],
  surnameLatin: ['surnameen', 'lastnameen', 'surnamelatin', 'фамилияen', 'фамилиялат'],
  firstNameLatin: ['nameen', 'firstnameen', 'namelatin', 'firstnamelatin', 'имяen', 'имялат'],
  distance: ['distance', 'race', 'course', 'дистанция', 'distancia'],
  finishedOn: ['finish', 'finishedon', 'finishtime', 'финиш', 'meta'],
} as const satisfies Record<string, readonly string[]>

type Field = keyof typeof synonyms
const fields = Object.keys(synonyms) as Field[]

/**
 * Reads a start list: CSV with a header, by comma, semicolon or tab, in UTF-8 or Windows-1251 (as Excel saves it).
 *
 * @param timeZone of times that come without one
 * @throws StartListInvalid when there is no column of numbers or none of names
 */
export async function readStartList(path: string, timeZone: string): Promise<StartList> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new StartListInvalid(`${path} cannot be read`, { cause: error })
  })
  return parseStartList(decode(bytes), timeZone)
}

/** The same from text; see `readStartList`. */
export function parseStartList(text: string, timeZone: string): StartList {
  const firstLine = text.slice(0, text.search(/[\r\n]|$/))
  const records = readRecords(text, firstLine)
  const [header, ...rows] = records
  if (!header) throw new StartListInvalid('The file is empty')
  const columns = columnsOf(header.record)
  const lines: NewCompetitor[] = []
  const badLines: BadLine[] = []
  const seen = new Map<string, number>()
  for (const { record, info } of rows) {
    const line = info.lines
    if (record.every((cell) => cell === '')) continue
    const runner = runnerOf((field) => record[columns[field] ?? -1] ?? '', timeZone)
    if (typeof runner === 'string') {
      badLines.push({ line, reason: runner })
      continue
    }
    const earlier = seen.get(runner.number)
    if (earlier === undefined) {
      seen.set(runner.number, line)
      lines.push(runner)
    } else badLines.push({ line, reason: `number ${runner.number} is already on line ${earlier}` })
  }
  return { lines, badLines }
}

interface CsvRecord {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

function readRecords(text: string, firstLine: string): CsvRecord[] {
  try {
    return parse(text, {
      bom: true,
      delimiter: [';', '\t', ','].find((mark) => firstLine.includes(mark)) ?? ',',
      info: true,
      trim: true,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
    }) as unknown as CsvRecord[]
  } catch (error) {
    throw new StartListInvalid(`This is not CSV: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function columnsOf(header: readonly string[]): Partial<Record<Field, number>> {
  const names = header.map((cell) =>
    cell
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\d]/gu, ''),
  )
  const columns: Partial<Record<Field, number>> = {}
  for (const field of fields) {
    const known: readonly string[] = synonyms[field]
    const at = names.findIndex((name) => known.includes(name))
    if (at >= 0) columns[field] = at
  }
  if (columns.number === undefined) throw new StartListInvalid(missingColumn('number', 'bib', header))
  if (columns.surname === undefined && columns.fullName === undefined) {
    throw new StartListInvalid(missingColumn('surname', 'surname', header))
  }
  return columns
}

const missingColumn = (what: Field, name: string, header: readonly string[]) =>
  `There is no column "${name}" (or ${synonyms[what].slice(1, 6).join(', ')}); the first line has: ${header.join(', ')}`

function runnerOf(cell: (field: Field) => string, timeZone: string): NewCompetitor | string {
  const number = cell('number')
  if (number === '') return 'no number'
  const normal = normalBib(number)
  if (normal === undefined) return `"${number.slice(0, 40)}" is not a start number`
  const [fullSurname = '', ...fullRest] = cell('fullName').split(/\s+/)
  const surname = cell('surname') || fullSurname
  const firstName = cell('firstName') || fullRest.join(' ')
  if (surname === '' && firstName === '') return 'no name'
  if ([surname, firstName].some((name) => name.length > 100)) return 'a name of more than 100 characters'
  const finish = cell('finishedOn')
  const finishedOn = readMoment(finish, timeZone)
  if (finishedOn === null)
    return `finish "${finish.slice(0, 40)}" is not a moment like 2026-09-12T18:44:52+03:00`
  const distance = cell('distance')
  return {
    number: normal,
    surname,
    firstName,
    surnameLatin: cell('surnameLatin'),
    firstNameLatin: cell('firstNameLatin'),
    ...(distance === '' ? {} : { distance }),
    ...(finishedOn ? { finishedOn } : {}),
  }
}

/** Undefined for what is no date, e.g. a net time or `DNF`; null for a date that cannot be. */
function readMoment(text: string, timeZone: string): Date | null | undefined {
  if (!/^\d{4}-/.test(text)) return undefined
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/.exec(text)
  if (!match) return null
  const [, day, time, zone] = match
  const moment = new Date(`${day}T${time}${zone ?? 'Z'}`)
  if (Number.isNaN(moment.getTime())) return null
  return zone ? moment : momentOf(moment, timeZone)
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}
