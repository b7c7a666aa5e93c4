import { parse } from 'csv-parse/sync'
import { toInstant } from './zoned-time.ts'

/** Represents a non-empty line of a CSV file. */
export interface CsvRecord {
  readonly record: readonly string[]
  /** `lines`: line number from 1, as editors count. */
  readonly info: { readonly lines: number }
}

/**
 * Parses CSV separated by comma, semicolon or tab, as detected in the first line.
 *
 * @param toError makes the error to throw for text that is not CSV
 */
export function readRecords(text: string, toError: (reason: string) => Error): CsvRecord[] {
  const [firstLine = ''] = text.split(/[\r\n]/, 1)
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
    throw toError(`This is not CSV: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Finds the columns of a header by their synonyms, which are lower-case letters and digits. */
export function matchColumns<Field extends string>(
  header: readonly string[],
  synonyms: Readonly<Record<Field, readonly string[]>>,
): Partial<Record<Field, number>> {
  const names = header.map((cell) =>
    cell
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\d]/gu, ''),
  )
  const columns: Partial<Record<Field, number>> = {}
  for (const field of Object.keys(synonyms) as Field[]) {
    const at = names.findIndex((name) => synonyms[field].includes(name))
    if (at >= 0) columns[field] = at
  }
  return columns
}

/**
 * Parses a moment like `2026-09-12T18:44:52+03:00`. Without a zone it is in `timeZone`.
 *
 * @returns undefined for text that is no date, e.g. a net time or `DNF`; null for a date that does not exist
 */
export function readMoment(text: string, timeZone: string): Date | null | undefined {
  if (!/^\d{4}-/.test(text)) return undefined
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/.exec(text)
  if (!match) return null
  const [, day, time, zone] = match
  const moment = new Date(`${day}T${time}${zone ?? 'Z'}`)
  if (Number.isNaN(moment.getTime())) return null
  return zone ? moment : toInstant(moment, timeZone)
}

/** Decodes UTF-8, or else Windows-1251 as Excel saves it. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}
