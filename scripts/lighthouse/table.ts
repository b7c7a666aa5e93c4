import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Run {
  url: string
  jsonPath: string
  summary: Record<string, number>
}

interface Report {
  audits: Record<string, { numericValue?: number }>
  environment: { benchmarkIndex: number }
  configSettings: { throttling: { cpuSlowdownMultiplier: number } }
}

const formatMs = (value: number) => `${Math.round(value)} ms`
const metrics = [
  { title: 'FCP', audit: 'first-contentful-paint', text: formatMs },
  { title: 'LCP', audit: 'largest-contentful-paint', text: formatMs },
  { title: 'TBT', audit: 'total-blocking-time', text: formatMs },
  { title: 'CLS', audit: 'cumulative-layout-shift', text: (value: number) => value.toFixed(3) },
]

/** What tells how fast the processor was. */
const processorFigures = [
  {
    title: 'index of the machine',
    read: ({ environment }: Report) => environment.benchmarkIndex,
    text: (value: number) => value.toFixed(0),
  },
  {
    title: 'slowed down',
    read: ({ configSettings }: Report) => configSettings.throttling.cpuSlowdownMultiplier,
    text: (value: number) => `${value} ×`,
  },
]

/**
 * Returns scores (0 to 1) and times of each page and how fast the processor was, each figure the median of its runs, as one line per page below a header.
 *
 * @param folder with the reports of `lhci upload`
 */
export function formatTable(folder: string): string {
  const runs = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Run[]
  const urls = [...new Set(runs.map(({ url }) => url))]
  const table = urls.map((page) =>
    toCells(
      page,
      runs.filter(({ url }) => url === page),
    ),
  )
  const rows = [Object.keys(table[0] ?? {}), ...table.map((cells) => Object.values(cells))]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

/** Returns the cells of one page by column title. */
function toCells(url: string, runs: readonly Run[]): Record<string, string> {
  const reports = runs.map(({ jsonPath }) => JSON.parse(readFileSync(jsonPath, 'utf8')) as Report)
  const scores = Object.keys(runs[0]?.summary ?? {}).map((name) => {
    const value = computeMedian(runs.map(({ summary }) => summary[name]))
    return [name, value?.toFixed(2) ?? '–']
  })
  const times = metrics.map(({ title, audit, text }) => {
    const value = computeMedian(reports.map(({ audits }) => audits[audit]?.numericValue))
    return [title, value === undefined ? '–' : text(value)]
  })
  const processor = processorFigures.map(({ title, read, text }) => {
    const value = computeMedian(reports.map(read))
    return [title, value === undefined ? '–' : text(value)]
  })
  return { page: new URL(url).pathname, ...Object.fromEntries([...scores, ...times, ...processor]) }
}

function computeMedian(values: readonly (number | undefined)[]): number | undefined {
  const presentValues = values.filter((value) => value !== undefined).sort((one, other) => one - other)
  return presentValues[Math.floor(presentValues.length / 2)]
}
