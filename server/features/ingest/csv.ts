import { toInstant } from '../../platform/zoned-time.ts'
import { foldHeader } from './text/fold-header.ts'
import { removeExcelMarks, separators } from './text/separators.ts'
import { type CsvRecord, splitRecords } from './text/split-records.ts'

/** Records of a CSV file, with the columns of its header. */
export interface CsvTable<Field extends string> {
  readonly header: CsvRecord | undefined
  readonly columns: Partial<Record<Field, number>>
  /** Records after the header. */
  readonly rows: readonly CsvRecord[]
}

/**
 * Splits CSV whose first line is its header, by the separator with which the header has most of the columns.
 *
 * @param synonyms names of each column, as `foldHeader` returns them
 */
export function parseTable<Field extends string>(
  text: string,
  synonyms: Readonly<Record<Field, readonly string[]>>,
): CsvTable<Field> {
  const { text: content } = removeExcelMarks(text)
  const tables = separators.map((separator) => {
    const [header, ...rows] = splitRecords(content, separator)
    return { header, rows, columns: findTableColumns(header?.cells ?? [], synonyms) }
  })
  const countColumns = ({ columns }: CsvTable<Field>) => Object.keys(columns).length
  const [bestTable] = tables.sort((a, b) => countColumns(b) - countColumns(a))
  return bestTable ?? { header: undefined, rows: [], columns: {} }
}

function findTableColumns<Field extends string>(
  header: readonly string[],
  synonyms: Readonly<Record<Field, readonly string[]>>,
): Partial<Record<Field, number>> {
  const names = header.map(foldHeader)
  const columns: Partial<Record<Field, number>> = {}
  for (const field of Object.keys(synonyms) as Field[]) {
    const index = names.findIndex((name) => synonyms[field].includes(name))
    if (index >= 0) columns[field] = index
  }
  return columns
}

/**
 * Parses a moment like `2026-09-12T18:44:52+03:00`. Without a zone it is in `timeZone`.
 *
 * @returns undefined for text that is no date, e.g. a net time or `DNF`; null for a date that does not exist
 */
export function parseMoment(text: string, timeZone: string): Date | null | undefined {
  if (!/^\d{4}-/.test(text)) return undefined
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/.exec(text)
  if (!match) return null
  const [, day, time, zone] = match
  const moment = new Date(`${day}T${time}${zone ?? 'Z'}`)
  if (Number.isNaN(moment.getTime())) return null
  return zone ? moment : toInstant(moment, timeZone)
}
