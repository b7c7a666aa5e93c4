import { foldHeader } from '../text/fold-header.ts'
import type { CsvRecord } from '../text/split-records.ts'
import type { Columns } from './find-columns.ts'
import type { Field } from './header-names.ts'
import { parseDateCell } from './parse-date.ts'
import { type Finish, readFinishes } from './read-finishes.ts'
import { type EventTimes, type FinishKind, isDayOfEvent } from './time-meaning.ts'

const finishColumns: readonly (readonly [field: Field, kind: FinishKind])[] = [
  ['finishClock', 'clock'],
  ['finish', 'finish'],
  ['gunTime', 'gun'],
  ['netTime', 'net'],
]

/**
 * Returns whether a column has the dates of finishes. One that is only called `Date` may have those of entries or births, so its
 * dates have to be days of the event.
 */
function isFinishDateColumn(
  header: CsvRecord,
  columns: Columns,
  cells: readonly string[],
  event: EventTimes,
): boolean {
  const title = foldHeader(header.cells[columns.finishDate ?? -1] ?? '')
  if (/finish|финиш|llegada|arriv/.test(title)) return true
  const dates = cells.filter((cell) => cell !== '').map(parseDateCell)
  return dates.every((date) => date !== undefined && isDayOfEvent(date, event))
}

/** Finishes of a list. */
export interface FinishColumnResult {
  readonly finishes: readonly Finish[]
  /** The column they were read from; undefined when the list has none. */
  readonly field: Field | undefined
  /** For the report. */
  readonly readings: readonly string[]
}

/** Reads the finishes from the first column that has any: a moment, a time since the start of the event, or a net time. */
export function readFinishColumn(
  header: CsvRecord,
  columns: Columns,
  rows: readonly CsvRecord[],
  event: EventTimes,
): FinishColumnResult {
  const getCells = (field: Field) => rows.map(({ cells }) => cells[columns[field] ?? -1] ?? '')
  const hasDate =
    columns.finishDate !== undefined && isFinishDateColumn(header, columns, getCells('finishDate'), event)
  const [dates, starts] = [hasDate ? getCells('finishDate') : [], getCells('start')]
  const candidates = finishColumns
    .filter(([field]) => columns[field] !== undefined && (field !== 'netTime' || columns.start !== undefined))
    .map(([field, kind]) => {
      const cells = getCells(field).map((finish, row) => ({
        finish,
        date: dates[row] ?? '',
        start: starts[row] ?? '',
      }))
      const { finishes, meaning } = readFinishes(kind, cells, event)
      return { field, finishes, meaning }
    })
  const best =
    candidates.find(({ finishes }) => finishes.some((one) => 'finishedOn' in one && one.finishedOn)) ??
    candidates[0]
  const title = best && (header.cells[columns[best.field] ?? -1] ?? '')
  const isNetTimeUnused =
    columns.netTime !== undefined && candidates.every(({ field }) => field !== 'netTime')
  return {
    finishes: best?.finishes ?? [],
    field: best?.field,
    readings: [
      ...(best?.meaning ? [`finish, column "${title}": ${best.meaning}`] : []),
      ...(isNetTimeUnused && best === undefined
        ? [
            `column "${header.cells[columns.netTime] ?? ''}" is not used: a net time needs a column with the runner's own start`,
          ]
        : []),
    ],
  }
}
