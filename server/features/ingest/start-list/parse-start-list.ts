import { normalizeBib } from '../../../../contract/bib.ts'
import { countNoun } from '../../../platform/count-noun.ts'
import type { NewCompetitor } from '../../competitors/index.ts'
import { foldHeader } from '../text/fold-header.ts'
import { removeExcelMarks } from '../text/separators.ts'
import { type CsvRecord, splitRecords } from '../text/split-records.ts'
import type { Columns } from './find-columns.ts'
import { findLayout } from './find-layout.ts'
import type { Field } from './header-names.ts'
import { readFinishColumn } from './read-finish-column.ts'
import { chooseNameOrder, findNameOrder, type Names, splitFullName } from './split-full-name.ts'
import { type LineReport, type StartList, StartListInvalid } from './start-list.ts'
import type { EventTimes } from './time-meaning.ts'

/** Maximum length of a name or distance in characters. */
const maxTextLength = 100

/**
 * Parses a start list from text. Each line after the header is among `lines` or `badLines`, except repeated headers.
 *
 * @param separator between the cells; detected when absent
 * @throws StartListInvalid when there is no column of numbers or none of names
 */
export function parseStartList(text: string, event: EventTimes, separator?: string): StartList {
  const { text: content, declaredSeparator } = removeExcelMarks(text)
  const { header, columns, ...layout } = findLayout(content, separator, declaredSeparator)
  const title = header.cells.join('\n')
  const rows = splitRecords(content, layout.separator, header.cells.length).filter(
    ({ line, cells }) => line > header.line && cells.join('\n') !== title,
  )
  const names = createNameReader(header, columns, rows)
  const finishes = readFinishColumn(header, columns, rows, event)
  const readBib = createBibReader(rows.map(({ cells }) => cells[columns.number ?? -1] ?? ''))
  const lines: NewCompetitor[] = []
  const badLines: LineReport[] = []
  const notes: LineReport[] = []
  const lineByBib = new Map<string, number>()
  rows.forEach((row, index) => {
    const { line } = row
    const cell = (field: Field) => row.cells[columns[field] ?? -1] ?? ''
    const reject = (reason: string) => badLines.push({ line, reason })
    const problem = row.problem ?? findProblem(row, header, columns)
    if (problem !== undefined) return reject(problem)
    const bib = readBib(cell('number'))
    if ('reason' in bib) return reject(bib.reason)
    const name = names.read(row)
    if (name.surname === '' && name.firstName === '') return reject('no name')
    const finish = finishes.finishes[index] ?? { finishedOn: undefined }
    if ('invalid' in finish) return reject(finish.invalid)
    const earlierLine = lineByBib.get(bib.number)
    if (earlierLine !== undefined) return reject(`number ${bib.number} is already on line ${earlierLine}`)
    lineByBib.set(bib.number, line)
    if ('unknown' in finish) notes.push({ line, reason: `imported without a finish: ${finish.unknown}` })
    return lines.push({
      number: bib.number,
      ...name,
      surnameLatin: cell('surnameLatin'),
      firstNameLatin: cell('firstNameLatin'),
      ...(cell('distance') !== '' && { distance: cell('distance') }),
      ...('finishedOn' in finish && finish.finishedOn && { finishedOn: finish.finishedOn }),
    })
  })
  return {
    lines,
    badLines,
    notes,
    separator: layout.separator,
    headerLine: header.line,
    columns: header.cells.map((cell, index) => ({
      header: cell,
      field: findUsedField(columns, finishes.field, index),
    })),
    readings: [...names.readings, ...finishes.readings, ...describeGarbled(lines)],
  }
}

const finishFields: ReadonlySet<Field> = new Set(['finishClock', 'finish', 'gunTime', 'netTime'])

/** Returns what a column is read as. Of several columns with finishes, one is used. */
function findUsedField(columns: Columns, finish: Field | undefined, index: number): Field | undefined {
  const field = (Object.keys(columns) as Field[]).find((one) => columns[one] === index)
  if (field === undefined || (finishFields.has(field) && field !== finish)) return undefined
  if (field === 'start') return finish === 'netTime' ? field : undefined
  if (field === 'finishDate') return finish === 'finishClock' || finish === 'finish' ? field : undefined
  return field
}

const nameFields: readonly Field[] = ['surname', 'firstName', 'fullName']

/** Returns why the cells of a line cannot be used: wrong count, an invalid character, or a text that is too long. */
function findProblem({ cells }: CsvRecord, header: CsvRecord, columns: Columns): string | undefined {
  const extraCell = cells.slice(header.cells.length).find((cell) => cell !== '')
  const lastName = Math.max(...nameFields.map((field) => columns[field] ?? 0))
  // Spreadsheets leave out empty cells at the end; a name that is not there was cut off.
  if (extraCell !== undefined || cells.length <= lastName) {
    return `${countNoun(cells.length, 'cell')}, the header has ${header.cells.length}`
  }
  for (const index of Object.values(columns)) {
    const cell = cells[index] ?? ''
    const [badCharacter] = /[\p{Cc}\p{Cs}\uFFFD]/u.exec(cell) ?? []
    if (badCharacter === '\uFFFD')
      return `"${cell.slice(0, 40)}" has a character that is broken in this encoding`
    if (badCharacter !== undefined) {
      const code = badCharacter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
      return `"${cell.slice(0, 40).replace(/\p{C}/gu, '?')}" has the control character U+${code}`
    }
  }
  const textFields: readonly Field[] = [
    'surname',
    'secondSurname',
    'firstName',
    'fullName',
    'surnameLatin',
    'firstNameLatin',
    'distance',
  ]
  const tooLongField = textFields.find((field) => (cells[columns[field] ?? -1] ?? '').length > maxTextLength)
  if (tooLongField === undefined) return undefined
  return `${tooLongField === 'distance' ? 'a distance' : 'a name'} of more than ${maxTextLength} characters`
}

