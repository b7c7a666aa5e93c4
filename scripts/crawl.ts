import { execFileSync } from 'node:child_process'
import { ensureBrowser } from './ensure-browser.ts'
import { runAll } from './run-all.ts'

/**
 * Crawls every route of every brand in each language, color scheme and width. `npm test` covers one scheme and the width of a
 * phone.
 */
execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })
const failed = await runAll([
  {
    name: 'every page',
    command: ['playwright', 'test', 'tests/journeys/crawl.spec.ts', '--reporter=list'],
    env: { CHROMIUM_PATH: ensureBrowser(), JOURNEY_WORLDS: '2', CRAWL: 'all' },
  },
])
if (failed.length > 0) process.exit(1)
