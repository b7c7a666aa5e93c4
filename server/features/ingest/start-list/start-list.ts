import type { NewCompetitor } from '../../competitors/index.ts'
import type { Field } from './header-names.ts'

/** A line with the reason why it was skipped, or why it was imported without a finish. */
export interface LineReport {
  /** Line number as editors count, from 1. */
  readonly line: number
  readonly reason: string
}

/** A column of the file and what it was read as. */
export interface ColumnReport {
  readonly header: string
  /** Undefined for a column that is not used. */
  readonly field: Field | undefined
}

/** Content of a start list. */
export interface StartList {
  readonly lines: readonly NewCompetitor[]
  /** Lines that were skipped. */
  readonly badLines: readonly LineReport[]
  /** Lines imported without a finish, because its text was not understood. */
  readonly notes: readonly LineReport[]
  /** Character between the cells. */
  readonly separator: string
  /** Line number of the header. */
  readonly headerLine: number
  readonly columns: readonly ColumnReport[]
  /** How full names and finishes were read, for the report. */
  readonly readings: readonly string[]
}

/** Thrown for a file that is no start list; the message says why. */
export class StartListInvalid extends Error {
  override readonly name = 'StartListInvalid'
}