/** Returns a function that reads the names of a line, from one or two columns. */
function createNameReader(header: CsvRecord, columns: Columns, rows: readonly CsvRecord[]) {
  const getCell = ({ cells }: CsvRecord, index: number | undefined) => cells[index ?? -1] ?? ''
  const fullName = columns.fullName ?? findSoleNameColumn(header, columns, rows)
  const title = fullName === undefined ? '' : (header.cells[fullName] ?? '')
  const fullNames = fullName === undefined ? [] : rows.map((row) => getCell(row, fullName)).filter(Boolean)
  const columnOrder = chooseNameOrder(title, fullNames)
  const isSpanish = /nombre|apellido/.test(foldHeader(title))
  const isSoleColumn = fullName !== undefined && fullName !== columns.fullName
  // As `Participant surname` and `Participant name`.
  const hasFirstNames =
    columns.surname !== undefined && fullNames.filter(isOneWord).length * 2 > fullNames.length
  const read = (row: CsvRecord): Names => {
    const name = getCell(row, fullName)
    const splitName = splitFullName(name, findNameOrder(name, columnOrder), isSpanish)
    if (isSoleColumn) return splitName
    const surname = [getCell(row, columns.surname), getCell(row, columns.secondSurname)]
      .filter(Boolean)
      .join(' ')
    return {
      surname: surname || splitName.surname,
      firstName: getCell(row, columns.firstName) || (hasFirstNames ? name : splitName.firstName),
    }
  }
  const isUsed = fullName !== undefined && (isSoleColumn || columns.surname === undefined)
  return {
    read,
    readings: isUsed ? [`names, column "${title}": ${columnOrder.order}, ${columnOrder.reason}`] : [],
  }
}

/** Matches folded headers of first names that are never those of full names, as `Nombre` may be. */
const firstNameOnly = /^(?:vorname|prenom|first|given|forename|fname|rufname)/
const isOneWord = (name: string) => !/[\s,]/.test(name)

/**
 * Returns the only column of names when it has full names: half of its cells are of several words.
 *
 * @throws StartListInvalid when it has first names only, so that the surnames are in a column with an unknown name
 */
function findSoleNameColumn(
  header: CsvRecord,
  { surname, firstName }: Columns,
  rows: readonly CsvRecord[],
): number | undefined {
  if (surname !== undefined && firstName !== undefined) return undefined
  const index = surname ?? firstName ?? -1
  const cells = rows.map(({ cells }) => cells[index] ?? '').filter(Boolean)
  const isFull = cells.filter(isOneWord).length * 2 < cells.length
  if (surname === undefined) {
    if (isFull || !firstNameOnly.test(foldHeader(header.cells[index] ?? ''))) return index
    throw new StartListInvalid(
      `There is no column "surname", and "${header.cells[index] ?? ''}" has first names only; rename the column of surnames`,
    )
  }
  return isFull ? index : undefined
}

/** Matches UTF-8 that was read as Windows-1252 or as Windows-1251 and saved again: `NÃºÃ±ez`, `РРІР°РЅ`. */
const garbledPattern =
  /[ÃÂÐÑ][\u0080-\u00BF‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œŸ]|(?:[РС][\u0080-\u00BFЂЃѓЉЊЌЋЏђљњќћџЎўЈҐЄЇІіґєјЅѕї‚„…†‡€‰‹‘’“”•–—™›]){2}/u

/** Returns a statement about names that another program has garbled; none when the list has fewer than two. */
function describeGarbled(runners: readonly NewCompetitor[]): string[] {
  const garbledRunners = runners.filter(
    ({ surname, firstName }) => garbledPattern.test(surname) || garbledPattern.test(firstName),
  )
  const [first, second] = garbledRunners
  if (!first || !second) return []
  return [
    `${garbledRunners.length} names look garbled, as if saved in a wrong encoding before: ${first.firstName} ${first.surname}`,
  ]
}

/** Length from which a cell is no bib, in any spelling. */
const maxBibLength = 40

/**
 * Returns a function that reads bibs of a column in normal form. `601.0` and `601,0`, as spreadsheets write numbers, are 601, except
 * where the column has relay bibs of the same team, such as `12.1`.
 *
 * @param cells all cells of the column
 * @returns the bib, or the reason why a cell is none
 */
function createBibReader(
  cells: readonly string[],
): (cell: string) => { number: string } | { reason: string } {
  const relayTeams = new Set(cells.flatMap((cell) => /^(\d+)[.,]0*[1-9]\d*$/.exec(cell.trim())?.[1] ?? []))
  return (text) => {
    // Spreadsheets mark text that looks like a number.
    const cell = text.replace(/^'|^="(.*)"$/, '$1').trim()
    if (cell === '') return { reason: 'no number' }
    const [, integerPart] = /^(\d+)[.,]0+$/.exec(cell) ?? []
    const number =
      cell.length > maxBibLength
        ? undefined
        : normalizeBib(integerPart !== undefined && !relayTeams.has(integerPart) ? integerPart : cell)
    return number === undefined ? { reason: `"${cell.slice(0, 40)}" is not a start number` } : { number }
  }
}
