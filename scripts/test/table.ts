import type { TestResult } from './report.ts'
import type { SuiteRun } from './run-suite.ts'

const header = ['suite', 'minutes', 'passed', 'failed', 'skipped', 'result']

/** Returns a line per run below a header: minutes, tests by result, and whether its command succeeded. */
export function formatTable(runs: readonly SuiteRun[]): string {
  const rows = runs.map(({ name, seconds, isBroken, results }) => {
    const count = (status: TestResult['status']) =>
      String(results.filter((result) => result.status === status).length)
    return [
      name,
      (seconds / 60).toFixed(1),
      count('passed'),
      count('failed'),
      count('skipped'),
      isBroken ? 'FAILED' : 'ok',
    ]
  })
  const allRows = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...allRows.map((row) => row[column]?.length ?? 0))) ?? []
  return allRows
    .map((row) =>
      row
        .map((cell, column) => {
          const isText = column === 0 || column === row.length - 1
          return isText ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
