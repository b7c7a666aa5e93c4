import { readFile } from 'node:fs/promises'
import { type NewCompetitor, normalBib } from '../competitors/index.ts'
import { decodeText, matchColumns, readMoment, readRecords } from './csv.ts'

/** Describes a skipped line, with the reason. */
export interface BadLine {
  /** Line number as editors count: the header is line 1. */
  readonly line: number
  readonly reason: string
}

/** Content of a start list file. */
export interface StartList {
  readonly lines: readonly NewCompetitor[]
  readonly badLines: readonly BadLine[]
}

/** Thrown for a file that is no start list; the message says why. */
export class StartListInvalid extends Error {
  override readonly name = 'StartListInvalid'
}

/** Common names of columns, folded to letters and digits. */
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

/**
 * Reads a start list: CSV with a header, by comma, semicolon or tab, in UTF-8 or Windows-1251 (as Excel saves it).
 *
 * @param timeZone of times without a zone
 * @throws StartListInvalid when there is no column of numbers or none of names
 */
export async function readStartList(path: string, timeZone: string): Promise<StartList> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new StartListInvalid(`${path} cannot be read`, { cause: error })
  })
  return parseStartList(decodeText(bytes), timeZone)
}

/** Parses a start list from text; see `readStartList`. */
export function parseStartList(text: string, timeZone: string): StartList {
  const [header, ...rows] = readRecords(text, (reason) => new StartListInvalid(reason))
  if (!header) throw new StartListInvalid('The file is empty')
  const columns = matchColumns(header.record, synonyms)
  if (columns.number === undefined) throw new StartListInvalid(missingColumn('number', 'bib', header.record))
  if (columns.surname === undefined && columns.fullName === undefined) {
    throw new StartListInvalid(missingColumn('surname', 'surname', header.record))
  }
  const lines: NewCompetitor[] = []
  const badLines: BadLine[] = []
  const seen = new Map<string, number>()
  for (const { record, info } of rows) {
    const line = info.lines
    if (record.every((cell) => cell === '')) continue
    const runner = parseRunner((field) => record[columns[field] ?? -1] ?? '', timeZone)
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

const missingColumn = (what: Field, name: string, header: readonly string[]) =>
  `There is no column "${name}" (or ${synonyms[what].slice(1, 6).join(', ')}); the first line has: ${header.join(', ')}`

function parseRunner(cell: (field: Field) => string, timeZone: string): NewCompetitor | string {
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
