import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './ensure-browser.ts'
import { raisePriority } from './lighthouse/priority.ts'
import { formatTable } from './lighthouse/table.ts'

const resultsFolder = '.lighthouseci'

/**
 * Runs `lhci autorun` with lighthouserc.json (phone, three runs of each page) and prints a table of the medians. Installs a
 * browser if it is missing. Fails when the best run exceeds a budget. Private pages are not indexable, so that audit is
 * skipped; `tests/api/page-heads.test.ts` checks it. Run it on an idle machine, because it asserts times.
 */
raisePriority()
rmSync(resultsFolder, { recursive: true, force: true })
const { status } = spawnSync(join('node_modules', '.bin', 'lhci'), ['autorun'], {
  stdio: 'inherit',
  env: { ...process.env, CHROME_PATH: ensureBrowser() },
})
process.exitCode = status ?? 1
if (status === 0 || status === 1) console.log(`\n${formatTable(join(resultsFolder, 'reports'))}`)
