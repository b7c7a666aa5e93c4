import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Run {
  url: string
  isRepresentativeRun: boolean
  jsonPath: string
  summary: Record<string, number>
}

interface Report {
  audits: Record<string, { numericValue?: number }>
}

const inMs = (value: number) => `${Math.round(value)} ms`
const metrics = [
  { title: 'FCP', audit: 'first-contentful-paint', text: inMs },
  { title: 'LCP', audit: 'largest-contentful-paint', text: inMs },
  { title: 'TBT', audit: 'total-blocking-time', text: inMs },
  { title: 'CLS', audit: 'cumulative-layout-shift', text: (value: number) => value.toFixed(3) },
]

/**
 * Scores (0 to 1) and times of each page's representative run, a line each under a line of titles.
 * @param folder where `lhci upload` wrote its reports
 */
export function tableOf(folder: string): string {
  const runs = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Run[]
  const table = runs.filter((run) => run.isRepresentativeRun).map(cellsOf)
  const rows = [Object.keys(table[0] ?? {}), ...table.map((cells) => Object.values(cells))]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

/** Of one run, by the titles of the columns. */
function cellsOf({ url, summary, jsonPath }: Run): Record<string, string> {
  const { audits } = JSON.parse(readFileSync(jsonPath, 'utf8')) as Report
  const scores = Object.entries(summary).map(([name, score]) => [name, score.toFixed(2)])
  const times = metrics.map(({ title, audit, text }) => {
    const value = audits[audit]?.numericValue
    return [title, value === undefined ? '–' : text(value)]
  })
  return { page: new URL(url).pathname, ...Object.fromEntries([...scores, ...times]) }
}
