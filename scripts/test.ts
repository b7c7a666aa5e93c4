import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { ensureBrowser } from './ensure-browser.ts'
import { runAll, type Step } from './run-all.ts'

/**
 * Runs the tests on a fresh build. Without an option: units, API calls and the journeys tagged `@core`, as contributors and
 * CI run them. `--all` adds the attacks of `tests/abuse`, the other journeys, the network faults, WebKit, Firefox, Lighthouse
 * and PostgreSQL. At the end it lists the failed tests with their errors, and counts all.
 */
const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } })

execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })

/** Enough lines for the expected and the actual value. */
const linesOfError = 12

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
    command: [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${reports.units}`,
      ...(values.all ? [] : ['--exclude=tests/abuse/**']),
    ],
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
    { name: 'Lighthouse', command: ['tsx', 'scripts/lighthouse.ts', '--once'], env: browser },
    {
      name: 'PostgreSQL',
      command: ['tsx', 'scripts/test-postgres.ts', '--if-there', ...needsPostgres()],
    },
  )
}

const failed = await runAll(steps)
const written = Object.values(reports)
  .filter((path) => existsSync(path))
  .map((path) => JSON.parse(readFileSync(path, 'utf8')) as Report)
for (const failure of written.flatMap(failuresOf)) console.error(`\n✘ ${failure}`)
// a step without a report counts only in `failed`
const passed = sum(written.map((report) => report.numPassedTests ?? report.stats?.expected ?? 0))
const broken = sum(written.map(brokenIn))
console.log(`\n${passed} passed, ${broken} failed`)
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`)
  process.exit(1)
}

/** Returns the money tests that need real concurrency or real crashes. */
function needsPostgres(): string[] {
  return ['killed', 'safe-database', 'last-use', 'one-page'].map((name) => `tests/money/${name}.test.ts`)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function brokenIn({ numFailedTests, stats }: Report): number {
  return numFailedTests ?? (stats?.unexpected ?? 0) + (stats?.flaky ?? 0)
}

/** Lists each failed test of a report: its file, its title, and the first lines of its errors. */
function failuresOf({ testResults = [], suites = [] }: Report): string[] {
  const ofVitest = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => describeFailure(name, test.fullName, firstLines(test.failureMessages[0] ?? ''))),
  )
  return [...ofVitest, ...suites.flatMap(failuresOfSuite)]
}

function failuresOfSuite({ specs = [], suites = [] }: PlaywrightSuite): string[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      // a timed-out test has a second error, which says what it was waiting for
      const errors = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))
      return describeFailure(
        `${file}:${line}`,
        title,
        errors.map(({ message = '' }) => firstLines(message)).join('\n'),
      )
    })
  return [...own, ...suites.flatMap(failuresOfSuite)]
}

function firstLines(error: string): string {
  return error.split('\n').slice(0, linesOfError).join('\n')
}

function describeFailure(place: string, title: string, error: string): string {
  const lines = stripVTControlCharacters(error || 'no error was reported').split('\n')
  return [`${relative('.', place)} › ${title}`, ...lines].join('\n  ')
}

/** The used fields of a report of Vitest or Playwright. */
interface Report {
  readonly numPassedTests?: number
  readonly numFailedTests?: number
  readonly testResults?: readonly {
    readonly name: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
  readonly stats?: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
  readonly suites?: readonly PlaywrightSuite[]
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly {
    readonly file: string
    readonly line: number
    readonly title: string
    readonly ok: boolean
    readonly tests: readonly {
      readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[]
    }[]
  }[]
}
