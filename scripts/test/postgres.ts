import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findPostgres, openCluster } from '../postgres/cluster.ts'
import { runAll } from '../run-all.ts'

/**
 * Runs the API and payment tests on a real PostgreSQL, with a separate database for each test server: on DATABASE_URL, or on a
 * new cluster in a temporary folder. On Debian as root PostgreSQL is installed if it is missing. Further arguments go to vitest.
 */
const args = process.argv.slice(2)
const isSelection = args.some((arg) => !arg.startsWith('-'))
const givenUrl = process.env.DATABASE_URL
const binaries = givenUrl ? undefined : (findPostgres() ?? installPostgres())
if (!givenUrl && binaries === undefined) {
  console.error(
    'There is no PostgreSQL 15 or newer: set DATABASE_URL, or put initdb and postgres on the PATH.',
  )
  process.exit(1)
}
const cluster = binaries === undefined ? undefined : await openCluster(binaries)
const url = cluster?.url ?? givenUrl ?? ''
const allTests = ['tests/api', 'tests/abuse/guessing.test.ts', 'tests/money']
const failed = await runAll([
  {
    name: 'calls and money on PostgreSQL',
    command: ['vitest', 'run', ...(isSelection ? [] : allTests), ...args],
    env: { TEST_EFFORT: 'full', TEST_DATABASE_URL: url, MONEY_DATABASE_URL: url, DATABASE_URL: '' },
  },
])
await cluster?.close()
if (failed.length > 0) process.exit(1)

/** Installs the Debian package; needs root. */
function installPostgres(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...commandArguments: readonly string[]) =>
    execFileSync('/usr/bin/apt-get', commandArguments, { stdio: 'inherit', env })
  run('update', '-qq')
  run('install', '-y', '-qq', '--no-install-recommends', 'postgresql')
  return findPostgres()
}
