import type { TestResult } from './report.ts'
import { prepareSuites, runSuite, type SuiteRun } from './run-suite.ts'
import { allSuites, type SuiteName, suiteNames } from './suites.ts'
import { formatTable } from './table.ts'

/**
 * Builds, runs suites one after the other, and continues after failures. At the end it lists the failed tests with their
 * errors, prints a table of times and counts, and sums them in the last line.
 *
 *     tsx scripts/test/run.ts unit,api,core
 *     tsx scripts/test/run.ts all
 *     tsx scripts/test/run.ts journeys album      further arguments go to the runner of a single suite
 */
async function main([list = '', ...args]: readonly string[]): Promise<void> {
  const names = readNames(list)
  if (names.length > 1 && args.length > 0) throw new Error('Arguments for a runner need a single suite')
  const env = prepareSuites(names)
  const runs: SuiteRun[] = []
  for (const name of names) runs.push(await runSuite(name, args, env))
  const results = runs.flatMap((run) => run.results)
  const failed = results.filter(({ status }) => status === 'failed')
  for (const { id, error } of failed) console.error(`\n✘ ${id}\n  ${error.replaceAll('\n', '\n  ')}`)
  if (runs.length > 1) console.log(`\n${formatTable(runs)}`)
  if (results.length > 0) console.log(`\n${countByStatus(results, 'passed')} passed, ${failed.length} failed`)
  const broken = runs.filter(({ isBroken }) => isBroken)
  if (broken.length === 0) return
  console.error(`Failed: ${broken.map(({ name }) => name).join(', ')}`)
  process.exitCode = 1
}

const countByStatus = (results: readonly TestResult[], status: TestResult['status']) =>
  results.filter((result) => result.status === status).length

/** @throws Error for an unknown suite */
function readNames(list: string): readonly SuiteName[] {
  if (list === 'all') return allSuites
  return list.split(',').map((word) => {
    const name = suiteNames.find((each) => each === word)
    if (!name) throw new Error(`There is no suite "${word}": choose of ${suiteNames.join(', ')}, or all`)
    return name
  })
}

await main(process.argv.slice(2))
