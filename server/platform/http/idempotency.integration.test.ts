import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createCart } from '../../../contract/cart.ts'
import { openSearchServer, type SearchServer } from '../../../tests/support/server/search-server.ts'
import { createFaceIndex } from '../../adapters/vision/search/face-index.ts'
import { sha256 } from '../ids.ts'
import { answerOnce, createCallsInProgress, idempotencyJobs } from './idempotency.ts'

let server: SearchServer

beforeAll(async () => {
  server = await openSearchServer({ index: createFaceIndex() })
}, 60_000)
afterAll(() => server.close())

type Asked = Parameters<typeof answerOnce>[2]
const asked = (key: string, body: unknown = {}) =>
  ({ headers: { 'idempotency-key': key }, url: '/carts', body }) as unknown as Asked

test('a key runs its work once, also for concurrent requests', async () => {
  let count = 0
  const work = async () => ({ done: ++count })
  const ask = () => answerOnce(server.context(), createCart, asked('once'), work)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([{ done: 1 }, { done: 1 }, { done: 1 }])
  expect(await ask()).toEqual({ done: 1 })
})

test('refuses the same key with another request', async () => {
  await answerOnce(server.context(), createCart, asked('other', { a: 1 }), async () => 1)
  await expect(
    answerOnce(server.context(), createCart, asked('other', { a: 2 }), async () => 2),
  ).rejects.toMatchObject({ code: 'IdempotencyKeyReused' })
})

test('a failed request may be retried under its key', async () => {
  const ask = (work: () => Promise<number>) => answerOnce(server.context(), createCart, asked('failed'), work)
  await expect(ask(() => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await ask(async () => 7)).toBe(7)
})

test('keys of different tenants are independent', async () => {
  const ask = (tenant: 'one' | 'two', value: number) =>
    answerOnce(server.context(tenant), createCart, asked('shared'), async () => value)
  expect([await ask('one', 1), await ask('two', 2)]).toEqual([1, 2])
})

test('an answer is deleted after its lifetime, not before', async () => {
  let count = 0
  const ask = () => answerOnce(server.context(), createCart, asked('old'), async () => ++count)
  const forget = () => idempotencyJobs['http.forget-answers']?.(server.context(), {})
  await ask()
  server.moveClock(24 * 60 * 60_000)
  await forget()
  expect(await ask()).toBe(1)
  server.moveClock(25 * 60 * 60_000)
  await forget()
  expect(await ask()).toBe(2)
})

/** Returns `answerOnce` of another process. */
function openProcess() {
  const calls = createCallsInProgress()
  return <Answer>(request: Asked, work: () => Promise<Answer>) =>
    answerOnce(server.context(), createCart, request, work, calls)
}

/** Returns work that waits until it is released. */
function createSlowWork() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let count = 0
  const work = async () => {
    count += 1
    await released
    return { done: count }
  }
  return { work, release, count: () => count }
}

test('a key runs its work once, also for concurrent requests to several processes', async () => {
  const [first, second, third] = [openProcess(), openProcess(), openProcess()]
  const { work, release, count } = createSlowWork()
  const answers = [first(asked('both'), work)]
  await vi.waitFor(() => expect(count()).toBe(1))
  answers.push(second(asked('both'), work))
  await expect(third(asked('both', { a: 2 }), work)).rejects.toMatchObject({ code: 'IdempotencyKeyReused' })
  release()
  expect(await Promise.all(answers)).toEqual([{ done: 1 }, { done: 1 }])
  expect(count()).toBe(1)
})

test('an answer without a body is replayed to another process as well', async () => {
  let count = 0
  const work = async () => {
    count += 1
  }
  const answers = [openProcess(), openProcess()].map((ask) => ask(asked('empty'), work))
  expect(await Promise.all(answers)).toEqual([undefined, undefined])
  expect(count).toBe(1)
})

test('a call that fails in one process is run by another that waits for it', async () => {
  let fail = () => {}
  const failure = new Promise<number>((_, reject) => {
    fail = () => reject(new Error('down'))
  })
  let isStarted = false
  const first = openProcess()(asked('fails-here'), () => {
    isStarted = true
    return failure
  })
  await vi.waitFor(() => expect(isStarted).toBe(true))
  const second = openProcess()(asked('fails-here'), async () => 7)
  fail()
  await expect(first).rejects.toThrow('down')
  expect(await second).toBe(7)
})

test('a key whose process died is taken over once its lease has ended', async () => {
  const [dead, other] = [openProcess(), openProcess()]
  const { work, release, count } = createSlowWork()
  const late = dead(asked('died'), work)
  await vi.waitFor(() => expect(count()).toBe(1))
  await server.services.db.execute(
    sql`update idempotency_keys set lease_until = now() - interval '1 second' where key = 'died'`,
  )
  expect(await other(asked('died'), async () => ({ done: 2 }))).toEqual({ done: 2 })
  // a late answer of the first process does not replace the stored one
  release()
  await late
  expect(await other(asked('died'), work)).toEqual({ done: 2 })
})

test('a process can repeat a call whose lease it failed to release', async () => {
  const calls = createCallsInProgress()
  const hash = sha256(JSON.stringify(['/carts', {}]))
  await server.services.db.execute(sql`
    insert into idempotency_keys (tenant, call, key, request_hash, answer, lease_id, lease_until, created_on)
    values ('one', ${`${createCart.service}.${createCart.name}`}, 'unreleased', ${hash}, '', ${calls.leaseId},
      now() + interval '1 hour', now())`)
  const ask = () => answerOnce(server.context(), createCart, asked('unreleased'), async () => 3, calls)
  expect(await ask()).toBe(3)
})
