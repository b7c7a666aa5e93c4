import { execFileSync } from 'node:child_process'
import { ensureBrowser } from './ensure-browser.ts'
import { runAll } from './run-all.ts'

/** Every route of every brand in each language, scheme and width. `npm test` takes one scheme and the width of a phone. */
execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })
const failed = await runAll([
  {
    name: 'every page',
    command: ['playwright', 'test', 'tests/journeys/crawl.spec.ts', '--reporter=list'],
    env: { CHROMIUM_PATH: ensureBrowser(), JOURNEY_WORLDS: '2', CRAWL: 'all' },
  },
])
if (failed.length > 0) process.exit(1)
