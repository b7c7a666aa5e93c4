import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { debianPackages, engineNames, whatIsMissing } from '../../tests/engines/installed.ts'
import { runAll } from '../run-all.ts'

/**
 * Runs the journeys in WebKitGTK and Firefox, on the built app and one server. Missing packages are installed on Debian for
 * root. Elsewhere the engine is skipped with the reason. Further arguments go to vitest, for example `-t camera`.
 */
if (engineNames.some(whatIsMissing)) install()
const reasons = new Map(engineNames.map((engine) => [engine, whatIsMissing(engine)]))
const engines = engineNames.filter((engine) => reasons.get(engine) === undefined)
for (const [engine, reason] of reasons)
  if (reason !== undefined)
    console.warn(
      `\n!!! SKIPPED: no test ran in ${engine}: ${reason}.\n!!! On Debian as root it is installed by itself.\n`,
    )
if (engines.length === 0) process.exit(0)

execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })
const server = spawn('node_modules/.bin/tsx', ['tests/world/journey-server.ts'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, WORLD: 'engines' },
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill('SIGTERM'))
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
    env: { ENGINES: engines.join(','), ENGINES_WORLD: await worldOf(server) },
  },
])
server.kill('SIGTERM')
await once(server, 'exit')
if (failed.length > 0) process.exit(1)

/** @returns the data that the server prints once it is seeded */
async function worldOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('the server has no output')
  for await (const line of createInterface({ input: stdout })) {
    const [, world] = /^journeys start at (\{.*\})$/.exec(line) ?? []
    if (world !== undefined) return world
  }
  throw new Error('the server ended before it was filled; see test-results/journeys-server-engines.log')
}

/** Installs the Debian packages; needs root. */
function install(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    execFileSync('/usr/bin/apt-get', ['update', '-qq'], { stdio: 'inherit', env })
    const line = ['install', '-y', '-qq', '--no-install-recommends', ...debianPackages]
    execFileSync('/usr/bin/apt-get', line, { stdio: 'inherit', env })
  } catch {
    console.warn('apt-get did not succeed')
  }
}
