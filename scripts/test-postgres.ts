import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findPostgres, openCluster } from './postgres/cluster.ts'
import { runAll } from './run-all.ts'

/**
 * Runs the API and payment tests on a real PostgreSQL, with a separate database for each test server: on DATABASE_URL, or on a
 * new cluster in a temporary folder. `--if-there` exits silently without PostgreSQL; otherwise it is installed where possible.
 * Further arguments select the tests.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'if-there': { type: 'boolean', default: false } },
})
const given = process.env.DATABASE_URL
const binaries = given ? undefined : (findPostgres() ?? (values['if-there'] ? undefined : install()))
if (!given && binaries === undefined) {
  if (values['if-there']) process.exit(0)
  console.error(
    'There is no PostgreSQL 15 or newer: set DATABASE_URL, or put initdb and postgres on the PATH.',
  )
  process.exit(1)
}
const cluster = binaries === undefined ? undefined : await openCluster(binaries)
const url = cluster?.url ?? given ?? ''
const failed = await runAll([
  {
    name: 'calls and money on PostgreSQL',
    command: [
      'vitest',
      'run',
      ...(positionals.length > 0
        ? positionals
        : ['tests/api', 'tests/abuse/guessing.test.ts', 'tests/money']),
    ],
    env: { TEST_DATABASE_URL: url, MONEY_DATABASE_URL: url, DATABASE_URL: '' },
  },
])
await cluster?.close()
if (failed.length > 0) process.exit(1)

/** Installs the Debian package; needs root. */
function install(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const line = ['install', '-y', '--no-install-recommends', 'postgresql']
  execFileSync('/usr/bin/apt-get', line, { stdio: 'inherit' })
  return findPostgres()
}
