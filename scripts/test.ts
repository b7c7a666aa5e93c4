import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ensureBrowser } from './ensure-browser.ts'
import { runAll } from './run-all.ts'

/**
 * Every test: units and calls (vitest), then a runner's day in a real browser on the built app (Playwright),
 * and the same on networks that stop, break and lie.
 * The last line counts them.
 */
execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })

const unitReport = 'test-results/vitest.json'
const browserReports = ['test-results/playwright.json', 'test-results/faults.json'] as const
const failed = await runAll([
  {
    name: 'units and calls',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${unitReport}`],
  },
  { name: 'weight of the first page', command: ['tsx', 'scripts/size.ts'] },
  {
    name: 'journeys in a browser',
    command: ['playwright', 'test', '--reporter=list,json'],
    env: {
      CHROMIUM_PATH: ensureBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: browserReports[0],
      JOURNEY_WORLDS: '2',
    },
  },
  {
    name: 'faults in a browser',
    command: ['playwright', 'test', '--config=playwright.faults.config.ts', '--reporter=list,json'],
    env: { CHROMIUM_PATH: ensureBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: browserReports[1] },
  },
])

const units = JSON.parse(readFileSync(unitReport, 'utf8')) as {
  numPassedTests: number
  numFailedTests: number
}
const inBrowser = browserReports.map(
  (report) => (JSON.parse(readFileSync(report, 'utf8')) as { stats: Record<string, number> }).stats,
)
const count = (name: string) => inBrowser.reduce((sum, stats) => sum + (stats[name] ?? 0), 0)
const passed = units.numPassedTests + count('expected')
const broken = units.numFailedTests + count('unexpected') + count('flaky')
console.log(`\n${passed} passed, ${broken} failed`)
if (failed.length > 0) process.exit(1)
