import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { debianPackages, engineNames, findMissingRequirement } from '../../tests/engines/installed.ts'
import { openJourneyServer } from '../journey-server.ts'
import { runAll } from '../run-all.ts'

/**
 * Runs the journeys in WebKitGTK and Firefox, on the built app and one server. Missing packages are installed on Debian for
 * root. Elsewhere the engine is skipped with the reason. Further arguments go to vitest, for example `-t camera`.
 */
if (engineNames.some(findMissingRequirement)) installPackages()
const skipReasons = new Map(engineNames.map((engine) => [engine, findMissingRequirement(engine)]))
const engines = engineNames.filter((engine) => skipReasons.get(engine) === undefined)
for (const [engine, reason] of skipReasons)
  if (reason !== undefined)
    console.warn(
      `\n!!! SKIPPED: no test ran in ${engine}: ${reason}.\n!!! On Debian as root it is installed by itself.\n`,
    )
if (engines.length === 0) process.exit(0)

execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })
const server = await openJourneyServer('engines')
const failed = await runAll([
  {
    name: `a runner's day in ${engines.join(' and ')}`,
    command: [
      'vitest',
      'run',
      '--config',
      join('tests', 'engines', 'vitest.config.ts'),
      ...process.argv.slice(2),
    ],
    env: {
      ENGINES: engines.join(','),
      ENGINES_WORLD: JSON.stringify(server),
    },
  },
])
await server.close()
if (failed.length > 0) process.exit(1)

/** Installs the Debian packages; needs root. */
function installPackages(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    execFileSync('/usr/bin/apt-get', ['update', '-qq'], { stdio: 'inherit', env })
    const commandArguments = ['install', '-y', '-qq', '--no-install-recommends', ...debianPackages]
    execFileSync('/usr/bin/apt-get', commandArguments, { stdio: 'inherit', env })
  } catch {
    console.warn('apt-get did not succeed')
  }
}
