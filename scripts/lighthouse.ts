import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBrowser } from './ensure-browser.ts'
import { tableOf } from './lighthouse/table.ts'

/**
 * Runs `lhci autorun` by lighthouserc.json (phone, three runs of each page) on a browser that is installed when missing,
 * and prints a table of the medians. Fails when a budget is exceeded by the best run. Private pages ask search engines
 * not to list them, so the audit of that is skipped; `tests/api/heads.test.ts` shows which pages do.
 */
const { status } = spawnSync(join('node_modules', '.bin', 'lhci'), ['autorun'], {
  stdio: 'inherit',
  env: { ...process.env, CHROME_PATH: ensureBrowser() },
})
if (status === 0 || status === 1) console.log(`\n${tableOf('.lighthouseci/reports')}`)
process.exitCode = status ?? 1
