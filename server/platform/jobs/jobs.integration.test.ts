import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openShop, type Shop } from '../../../tests/support/server/shop.ts'
import { createJobRunner, enqueue, type JobHandler, type JobRunner, type Lane } from './jobs.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(() => shop.services.db.execute(sql`delete from jobs`))

/** Creates a runner by the clock of the database. */
function createRunner(handlers: Record<string, JobHandler>, lanes: readonly Lane[] = []): JobRunner {
  const { db, log } = shop.services
  const parts = { handlers: new Map(Object.entries(handlers)), createContext: () => shop.context() }
  return createJobRunner({ db, log, lanes, pollInMs: 20, ...parts })
}

interface JobOptions {
  kind?: string
  /** Jobs with a lower one are taken first. */
  order?: number
  serialKey?: string
}

/** Adds a job that is due. */
const addJob = (key: string, { order = 0, ...extraOptions }: JobOptions = {}) =>
  enqueue(shop.context(), { kind: 'test', key, payload: { key }, runAt: new Date(order), ...extraOptions })

const readKey = (payload: unknown) => (payload as { key: string }).key

async function readJob(key: string) {
  const { rows } = await shop.services.db.execute<{ state: string; last_error: string | null }>(
    sql`select state, last_error from jobs where unique_key = ${key}`,
  )
  return rows[0]
}

const expireLease = (key: string) =>
  shop.services.db.execute(
    sql`update jobs set lease_until = now() - interval '1 second' where unique_key = ${key}`,
  )

/** Returns a handler that waits until `open` is called. */
function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const started: string[] = []
  const handler: JobHandler = async (_context, payload) => {
    started.push(readKey(payload))
    await opened
  }
  return { handler, started, open }
}

describe('a runner whose lease was taken over', () => {
  it('cannot change the result of the new holder', async () => {
    await addJob('taken')
    let fail = () => {}
    const failure = new Promise<undefined>((_, reject) => {
      fail = () => reject(new Error('too late'))
    })
    let runs = 0
    const lateRun = createRunner({
      test: () => {
        runs += 1
        return failure
      },
    }).drain()
    await vi.waitFor(() => expect(runs).toBe(1))
    await expireLease('taken')
    expect(await createRunner({ test: async () => undefined }).drain()).toBe(1)
    fail()
    expect(await lateRun).toBe(1)
    expect(await readJob('taken')).toEqual({ state: 'Done', last_error: null })
  })

  it('cannot complete the job while the new holder runs it', async () => {
    await addJob('taken')
    const [first, second] = [createGate(), createGate()]
    const lateRun = createRunner({ test: first.handler }).drain()
    await vi.waitFor(() => expect(first.started).toHaveLength(1))
    await expireLease('taken')
    const holder = createRunner({ test: second.handler }).drain()
    await vi.waitFor(() => expect(second.started).toHaveLength(1))
    first.open()
    await lateRun
    expect(await readJob('taken')).toMatchObject({ state: 'Running' })
    second.open()
    await holder
    expect(await readJob('taken')).toMatchObject({ state: 'Done' })
  })
})

describe('lanes', () => {
  it('run their number of jobs, regardless of how many are due in another', async () => {
    for (const order of [1, 2, 3, 4, 5]) await addJob(`slow-${order}`, { kind: 'slow', order })
    const gate = createGate()
    const doneKeys: string[] = []
    const quick: JobHandler = async (_context, payload) => void doneKeys.push(readKey(payload))
    const runner = createRunner({ slow: gate.handler, quick, unlisted: quick }, [
      { name: 'slow', kinds: ['slow'], concurrency: 2 },
      { name: 'quick', kinds: ['quick'], concurrency: 1 },
    ])
    runner.start()
    await vi.waitFor(() => expect(gate.started).toEqual(['slow-1', 'slow-2']))
    await addJob('quick-1', { kind: 'quick' })
    await addJob('quick-2', { kind: 'quick' })
    await addJob('unlisted', { kind: 'unlisted' })
    await vi.waitFor(() => expect(doneKeys.toSorted()).toEqual(['quick-1', 'quick-2', 'unlisted']))
    expect(gate.started).toHaveLength(2)
    gate.open()
    await vi.waitFor(() => expect(gate.started).toHaveLength(5))
    await runner.stop()
  })

  it('run one job of a serial key at a time', async () => {
    for (const order of [1, 2, 3]) await addJob(`many-${order}`, { order, serialKey: 'many' })
    await addJob('one', { order: 4, serialKey: 'one' })
    await addJob('without', { order: 5 })
    const gate = createGate()
    const runner = createRunner({ test: gate.handler }, [{ name: 'test', kinds: ['test'], concurrency: 9 }])
    runner.start()
    await vi.waitFor(() => expect(gate.started).toContain('without'))
    expect(gate.started).toEqual(['many-1', 'one', 'without'])
    gate.open()
    await vi.waitFor(() => expect(gate.started).toHaveLength(5))
    await runner.stop()
    expect(await readJob('many-3')).toMatchObject({ state: 'Done' })
  })

  it('run first the jobs of serial keys with fewer done jobs', async () => {
    for (const order of [1, 2, 3]) await addJob(`many-${order}`, { order, serialKey: 'many' })
    await addJob('one', { order: 4, serialKey: 'one' })
    const order: string[] = []
    await createRunner({ test: async (_context, payload) => void order.push(readKey(payload)) }).drain()
    expect(order).toEqual(['many-1', 'one', 'many-2', 'many-3'])
  })
})

describe('a stop', () => {
  it('waits for running jobs and takes no more', async () => {
    await addJob('running')
    const gate = createGate()
    const runner = createRunner({ test: gate.handler })
    runner.start()
    await vi.waitFor(() => expect(gate.started).toHaveLength(1))
    const stopped = runner.stop()
    await addJob('waiting')
    gate.open()
    await stopped
    expect([await readJob('running'), await readJob('waiting')]).toMatchObject([
      { state: 'Done' },
      { state: 'Waiting' },
    ])
  })

  it('gives back a job that outlasts its limit, so that another process can run it at once', async () => {
    await addJob('long')
    const gate = createGate()
    const runner = createRunner({ test: gate.handler })
    runner.start()
    await vi.waitFor(() => expect(gate.started).toHaveLength(1))
    await runner.stop(10)
    expect(await readJob('long')).toMatchObject({ state: 'Waiting' })
    expect(await createRunner({ test: async () => undefined }).drain()).toBe(1)
    gate.open()
    // the interrupted handler ends without an effect
    await runner.stop()
    expect(await readJob('long')).toMatchObject({ state: 'Done' })
  })
})
