import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createCart } from '../../../contract/cart.ts'
import { openSearchServer, type SearchServer } from '../../../tests/support/server/search-server.ts'
import { createFaceIndex } from '../../adapters/vision/search/face-index.ts'
import { sha256 } from '../ids.ts'
import { createCallsInProgress, idempotencyJobs, runOncePerKey } from './idempotency.ts'

let server: SearchServer

beforeAll(async () => {
  server = await openSearchServer({ index: createFaceIndex() })
}, 60_000)
afterAll(() => server.close())

type KeyedRequest = Parameters<typeof runOncePerKey>[2]
const createRequest = (key: string, body: unknown = {}) =>
  ({ headers: { 'idempotency-key': key }, url: '/carts', body }) as unknown as KeyedRequest

test('a key runs its work once, also for concurrent requests', async () => {
  let count = 0
  const work = async () => ({ done: ++count })
  const runCall = () => runOncePerKey(server.context(), createCart, createRequest('once'), work)
  expect(await Promise.all([runCall(), runCall(), runCall()])).toEqual([
    { done: 1 },
    { done: 1 },
    { done: 1 },
  ])
  expect(await runCall()).toEqual({ done: 1 })
})

test('refuses the same key with another request', async () => {
  await runOncePerKey(server.context(), createCart, createRequest('other', { a: 1 }), async () => 1)
  await expect(
    runOncePerKey(server.context(), createCart, createRequest('other', { a: 2 }), async () => 2),
  ).rejects.toMatchObject({ code: 'IdempotencyKeyReused' })
})

test('a failed request may be retried under its key', async () => {
  const runCall = (work: () => Promise<number>) =>
    runOncePerKey(server.context(), createCart, createRequest('failed'), work)
  await expect(runCall(() => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await runCall(async () => 7)).toBe(7)
})

test('keys of different tenants are independent', async () => {
  const runCall = (tenant: 'one' | 'two', value: number) =>
    runOncePerKey(server.context(tenant), createCart, createRequest('shared'), async () => value)
  expect([await runCall('one', 1), await runCall('two', 2)]).toEqual([1, 2])
})

test('an answer is deleted after its lifetime, not before', async () => {
  let count = 0
  const runCall = () => runOncePerKey(server.context(), createCart, createRequest('old'), async () => ++count)
  const deleteExpired = () => idempotencyJobs['http.forget-answers']?.(server.context(), {})
  await runCall()
  server.moveClock(24 * 60 * 60_000)
  await deleteExpired()
  expect(await runCall()).toBe(1)
  server.moveClock(25 * 60 * 60_000)
  await deleteExpired()
  expect(await runCall()).toBe(2)
})

/** Returns `runOncePerKey` of another process. */
function createProcess() {
  const calls = createCallsInProgress()
  return <Answer>(request: KeyedRequest, work: () => Promise<Answer>) =>
    runOncePerKey(server.context(), createCart, request, work, calls)
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
  const [first, second, third] = [createProcess(), createProcess(), createProcess()]
  const { work, release, count } = createSlowWork()
  const answers = [first(createRequest('both'), work)]
  await vi.waitFor(() => expect(count()).toBe(1))
  answers.push(second(createRequest('both'), work))
  await expect(third(createRequest('both', { a: 2 }), work)).rejects.toMatchObject({
    code: 'IdempotencyKeyReused',
  })
  release()
  expect(await Promise.all(answers)).toEqual([{ done: 1 }, { done: 1 }])
  expect(count()).toBe(1)
})

test('an answer without a body is replayed to another process as well', async () => {
  let count = 0
  const work = async () => {
    count += 1
  }
  const answers = [createProcess(), createProcess()].map((runCall) => runCall(createRequest('empty'), work))
  expect(await Promise.all(answers)).toEqual([undefined, undefined])
  expect(count).toBe(1)
})

test('a call that fails in one process is run by another that waits for it', async () => {
  let fail = () => {}
  const failure = new Promise<number>((_, reject) => {
    fail = () => reject(new Error('down'))
  })
  let isStarted = false
  const first = createProcess()(createRequest('fails-here'), () => {
    isStarted = true
    return failure
  })
  await vi.waitFor(() => expect(isStarted).toBe(true))
  const second = createProcess()(createRequest('fails-here'), async () => 7)
  fail()
  await expect(first).rejects.toThrow('down')
  expect(await second).toBe(7)
})

test('a key whose process died is taken over once its lease has ended', async () => {
  const [deadProcess, otherProcess] = [createProcess(), createProcess()]
  const { work, release, count } = createSlowWork()
  const lateAnswer = deadProcess(createRequest('died'), work)
  await vi.waitFor(() => expect(count()).toBe(1))
  await server.services.db.execute(
    sql`update idempotency_keys set lease_until = now() - interval '1 second' where key = 'died'`,
  )
  expect(await otherProcess(createRequest('died'), async () => ({ done: 2 }))).toEqual({ done: 2 })
  // a late answer of the first process does not replace the stored one
  release()
  await lateAnswer
  expect(await otherProcess(createRequest('died'), work)).toEqual({ done: 2 })
})

test('a process can repeat a call whose lease it failed to release', async () => {
  const calls = createCallsInProgress()
  const hash = sha256(JSON.stringify(['/carts', {}]))
  await server.services.db.execute(sql`
    insert into idempotency_keys (tenant, call, key, request_hash, answer, lease_id, lease_until, created_on)
    values ('one', ${`${createCart.service}.${createCart.name}`}, 'unreleased', ${hash}, '', ${calls.leaseId},
      now() + interval '1 hour', now())`)
  const runCall = () =>
    runOncePerKey(server.context(), createCart, createRequest('unreleased'), async () => 3, calls)
  expect(await runCall()).toBe(3)
})
