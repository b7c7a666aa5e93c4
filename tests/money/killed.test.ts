import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../scripts/faults/random.ts'
import { type Cluster, findPostgres, openCluster } from '../../scripts/postgres/cluster.ts'
import { openDatabase } from '../../server/platform/db/connect.ts'
import { createLogger } from '../../server/platform/log.ts'
import { report, startWatch } from '../support/data/figures.ts'
import { effort } from '../trials.ts'
import { compare, spread } from './journal.ts'
import { timeoutInMs } from './limits.ts'
import { openRig, type Rig } from './rig.ts'

const log = createLogger('silent')
/** PostgreSQL binaries: these tests start a separate server, because they kill it. */
const binaries = process.env.MONEY_DATABASE_URL ? findPostgres() : undefined
const chance = randomFrom(20260915)
const acksAfterwards = 3
/** Limit from the restart of the database to new orders. */
const readyWithinInMs = 10_000

/** Waits for some orders and a random moment, injects a fault, then waits for new orders. @returns that wait in milliseconds */
async function round(rig: Rig, harm: () => Promise<unknown>): Promise<number> {
  await rig.acks(1 + Math.floor(chance() * 8))
  await wait(chance() * 20)
  await harm()
  const elapsedInMs = startWatch()
  await rig.acks(acksAfterwards)
  return elapsedInMs()
}

async function check(rig: Rig, databaseUrl: string | undefined) {
  const database = await openDatabase({ databaseUrl, dataDir: rig.dataDir, allowUnsafeDatabase: false, log })
  const found = await compare(database.db, rig.journal)
  await database.close()
  expect(found).toMatchObject({ lost: 0, doubled: 0, partial: 0 })
  return found
}

describe.skipIf(binaries === undefined)('on PostgreSQL', () => {
  const onCluster = async (work: (cluster: Cluster, rig: Rig) => Promise<void>) => {
    const cluster = await openCluster(binaries ?? '')
    try {
      const rig = await openRig(cluster.url)
      try {
        await work(cluster, rig)
      } finally {
        await rig.killServer()
        await rig.forget()
      }
    } finally {
      await cluster.close()
    }
  }

  it(
    'loses and doubles no acknowledged order when every process of the database is killed, or the server as well',
    () =>
      onCluster(async (cluster, rig) => {
        const rounds = effort({ quick: 1, full: 25, long: 500 })
        const recoveries: number[] = []
        let serversKilled = 0
        for (let nth = 1; nth <= rounds; nth++)
          recoveries.push(
            await round(rig, async () => {
              const isServerToo = nth % 10 === 5
              await Promise.all([cluster.kill(), isServerToo && rig.killServer()])
              await cluster.start()
              if (!isServerToo) return
              serversKilled += 1
              await rig.startServer()
            }),
          )
        await rig.close()
        expect(rig.exits).toBe(0)
        const found = await check(rig, cluster.url)
        const { median, most } = spread(recoveries)
        report('e. kill -9 on PostgreSQL', {
          rounds,
          'servers killed': serversKilled,
          ...found,
          'asked again': rig.unanswered,
          'orders again after ms, median': median,
          most,
        })
      }),
    timeoutInMs,
  )

  it(
    'goes on when PostgreSQL is restarted under load: the server never exits',
    () =>
      onCluster(async (cluster, rig) => {
        const rounds = effort({ quick: 1, full: 50, long: 500 })
        const recoveries: number[] = []
        for (let nth = 1; nth <= rounds; nth++)
          recoveries.push(
            await round(rig, async () => {
              await cluster.stop()
              await cluster.start()
            }),
          )
        await rig.close()
        expect(rig.exits).toBe(0)
        const found = await check(rig, cluster.url)
        const { median, most } = spread(recoveries)
        report('g. restarts of PostgreSQL', {
          rounds,
          'server exits': rig.exits,
          ...found,
          'asked again': rig.unanswered,
          'orders again after ms, median': median,
          most,
          limit: readyWithinInMs,
        })
        expect(most).toBeLessThanOrEqual(readyWithinInMs)
      }),
    timeoutInMs,
  )
})

describe.skipIf(process.env.TEST_DATABASE_URL)('on the embedded database', () => {
  it(
    'loses and doubles no acknowledged order when its process is killed',
    async () => {
      const rounds = effort({ quick: 1, full: 10, long: 100 })
      const rig = await openRig()
      const recoveries: number[] = []
      try {
        for (let nth = 1; nth <= rounds; nth++)
          await round(rig, async () => {
            await rig.killServer()
            recoveries.push(await rig.startServer())
          })
        await rig.close()
        const found = await check(rig, undefined)
        const { median, most } = spread(recoveries)
        report('e. kill -9 on the embedded database', {
          rounds,
          ...found,
          'asked again': rig.unanswered,
          'listens again after ms, median': median,
          most,
        })
      } finally {
        await rig.killServer()
        await rig.forget()
      }
    },
    timeoutInMs,
  )
})
