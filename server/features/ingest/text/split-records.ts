import { parse } from 'csv-parse/sync'

/** Represents a non-empty record of a CSV file. */
export interface CsvRecord {
  /** Number of its first line, from 1, as editors count. */
  readonly line: number
  /** Trimmed, with line ends inside quotes as spaces. */
  readonly cells: readonly string[]
  /** Reason why its cells are not known; undefined for a valid record. */
  readonly problem?: string
}

/** Limits the lines of one record. A quote that is still open then was never meant to span lines. */
const maxLinesPerRecord = 20

/**
 * Splits CSV into records. A line with a broken quote is returned with its problem, and the next line begins a record.
 *
 * @param columnCount number of columns; a line within quotes that has as many is a separate record: the quote before it is
 *   missing
 */
export function splitRecords(text: string, separator: string, columnCount?: number): CsvRecord[] {
  const lines = text.split(/\r\n|\r|\n/)
  const records: CsvRecord[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const firstLine = lines[index] ?? ''
    if (isBlank(firstLine, separator)) continue
    let quoteState = scanQuotes(firstLine, separator, false)
    let end = index
    while (quoteState === 'open' && end + 1 < lines.length && end - index < maxLinesPerRecord) {
      const next = lines[end + 1] ?? ''
      if (columnCount !== undefined && columnCount > 1 && countCells(next, separator) >= columnCount) break
      quoteState = scanQuotes(next, separator, true)
      end += 1
    }
    if (quoteState === 'closed') {
      records.push({ line: index + 1, cells: toCells(lines.slice(index, end + 1).join('\n'), separator) })
      index = end
    } else records.push({ line: index + 1, cells: [], problem: problems[quoteState] })
  }
  return records
}

const problems = {
  open: 'a quote is opened and not closed',
  broken: 'a quote is in the wrong place; within quotes it has to be doubled',
}

const isBlank = (line: string, separator: string) => line.replaceAll(separator, '').trim() === ''

/**
 * Returns the state of quotes at the end of a line.
 *
 * @param isOpen whether the line begins within quotes
 */
function scanQuotes(line: string, separator: string, isOpen: boolean): 'closed' | 'open' | 'broken' {
  if (!line.includes('"')) return isOpen ? 'open' : 'closed'
  let position = 0
  let isInQuotes = isOpen
  // Each turn passes one cell with its separator.
  while (position <= line.length) {
    const start = isInQuotes ? position : skipSpaces(line, position, separator)
    if (isInQuotes || line[start] === '"') {
      const quote = findClosingQuote(line, isInQuotes ? start : start + 1)
      if (quote === undefined) return 'open'
      position = skipSpaces(line, quote + 1, separator)
      if (position < line.length && line[position] !== separator) return 'broken'
      isInQuotes = false
    } else {
      const separatorIndex = line.indexOf(separator, position)
      const end = separatorIndex < 0 ? line.length : separatorIndex
      if (hasStrayQuote(line.slice(position, end))) return 'broken'
      position = end
    }
    position += 1
  }
  return 'closed'
}

/** Returns the index of the first quote that is not doubled. */
function findClosingQuote(line: string, from: number): number | undefined {
  let quote = line.indexOf('"', from)
  while (quote >= 0 && line[quote + 1] === '"') quote = line.indexOf('"', quote + 2)
  return quote < 0 ? undefined : quote
}

/** Returns whether a cell without quotes around it ends with one that closes nothing: `Li"`, not `O"Brien` or `Li "Bo"`. */
const hasStrayQuote = (cell: string) => cell.trimEnd().endsWith('"') && cell.split('"').length % 2 === 0

function skipSpaces(line: string, from: number, separator: string): number {
  let position = from
  while ((line[position] === ' ' || line[position] === '\t') && line[position] !== separator) position += 1
  return position
}

const countCells = (line: string, separator: string) =>
  scanQuotes(line, separator, false) === 'closed' ? toCells(line, separator).length : 0

function toCells(record: string, separator: string): string[] {
  const cells = record.includes('"') ? parseQuoted(record, separator) : record.split(separator)
  return cells.map((cell) =>
    cell
      .replace(/[\uFEFF\u200B\u200E\u200F]/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

function parseQuoted(record: string, separator: string): string[] {
  const records: string[][] = parse(record, {
    delimiter: separator,
    // Line ends within quotes belong to the cell.
    recordDelimiter: '\uFFFF',
    trim: true,
    relaxColumnCount: true,
    relaxQuotes: true,
  })
  return records[0] ?? []
}
