import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { differences } from './differences.ts'
import { prepare, runSuite, type SuiteRun } from './run-suite.ts'
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
  const [word = '', times = '3', ...args] = positionals
  const names = word === 'all' ? allSuites : suiteNames.filter((name) => name === word)
  const count = Number(times)
  if (names.length === 0 || !Number.isInteger(count) || count < 1)
    throw new Error(`Use: test:repeat -- SUITE TIMES [--busy]; suites are ${suiteNames.join(', ')}, or all`)
  const env = prepare(names)
  const stopBusy = values.busy ? keepCoreBusy() : () => {}
  try {
    for (const name of names) {
      const runs: SuiteRun[] = []
      while (runs.length < count) runs.push(await runSuite(name, args, env))
      if (!report(runs)) process.exitCode = 1
    }
  } finally {
    stopBusy()
  }
}

/** Prints the differences between the runs of a suite. Returns whether all runs passed. */
function report(runs: readonly SuiteRun[]): boolean {
  const differing = differences(runs.map(({ results }) => results))
  console.log(`\n${formatTable(runs)}`)
  for (const { id, outcomes, errors } of differing) {
    console.error(`\n≠ ${id}: ${outcomes.join(', ')}`)
    for (const error of errors) console.error(`  ${error.replaceAll('\n', '\n  ')}`)
  }
  console.log(`\n${runs[0]?.name}: ${differing.length} tests differed between ${runs.length} runs`)
  return differing.length === 0 && runs.every(({ isBroken }) => !isBroken)
}

/** Starts a process that keeps one core busy; returns a function that ends it. */
function keepCoreBusy(): () => void {
  const busy = spawn(process.execPath, ['-e', 'for (;;) Math.sqrt(Math.random())'], { stdio: 'ignore' })
  const end = () => void busy.kill('SIGKILL')
  process.on('exit', end)
  return end
}

await main()
