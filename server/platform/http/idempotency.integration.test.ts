import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCart } from '../../../contract/cart.ts'
import { type FindingWorld, openFindingWorld } from '../../../tests/world/finding.ts'
import { createFaceIndex } from '../../adapters/vision/search/face-index.ts'
import { answerOnce, idempotencyJobs } from './idempotency.ts'

let world: FindingWorld

beforeAll(async () => {
  world = await openFindingWorld({ index: createFaceIndex() })
}, 60_000)
afterAll(() => world.close())

type Asked = Parameters<typeof answerOnce>[2]
const asked = (key: string, body: unknown = {}) =>
  ({ headers: { 'idempotency-key': key }, url: '/carts', body }) as unknown as Asked

test('a key runs its work once, also for concurrent requests', async () => {
  let count = 0
  const work = async () => ({ done: ++count })
  const ask = () => answerOnce(world.context(), createCart, asked('once'), work)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([{ done: 1 }, { done: 1 }, { done: 1 }])
  expect(await ask()).toEqual({ done: 1 })
})

test('refuses the same key with another request', async () => {
  await answerOnce(world.context(), createCart, asked('other', { a: 1 }), async () => 1)
  await expect(
    answerOnce(world.context(), createCart, asked('other', { a: 2 }), async () => 2),
  ).rejects.toMatchObject({ code: 'IdempotencyKeyReused' })
})

test('a failed request may be retried under its key', async () => {
  const ask = (work: () => Promise<number>) => answerOnce(world.context(), createCart, asked('failed'), work)
  await expect(ask(() => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await ask(async () => 7)).toBe(7)
})

test('keys of different tenants are independent', async () => {
  const ask = (tenant: 'one' | 'two', value: number) =>
    answerOnce(world.context(tenant), createCart, asked('shared'), async () => value)
  expect([await ask('one', 1), await ask('two', 2)]).toEqual([1, 2])
})

test('an answer is deleted after its lifetime, not before', async () => {
  let count = 0
  const ask = () => answerOnce(world.context(), createCart, asked('old'), async () => ++count)
  const forget = () => idempotencyJobs['http.forget-answers']?.(world.context(), {})
  await ask()
  world.moveClock(24 * 60 * 60_000)
  await forget()
  expect(await ask()).toBe(1)
  world.moveClock(25 * 60 * 60_000)
  await forget()
  expect(await ask()).toBe(2)
})
