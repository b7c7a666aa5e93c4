import { resolve } from 'node:path'
import type { Step } from '../run-all.ts'

/** Describes a set of tests that one command runs and reports. */
export interface Suite {
  /** What it covers, for the table of results. */
  readonly title: string
  /** Commands of node_modules/.bin. Arguments of the caller are appended to the last one. */
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Whether it opens Chromium, which is installed when it is missing. */
  readonly needsBrowser?: boolean
  /** Format of its JSON report; absent: only its exit code counts. */
  readonly report?: 'vitest' | 'playwright'
  /** Whether its tests report figures, which are printed at its end; see tests/support/data/figures.ts. */
  readonly hasFigures?: boolean
}

/** Lists all suites in the order of `npm run test:all`. */
export const suites = {
  unit: {
    title: 'pure functions and components',
    command: ['vitest', 'run', '--project=unit*'],
    report: 'vitest',
  },
  api: {
    title: 'API calls with a database and real recognition',
    command: ['vitest', 'run', '--project=api'],
    report: 'vitest',
  },
  core: {
    title: 'the most important journeys in Chromium',
    command: ['playwright', 'test', '--grep=@core'],
    env: { JOURNEY_WORLDS: '2' },
    needsBrowser: true,
    report: 'playwright',
  },
  journeys: {
    title: 'all journeys in Chromium',
    command: ['playwright', 'test'],
    env: { JOURNEY_WORLDS: '2', TEST_EFFORT: 'full' },
    needsBrowser: true,
    report: 'playwright',
  },
  slow: {
    title: 'tests that take long, and random tests with more trials',
    command: ['vitest', 'run', '--project=slow'],
    env: { TEST_EFFORT: 'full' },
    report: 'vitest',
  },
  abuse: {
    title: 'attacks by strangers, floods of calls and outages',
    command: ['vitest', 'run', '--project=abuse'],
    report: 'vitest',
    hasFigures: true,
  },
  faults: {
    title: 'steps of a runner on bad networks',
    command: ['playwright', 'test', '--config=playwright.faults.config.ts'],
    needsBrowser: true,
    report: 'playwright',
  },
  engines: {
    title: 'journeys in WebKitGTK and Firefox',
    command: ['tsx', 'scripts/test/engines.ts'],
    report: 'vitest',
  },
  postgres: {
    title: 'calls and money on PostgreSQL',
    command: ['tsx', 'scripts/test/postgres.ts'],
    report: 'vitest',
  },
  money: {
    title: 'proofs of the money side',
    command: ['tsx', 'scripts/test/money.ts'],
    report: 'vitest',
    hasFigures: true,
  },
  size: {
    title: 'bytes of a first visit',
    command: ['tsx', 'scripts/size.ts', '--built', '--bytes'],
    needsBrowser: true,
  },
  guard: {
    title: 'Lighthouse on seven pages, once, on the data of the journeys',
    command: ['tsx', 'scripts/lighthouse/guard.ts'],
    needsBrowser: true,
  },
  lighthouse: {
    title: 'Lighthouse on seven pages',
    command: ['tsx', 'scripts/lighthouse.ts'],
    needsBrowser: true,
  },
} as const satisfies Record<string, Suite>

export type SuiteName = keyof typeof suites
export const suiteNames = Object.keys(suites) as SuiteName[]

/** Lists the suites of `npm run test:all`: `core` is part of `journeys`, and `guard` of `lighthouse`. */
export const allSuites = suiteNames.filter((name) => name !== 'core' && name !== 'guard')

/** Returns the path of the JSON report of a suite. */
export const getReportPath = (name: SuiteName): string => `test-results/${name}.json`

/** Returns the path of the figures of a suite, one line per test that reports any. */
export const getFiguresPath = (name: SuiteName): string => `test-results/${name}.txt`

/**
 * Returns the step that runs a suite and writes its report and its figures.
 *
 * @param args appended to the command, for example a file name
 * @param env environment variables, for example the path of a browser
 */
export function toStep(
  name: SuiteName,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Step {
  const suite: Suite = suites[name]
  const path = getReportPath(name)
  const reporters = {
    vitest: ['--reporter=default', '--reporter=json', `--outputFile=${path}`],
    playwright: ['--reporter=list,json'],
  }
  return {
    name: `${name}: ${suite.title}`,
    command: [...suite.command, ...(suite.report ? reporters[suite.report] : []), ...args],
    env: {
      ...suite.env,
      ...env,
      ...(suite.report === 'playwright' ? { PLAYWRIGHT_JSON_OUTPUT_NAME: path } : {}),
      ...(suite.hasFigures ? { FIGURES: resolve(getFiguresPath(name)) } : {}),
    },
  }
}
