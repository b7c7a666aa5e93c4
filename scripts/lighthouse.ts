import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensureBrowser } from './ensure-browser.ts'
import { computeCpuSlowdown } from './lighthouse/cpu-slowdown.ts'
import {
  assertionsFailedExitCode,
  type LighthouseConfig,
  measurePages,
  readLighthouseConfig,
  resultsFolder,
  runLhci,
} from './lighthouse/lhci.ts'
import { raisePriority } from './lighthouse/priority.ts'
import { formatTable } from './lighthouse/table.ts'

const configFile = join(resultsFolder, 'pages.json')

/**
 * Measures the pages of lighthouserc.json (phone, three runs of each page) and prints a table of the medians. Installs a browser
 * if it is missing. Fails when the best run of a page exceeds a limit. Private pages are not indexable, so that audit is skipped;
 * `tests/api/page-heads.test.ts` checks it. Each run slows the processor down by what the run before it tells of the machine. Run
 * it on an idle machine, because it asserts times. `lhci autorun` does the same with a fixed slowdown of four.
 */
async function main(): Promise<void> {
  raisePriority()
  ensureBrowser()
  const { ci } = readLighthouseConfig()
  const { url: pages, numberOfRuns, startServerCommand, startServerReadyPattern } = ci.collect
  const server = await startServer(startServerCommand, startServerReadyPattern)
  try {
    // only tells how fast the machine is
    let slowdown = computeCpuSlowdown(measureIndex(ci, pages.slice(0, 1), 1))
    deleteReports()
    for (let run = 0; run < numberOfRuns; run++)
      for (const page of pages) slowdown = computeCpuSlowdown(measureIndex(ci, [page], slowdown))
    const status = runLhci('assert', '--config=lighthouserc.json')
    runLhci('upload', '--config=lighthouserc.json')
    if (status === 0 || status === assertionsFailedExitCode)
      console.log(`\n${formatTable(join(resultsFolder, 'reports'))}`)
    process.exitCode = status ?? 1
  } finally {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }
}

/** Starts the server of the pages, which builds and fills it first. */
async function startServer(command: string, readyPattern: string): Promise<ChildProcess> {
  const [program = '', ...args] = command.split(' ')
  const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: server.stdout })) {
    console.log(line)
    if (line.includes(readyPattern)) return server
  }
  throw new Error('The server of the pages ended')
}

function deleteReports(): void {
  rmSync(resultsFolder, { recursive: true, force: true })
  mkdirSync(resultsFolder)
}

/** Measures pages once. @returns the benchmark index of the machine in the last run */
function measureIndex(
  { collect }: LighthouseConfig['ci'],
  pages: readonly string[],
  slowdown: number,
): number {
  const settings = { ...collect.settings, throttling: { cpuSlowdownMultiplier: slowdown } }
  mkdirSync(resultsFolder, { recursive: true })
  writeFileSync(configFile, JSON.stringify({ ci: { collect: { settings, numberOfRuns: 1 } } }))
  measurePages(configFile, pages)
  const lastReport = readdirSync(resultsFolder)
    .filter((name) => /^lhr-.*\.json$/.test(name))
    .toSorted()
    .at(-1)
  if (lastReport === undefined) throw new Error('Lighthouse wrote no report')
  const report = JSON.parse(readFileSync(join(resultsFolder, lastReport), 'utf8')) as {
    environment: { benchmarkIndex: number }
  }
  return report.environment.benchmarkIndex
}

await main()
