import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { findDifferences } from './differences.ts'
import { prepareSuites, runSuite, type SuiteRun } from './run-suite.ts'
import { allSuites, suiteNames } from './suites.ts'
import { formatTable } from './table.ts'

/**
 * Runs a suite several times and lists every test whose result differed between the runs, with its failures.
 *
 *     npm run test:repeat -- journeys 3
 *     npm run test:repeat -- all 3
 *     npm run test:repeat -- journeys 3 --busy    a process keeps one core busy, which shows tests that depend on time
 *
 * Exits with 1 when a test differed or a run failed.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { busy: { type: 'boolean', default: false } },
  })
  const [suiteName = '', times = '3', ...args] = positionals
  const names = suiteName === 'all' ? allSuites : suiteNames.filter((name) => name === suiteName)
  const count = Number(times)
  if (names.length === 0 || !Number.isInteger(count) || count < 1)
    throw new Error(`Use: test:repeat -- SUITE TIMES [--busy]; suites are ${suiteNames.join(', ')}, or all`)
  const env = prepareSuites(names)
  const stopBusy = values.busy ? startBusyProcess() : () => {}
  try {
    for (const name of names) {
      const runs: SuiteRun[] = []
      while (runs.length < count) runs.push(await runSuite(name, args, env))
      if (!printReport(runs)) process.exitCode = 1
    }
  } finally {
    stopBusy()
  }
}

/** Prints the differences between the runs of a suite. Returns whether all runs passed. */
function printReport(runs: readonly SuiteRun[]): boolean {
  const differing = findDifferences(runs.map(({ results }) => results))
  console.log(`\n${formatTable(runs)}`)
  for (const { id, outcomes, errors } of differing) {
    console.error(`\n≠ ${id}: ${outcomes.join(', ')}`)
    for (const error of errors) console.error(`  ${error.replaceAll('\n', '\n  ')}`)
  }
  console.log(`\n${runs[0]?.name}: ${differing.length} tests differed between ${runs.length} runs`)
  return differing.length === 0 && runs.every(({ isBroken }) => !isBroken)
}

/** Starts a process that keeps one core busy; returns a function that ends it. */
function startBusyProcess(): () => void {
  const busyProcess = spawn(process.execPath, ['-e', 'for (;;) Math.sqrt(Math.random())'], {
    stdio: 'ignore',
  })
  const killBusyProcess = () => void busyProcess.kill('SIGKILL')
  process.on('exit', killBusyProcess)
  return killBusyProcess
}

await main()
