import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { createMemoize } from './memoize.ts'

const tenant = { name: 'default' }

/** Creates a cache of values that are numbered in the order in which they are computed. */
function createCounter(countsAllWrites: boolean) {
  let version = 0
  let count = 0
  const memoize = createMemoize<number>({ countsAllWrites, getVersion: () => version })
  return {
    write: () => version++,
    read: (atInMs: number) =>
      memoize({ tenant, now: new Date(atInMs) } as Context, 'key', ['photos'], async () => ++count),
  }
}

test.each([
  { database: 'of this process alone', countsAllWrites: true, maxAgeInMs: 10_000 },
  { database: 'that other processes may write to', countsAllWrites: false, maxAgeInMs: 1_000 },
])(
  'a value of a database $database is read again after $maxAgeInMs ms',
  async ({ countsAllWrites, maxAgeInMs }) => {
    const { read } = createCounter(countsAllWrites)
    expect(await read(0)).toBe(1)
    expect(await read(maxAgeInMs - 1)).toBe(1)
    expect(await read(maxAgeInMs)).toBe(2)
  },
)

test('a write to its tables ends a value at once', async () => {
  const { read, write } = createCounter(true)
  await read(0)
  write()
  expect(await read(0)).toBe(2)
})
