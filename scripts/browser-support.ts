import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { allowed } from './browser-support/allowed.ts'
import { findInFiles } from './browser-support/find.ts'

/**
 * Builds, and fails when the built scripts, including dependencies, use features missing in the oldest supported browsers:
 * `browserslist` in package.json.
 */
execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })
const findings = await findInFiles('dist/web/*.js', 'dist/web/assets/*.js')

const complaints = findings
  .filter(({ message }) => !allowed.some((each) => message.startsWith(each.message)))
  .map(({ place, message, excerpt }) => `${place} ${message}\n    … ${excerpt} …`)

for (const { message, polyfill } of allowed) {
  if (!findings.some((finding) => finding.message.startsWith(message)))
    complaints.push(`scripts/browser-support/allowed.ts: ${message} is not met any more, remove it`)
  if (polyfill && !readFileSync(polyfill.file, 'utf8').includes(`'${polyfill.from}'`))
    complaints.push(`scripts/browser-support/allowed.ts: ${polyfill.file} does not import ${polyfill.from}`)
}

for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exitCode = 1
