import { findPostgres, openCluster } from '../postgres/cluster.ts'
import { runAll } from '../run-all.ts'

/**
 * Runs the tests of tests/money with full iteration counts. Tests that need real concurrency or a real crash run on PostgreSQL
 * when its binaries are available. `--long` runs for hours; further arguments go to vitest.
 */
const args = process.argv.slice(2).filter((arg) => arg !== '--long')
const isLong = process.argv.includes('--long')
const isSelection = args.some((arg) => !arg.startsWith('-'))
const binaries = findPostgres()
const cluster = binaries === undefined ? undefined : await openCluster(binaries)
if (!cluster) console.log('No PostgreSQL 15 or newer here: its part is left out.')
const failed = await runAll([
  {
    name: isLong ? 'the money side, long' : 'the money side',
    command: ['vitest', 'run', ...(isSelection ? [] : ['tests/money']), ...args],
    env: {
      TEST_EFFORT: isLong ? 'long' : 'full',
      ...(cluster ? { MONEY_DATABASE_URL: cluster.url } : {}),
    },
  },
])
await cluster?.close()
if (failed.length > 0) process.exit(1)
