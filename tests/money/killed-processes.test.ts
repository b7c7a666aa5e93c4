import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../scripts/faults/random.ts'
import { type Cluster, findPostgres, openCluster } from '../../scripts/postgres/cluster.ts'
import { openDatabase } from '../../server/platform/db/connect.ts'
import { createLogger } from '../../server/platform/log.ts'
import { reportFigures, startStopwatch } from '../support/data/figures.ts'
import { selectByEffort } from '../trials.ts'
import { compareWithDatabase, summarize } from './compare-orders.ts'
import { timeoutInMs } from './limits.ts'
import { type LoadTest, openLoadTest } from './load-test.ts'

const log = createLogger('silent')
/** PostgreSQL binaries: these tests start a separate server, because they kill it. */
const binaries = process.env.MONEY_DATABASE_URL ? findPostgres() : undefined
const random = createRandom(20260915)
const ordersAfterwards = 3
/** Limit from the restart of the database to new orders. */
const readyWithinInMs = 10_000

/** Waits for some orders and a random moment, injects a fault, then waits for new orders. @returns that wait in milliseconds */
async function runRound(loadTest: LoadTest, injectFault: () => Promise<unknown>): Promise<number> {
  await loadTest.waitForOrders(1 + Math.floor(random() * 8))
  await wait(random() * 20)
  await injectFault()
  const elapsedInMs = startStopwatch()
  await loadTest.waitForOrders(ordersAfterwards)
  return elapsedInMs()
}

async function checkOrders(loadTest: LoadTest, databaseUrl: string | undefined) {
  const database = await openDatabase({
    databaseUrl,
    dataDir: loadTest.dataDir,
    allowUnsafeDatabase: false,
    log,
  })
  const found = await compareWithDatabase(database.db, loadTest.acknowledgedOrders)
  await database.close()
  expect(found).toMatchObject({ lost: 0, doubled: 0, partial: 0 })
  return found
}

describe.skipIf(binaries === undefined)('on PostgreSQL', () => {
  const withCluster = async (work: (cluster: Cluster, loadTest: LoadTest) => Promise<void>) => {
    const cluster = await openCluster(binaries ?? '')
    try {
      const loadTest = await openLoadTest(cluster.url)
      try {
        await work(cluster, loadTest)
      } finally {
        await loadTest.killServer()
        await loadTest.deleteData()
      }
    } finally {
      await cluster.close()
    }
  }

  it(
    'loses and doubles no acknowledged order when every process of the database is killed, or the server as well',
    () =>
      withCluster(async (cluster, loadTest) => {
        const rounds = selectByEffort({ quick: 1, full: 25, long: 500 })
        const recoveries: number[] = []
        let serversKilled = 0
        for (let roundNumber = 1; roundNumber <= rounds; roundNumber++)
          recoveries.push(
            await runRound(loadTest, async () => {
              const isServerToo = roundNumber % 10 === 5
              await Promise.all([cluster.kill(), isServerToo && loadTest.killServer()])
              await cluster.start()
              if (!isServerToo) return
              serversKilled += 1
              await loadTest.startServer()
            }),
          )
        await loadTest.close()
        expect(loadTest.exitCount).toBe(0)
        const found = await checkOrders(loadTest, cluster.url)
        const { median, max } = summarize(recoveries)
        reportFigures('e. kill -9 on PostgreSQL', {
          rounds,
          'servers killed': serversKilled,
          ...found,
          'asked again': loadTest.retryCount,
          'orders again after ms, median': median,
          most: max,
        })
      }),
    timeoutInMs,
  )

  it(
    'goes on when PostgreSQL is restarted under load: the server never exits',
    () =>
      withCluster(async (cluster, loadTest) => {
        const rounds = selectByEffort({ quick: 1, full: 50, long: 500 })
        const recoveries: number[] = []
        for (let roundNumber = 1; roundNumber <= rounds; roundNumber++)
          recoveries.push(
            await runRound(loadTest, async () => {
              await cluster.stop()
              await cluster.start()
            }),
          )
        await loadTest.close()
        expect(loadTest.exitCount).toBe(0)
        const found = await checkOrders(loadTest, cluster.url)
        const { median, max } = summarize(recoveries)
        reportFigures('g. restarts of PostgreSQL', {
          rounds,
          'server exits': loadTest.exitCount,
          ...found,
          'asked again': loadTest.retryCount,
          'orders again after ms, median': median,
          most: max,
          limit: readyWithinInMs,
        })
        expect(max).toBeLessThanOrEqual(readyWithinInMs)
      }),
    timeoutInMs,
  )
})

describe.skipIf(process.env.TEST_DATABASE_URL)('on the embedded database', () => {
  it(
    'loses and doubles no acknowledged order when its process is killed',
    async () => {
      const rounds = selectByEffort({ quick: 1, full: 10, long: 100 })
      const loadTest = await openLoadTest()
      const recoveries: number[] = []
      try {
        for (let roundNumber = 1; roundNumber <= rounds; roundNumber++)
          await runRound(loadTest, async () => {
            await loadTest.killServer()
            recoveries.push(await loadTest.startServer())
          })
        await loadTest.close()
        const found = await checkOrders(loadTest, undefined)
        const { median, max } = summarize(recoveries)
        reportFigures('e. kill -9 on the embedded database', {
          rounds,
          ...found,
          'asked again': loadTest.retryCount,
          'listens again after ms, median': median,
          most: max,
        })
      } finally {
        await loadTest.killServer()
        await loadTest.deleteData()
      }
    },
    timeoutInMs,
  )
})
