import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ensureBrowser } from './ensure-browser.ts'
import { runAll } from './run-all.ts'

/** Runs every cell of the fault matrix. Engines other than Chromium are installed by `npx playwright install`. */
const { values } = parseArgs({ options: { engine: { type: 'string', default: 'chromium' } } })
const { engine } = values

execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })
const failed = await runAll([
  {
    name: `faults in ${engine}`,
    command: ['playwright', 'test', '--config=playwright.faults.config.ts', '--reporter=list'],
    env: {
      ...(engine === 'chromium' ? { CHROMIUM_PATH: ensureBrowser() } : {}),
      ENGINE: engine,
      FAULTS: 'all',
    },
  },
])
if (failed.length > 0) process.exit(1)
