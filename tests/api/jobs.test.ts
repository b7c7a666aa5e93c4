import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createJobRunner, enqueue, type JobHandler } from '../../server/platform/jobs/jobs.ts'
import { createUnfinishedJobs, scheduleRemoval } from '../../server/platform/objects/unfinished-uploads.ts'
import { createPurgeJobs, schedulePurgeOfTenants } from '../../server/purge-jobs.ts'
import { openShop, type Shop } from '../support/server/shop.ts'

const minuteInMs = 60_000
const dayInMs = 24 * 60 * minuteInMs

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  // runs the jobs of the shop itself, which are not part of these tests
  await shop.jobs.drain()
})
afterAll(() => shop.close())

function createRunner(handler: JobHandler) {
  const { db, log, clock } = shop.services
  const handlers = new Map([['test', handler]])
  return createJobRunner({ db, log, clock, handlers, createContext: () => shop.context() })
}
const enqueueTestJob = (key: string) => enqueue(shop.context(), { kind: 'test', key, payload: { key } })

async function listStates(key: string): Promise<string[]> {
  const { rows } = await shop.services.db.execute<{ state: string }>(
    sql`select state from jobs where kind = 'test' and unique_key = ${key}`,
  )
  return rows.map(({ state }) => state)
}

it('a job runs again when it asks for it, and ends when it does not', async () => {
  let runs = 0
  const jobs = createRunner(async ({ now }) => {
    runs += 1
    return runs < 3 ? new Date(now.getTime() + minuteInMs) : undefined
  })
  await enqueueTestJob('repeats')
  for (const expected of [1, 2, 3, 3]) {
    await jobs.drain()
    await jobs.drain()
    expect(runs).toBe(expected)
    shop.moveClock(minuteInMs)
  }
  expect(await listStates('repeats')).toEqual(['Done'])
})

it('a request to run again is no failure: failures after it have all their tries', async () => {
  let runs = 0
  const jobs = createRunner(async ({ now }) => {
    runs += 1
    if (runs % 2 === 0) throw new Error('the relay is away')
    return new Date(now.getTime() + minuteInMs)
  })
  await enqueueTestJob('fails')
  // more failures than the limit of one job, each after a success
  for (let time = 0; time < 400; time++) {
    await jobs.drain()
    shop.moveClock(minuteInMs)
  }
  expect(runs).toBe(400)
  expect(await listStates('fails')).toEqual(['Waiting'])
  await shop.services.db.execute(sql`delete from jobs where kind = 'test'`)
})

it('what is done is known for a month, so that a late repetition does nothing, and then forgotten', async () => {
  let runs = 0
  const handler = async () => {
    runs += 1
  }
  await enqueueTestJob('done')
  await createRunner(handler).drain()
  shop.moveClock(29 * dayInMs)
  await enqueueTestJob('done')
  await createRunner(handler).drain()
  expect(runs).toBe(1)
  shop.moveClock(2 * dayInMs)
  await createRunner(handler).drain()
  expect(await listStates('done')).toEqual([])
})

it.each([
  ['tenants.purge-expired', schedulePurgeOfTenants, createPurgeJobs],
  ['objects.remove-unfinished', scheduleRemoval, createUnfinishedJobs],
] as const)(
  'the daily %s goes on when the clock of its process is a moment behind that of the database',
  async (kind, schedule, createJobs) => {
    const { db, log, objects, tenants } = shop.services
    await db.execute(sql`delete from jobs where kind = ${kind}`)
    await schedule(shop.context())
    const midnight = new Date((Math.floor(shop.context().now.getTime() / dayInMs) + 1) * dayInMs)
    const jobs = createJobRunner({
      db,
      log,
      clock: () => midnight,
      handlers: new Map(Object.entries(createJobs({ objects, tenants }))),
      createContext: () => ({ ...shop.context(), now: new Date(midnight.getTime() - 1) }),
    })
    await jobs.drain()
    const { rows } = await db.execute<{ state: string; unique_key: string }>(
      sql`select state, unique_key from jobs where kind = ${kind} order by run_at`,
    )
    expect(rows).toEqual([
      { state: 'Done', unique_key: midnight.toISOString() },
      { state: 'Waiting', unique_key: new Date(midnight.getTime() + dayInMs).toISOString() },
    ])
  },
)

it('a daily job that ran by a clock years ahead runs at the next midnight again', async () => {
  const { db, clock } = shop.services
  await db.execute(sql`delete from jobs where kind = 'objects.remove-unfinished'`)
  const nextMidnight = (Math.floor(clock().getTime() / dayInMs) + 1) * dayInMs
  const yearsAhead = new Date(nextMidnight + 5 * 365 * dayInMs)
  await scheduleRemoval({ ...shop.context(), now: new Date(yearsAhead.getTime() - 1) })
  await db.execute(sql`update jobs set state = 'Done' where kind = 'objects.remove-unfinished'`)
  await scheduleRemoval(shop.context())
  const { rows } = await db.execute<{ state: string; unique_key: string }>(
    sql`select state, unique_key from jobs where kind = 'objects.remove-unfinished' order by run_at`,
  )
  expect(rows).toEqual([
    { state: 'Waiting', unique_key: new Date(nextMidnight).toISOString() },
    { state: 'Done', unique_key: yearsAhead.toISOString() },
  ])
})
