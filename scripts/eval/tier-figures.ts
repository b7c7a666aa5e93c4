import {
  estimateGroupedShare,
  formatEstimate,
  formatMean,
  sumTallies,
  type Tally,
} from '../../server/features/recognition/evaluation/statistics.ts'
import { printTable } from './print-table.ts'

/** The photos that a selfie has found in an event. */
export interface SearchResult {
  /** Number of photos of the person in the event. */
  readonly expected: number
  /** Photos of each tier, by whether they show the person. */
  readonly sure: readonly boolean[]
  readonly maybe: readonly boolean[]
}

const countRight = (shown: readonly boolean[]) => shown.filter(Boolean).length

/** The figures of the goals, each as a tally of one search. */
const figures: readonly {
  readonly name: string
  readonly tally: (result: SearchResult) => Tally
  readonly format: typeof formatEstimate
}[] = [
  {
    name: 'recall of “sure”',
    tally: ({ sure, expected }) => ({ count: countRight(sure), total: expected }),
    format: formatEstimate,
  },
  {
    name: 'precision of “sure”',
    tally: ({ sure }) => ({ count: countRight(sure), total: sure.length }),
    format: formatEstimate,
  },
  {
    name: 'precision of “maybe”',
    tally: ({ maybe }) => ({ count: countRight(maybe), total: maybe.length }),
    format: formatEstimate,
  },
  {
    name: 'wrong photos in “maybe” of a search',
    tally: ({ maybe }) => ({ count: maybe.length - countRight(maybe), total: 1 }),
    format: formatMean,
  },
  {
    name: 'recall of both',
    tally: ({ sure, maybe, expected }) => ({ count: countRight(sure) + countRight(maybe), total: expected }),
    format: formatEstimate,
  },
  {
    name: 'selfies with another person among “sure”',
    tally: ({ sure }) => ({ count: sure.includes(false) ? 1 : 0, total: 1 }),
    format: formatEstimate,
  },
]

/**
 * Prints the figures of some searches.
 *
 * @param refused number of selfies by the code of their refusal
 * @returns the precision of “sure”
 */
export function printTierFigures(
  results: readonly SearchResult[],
  refused: ReadonlyMap<string, number>,
): number {
  const codes = [...refused].map(([code, count]) => `${code} ${count}`).join(', ')
  console.log(`Selfies: ${results.length} accepted; refused: ${codes || 'none'}\n`)
  printTable(
    ['figure', 'value', 'count'],
    figures.map(({ name, tally, format }) => {
      const tallies = results.map(tally)
      const { count, total } = sumTallies(tallies)
      return [name, format(estimateGroupedShare(tallies)), `${count} of ${total}`]
    }),
  )
  const sure = results.flatMap((result) => result.sure)
  return sure.length === 0 ? 0 : countRight(sure) / sure.length
}
