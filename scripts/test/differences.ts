import type { TestResult } from './report.ts'

/** Describes a test whose result differed between runs. */
export interface Difference {
  readonly id: string
  /** Its result in each run; `missing` when that run did not report it. */
  readonly outcomes: readonly (TestResult['status'] | 'missing')[]
  /** The different errors of its failures. */
  readonly errors: readonly string[]
}

/** Compares the runs of one suite. A test that one run did not report differs as well. */
export function findDifferences(runs: readonly (readonly TestResult[])[]): Difference[] {
  const byId = runs.map((results) => new Map(results.map((result) => [result.id, result])))
  const ids = new Set(runs.flatMap((results) => results.map(({ id }) => id)))
  return [...ids].flatMap((id) => {
    const resultsOfRuns = byId.map((results) => results.get(id))
    const outcomes = resultsOfRuns.map((result) => result?.status ?? 'missing')
    if (new Set(outcomes).size < 2) return []
    return [{ id, outcomes, errors: [...new Set(resultsOfRuns.flatMap((result) => result?.error || []))] }]
  })
}
