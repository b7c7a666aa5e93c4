import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureBrowser } from './ensure-browser.ts'
import { runAll, type Step } from './run-all.ts'

/**
 * Runs the tests on a fresh build. Without an option: units, API calls and the journeys tagged `@core`, as contributors and
 * CI run them. `--all` adds the other journeys, the network faults, WebKit, Firefox and PostgreSQL. The last line counts the
 * tests.
 */
const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } })

execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })

const reports = {
  units: 'test-results/vitest.json',
  journeys: 'test-results/playwright.json',
  faults: 'test-results/faults.json',
  engines: 'test-results/engines.json',
}
for (const report of Object.values(reports)) rmSync(report, { force: true })
const browser = { CHROMIUM_PATH: ensureBrowser() }

const steps: Step[] = [
  {
    name: 'units and API calls',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${reports.units}`],
    env: values.all ? {} : { MONEY_EFFORT: 'quick' },
  },
  {
    name: values.all ? 'journeys' : 'core journeys',
    command: ['playwright', 'test', '--reporter=list,json', ...(values.all ? [] : ['--grep=@core'])],
    env: { ...browser, PLAYWRIGHT_JSON_OUTPUT_NAME: reports.journeys, JOURNEY_WORLDS: '2' },
  },
]
if (values.all) {
  steps.push(
    {
      name: 'network faults',
      command: ['playwright', 'test', '--config=playwright.faults.config.ts', '--reporter=list,json'],
      env: { ...browser, PLAYWRIGHT_JSON_OUTPUT_NAME: reports.faults },
    },
    {
      name: 'other engines',
      command: [
        'tsx',
        'scripts/test-engines.ts',
        '--reporter=default',
        '--reporter=json',
        `--outputFile=${reports.engines}`,
      ],
    },
    {
      name: 'PostgreSQL',
      command: ['tsx', 'scripts/test-postgres.ts', '--if-there', ...needsPostgres()],
    },
  )
}

const failed = await runAll(steps)
const { passed, broken } = count()
console.log(`\n${passed} passed, ${broken} failed`)
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`)
  process.exit(1)
}

/** Money tests that need real concurrency or real crashes. */
function needsPostgres(): string[] {
  return ['killed', 'safe-database', 'last-use', 'one-page'].map((name) => `tests/money/${name}.test.ts`)
}

/** Sums the reports that were written. A step that stopped before its report counts in `failed` alone. */
function count(): { passed: number; broken: number } {
  const total = { passed: 0, broken: 0 }
  for (const path of Object.values(reports)) {
    if (!existsSync(path)) continue
    const report = JSON.parse(readFileSync(path, 'utf8')) as Report
    total.passed += report.numPassedTests ?? report.stats?.expected ?? 0
    total.broken += report.numFailedTests ?? (report.stats?.unexpected ?? 0) + (report.stats?.flaky ?? 0)
  }
  return total
}

/** The counts of a Vitest report, or of a Playwright report. */
interface Report {
  readonly numPassedTests?: number
  readonly numFailedTests?: number
  readonly stats?: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
}
