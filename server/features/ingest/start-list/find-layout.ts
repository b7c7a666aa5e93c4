import { separators } from '../text/separators.ts'
import { type CsvRecord, splitRecords } from '../text/split-records.ts'
import { type Columns, findColumns, isHeader } from './find-columns.ts'
import { StartListInvalid } from './start-list.ts'

/** Describes the header of a list and the separator of its cells. */
export interface Layout {
  readonly separator: string
  readonly header: CsvRecord
  readonly columns: Columns
}

/** Limits the lines among which the header is searched, after titles and notes. */
const maxHeaderLines = 60

/**
 * Finds the header of a start list and its separator: the one by which a line has a column of numbers and one of names.
 *
 * @param requestedSeparator the separator, if it is known
 * @throws StartListInvalid when there is none; the message lists what the first lines have
 */
export function findLayout(
  text: string,
  requestedSeparator: string | undefined,
  declaredSeparator: string | undefined,
): Layout {
  const firstLines = text.split(/\r\n|\r|\n/, maxHeaderLines * 2).join('\n')
  const candidates =
    requestedSeparator === undefined
      ? [...new Set([...(declaredSeparator ? [declaredSeparator] : []), ...separators])]
      : [requestedSeparator]
  const layouts = candidates.map((separator) => ({
    separator,
    records: splitRecords(firstLines, separator).slice(0, maxHeaderLines),
  }))
  const lines = firstLines.split('\n')
  const scoredLayouts = layouts.flatMap(({ separator, records }) => {
    for (const header of records) {
      const columns = findColumns(header.cells)
      if (!isHeader(columns)) continue
      const isUndivided = hasOtherSeparator(lines[header.line - 1] ?? '', separator)
      return [{ separator, header, columns, score: Object.keys(columns).length - (isUndivided ? 0.5 : 0) }]
    }
    return []
  })
  const [best] = scoredLayouts.sort((a, b) => b.score - a.score)
  if (best) return best
  if (/^\s*[[{]\s*["[{]/.test(firstLines))
    throw new StartListInvalid('The file is JSON; export the list as CSV')
  throw new StartListInvalid(describeMissing(layouts))
}

/** Returns whether a header has separators that names do not have: commas do not divide `Bib\tApellidos, Nombre`. */
const hasOtherSeparator = (line: string, separator: string) =>
  [';', '\t'].some((other) => other !== separator && line.includes(other))

function describeMissing(layouts: readonly { separator: string; records: readonly CsvRecord[] }[]): string {
  const likeliestHeader = layouts
    .flatMap(({ records }) => records.filter(({ problem }) => problem === undefined))
    .sort(
      (a, b) =>
        Object.keys(findColumns(b.cells)).length - Object.keys(findColumns(a.cells)).length ||
        b.cells.length - a.cells.length,
    )[0]
  if (!likeliestHeader) {
    const brokenRecord = layouts.flatMap(({ records }) => records)[0]
    return brokenRecord
      ? `The file has no header; line ${brokenRecord.line}: ${brokenRecord.problem ?? ''}`
      : 'The file is empty'
  }
  const columns = findColumns(likeliestHeader.cells)
  const missingColumn =
    columns.number === undefined
      ? 'column "bib" (or number, start number, номер, dorsal)'
      : 'column "surname" (or name, full name, фамилия, ФИО, apellidos)'
  const cells = likeliestHeader.cells.slice(0, 20).map((cell) => cell.slice(0, 40))
  return `There is no ${missingColumn}; line ${likeliestHeader.line} has: ${cells.join(', ')}`
}
