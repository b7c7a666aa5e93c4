import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { listPhotos } from '../../contract/photos.ts'
import { type Cluster, findPostgres, openCluster } from '../../scripts/postgres/cluster.ts'
import { issueSearchToken } from '../../server/features/competitors/token.ts'
import type { Context } from '../../server/platform/context.ts'
import { type Database, openDatabase } from '../../server/platform/db/connect.ts'
import { createJobRunner, enqueue, type JobHandler, type JobRunner } from '../../server/platform/jobs/jobs.ts'
import { countTrue, reportFigures } from '../support/data/figures.ts'
import { createTestEvent } from '../support/data/race.ts'
import { fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import { buildAppWith } from '../support/server/app-with.ts'
import { openShop, type Shop } from '../support/server/shop.ts'

const hourInMs = 3_600_000
const postgres = findPostgres()

// the embedded database has the clock of its process
describe.skipIf(postgres === undefined)('a host whose clock is ahead of that of PostgreSQL', () => {
  let shop: Shop
  let cluster: Cluster
  let database: Database
  beforeAll(async () => {
    shop = await openShop()
    cluster = await openCluster(postgres ?? '')
    const { log } = shop.services
    database = await openDatabase({
      databaseUrl: cluster.url,
      dataDir: '',
      allowUnsafeDatabase: true,
      log,
    })
  })
  afterEach(() => vi.useRealTimers())
  afterAll(async () => {
    await database.close()
    await cluster.close()
    await shop.close()
  })

  const setClockAhead = (byInMs: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byInMs })
  const createContext = (): Context => ({ ...shop.context(), db: database.db, now: database.clock() })
  const createRunner = (handler: JobHandler): JobRunner =>
    createJobRunner({
      db: database.db,
      log: shop.services.log,
      handlers: new Map([['test', handler]]),
      createContext,
    })
  /** Adds a job. @param inMs when it is due, from now by the clock of the database */
  const addJob = (key: string, inMs: number) => {
    const runAt = new Date(database.clock().getTime() + inMs)
    return enqueue(createContext(), { kind: 'test', key, payload: {}, runAt })
  }
  const doNothing: JobHandler = async () => undefined

  it('does not take a job that another host is running', async () => {
    await addJob('leased', -1_000)
    let finish = () => {}
    const finished = new Promise<undefined>((resolve) => {
      finish = () => resolve(undefined)
    })
    let runs = 0
    const first = createRunner(() => {
      runs += 1
      return finished
    }).drain()
    await vi.waitFor(() => expect(runs).toBe(1))
    setClockAhead(hourInMs)
    const jobsRun = await createRunner(doNothing).drain()
    reportFigures('clock of a host 1 h ahead, job of another host', { 'run twice': `${jobsRun} of 1` })
    expect(jobsRun).toBe(0)
    finish()
    expect(await first).toBe(1)
  })

  it('does not run a job before it is due', async () => {
    await addJob('later', hourInMs)
    setClockAhead(2 * hourInMs)
    const earlyRuns = await createRunner(doNothing).drain()
    reportFigures('clock of a host 2 h ahead, job due in 1 h', { 'run too soon': `${earlyRuns} of 1` })
    expect(earlyRuns).toBe(0)
  })

  it('writes times that other hosts read as the present', async () => {
    setClockAhead(hourInMs)
    await addJob('now', -1_000)
    vi.useRealTimers()
    const dueRuns = await createRunner(doNothing).drain()
    reportFigures('clock of a host 1 h ahead, job that is due', { 'run by another host': `${dueRuns} of 1` })
    expect(dueRuns).toBe(1)
  })

  it.each([-1, 1])('by %i d accepts tokens until a minute after they expire, and no longer', async (days) => {
    const context = createContext()
    const event = await createTestEvent(context)
    const app = await buildAppWith(shop, database)
    const issue = (secondsLeft: number) =>
      issueSearchToken(context, shop.services, {
        eventId: event.id,
        subject: { kind: 'event' },
        latestExpiresOn: new Date(database.clock().getTime() + secondsLeft * 1_000),
      })
    const [live, ended] = [
      await Promise.all([-30, 60, 3_600].map(issue)),
      await Promise.all([-3_600, -90].map(issue)),
    ]
    setClockAhead(days * 24 * hourInMs)
    const ask = async ({ token }: { token: string }) =>
      (await sendCall(app, listPhotos, { token })).statusCode
    const accepted = await Promise.all([...live, await fetchSearchToken(app, event.id)].map(ask))
    const refused = await Promise.all(ended.map(ask))
    reportFigures(`clock of a host ${days} d ahead, tokens`, {
      'accepted until a minute after they expire': countTrue(accepted.map((status) => status === 200)),
      'refused later': countTrue(refused.map((status) => status === 401)),
    })
    expect(accepted).toEqual([200, 200, 200, 200])
    expect(refused).toEqual([401, 401])
    await app.close()
  })
})
