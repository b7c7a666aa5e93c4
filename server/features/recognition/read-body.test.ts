import { afterEach, expect, it, vi } from 'vitest'
import { chunkSizeInBytes } from '../../../contract/uploads.ts'
import { Failure } from '../../platform/http/problem.ts'
import { splitPieces } from './read-body.ts'

afterEach(() => vi.useRealTimers())

/** Yields chunks of the given sizes, like a socket. */
async function* yieldChunks(...sizes: (number | Promise<never>)[]): AsyncGenerator<Uint8Array> {
  for (const size of sizes) yield new Uint8Array(await size)
}

async function collectSizes(body: AsyncIterable<Uint8Array>): Promise<{ sizes: number[]; failure: unknown }> {
  const sizes: number[] = []
  try {
    for await (const piece of splitPieces(body)) sizes.push(piece.byteLength)
  } catch (failure) {
    return { sizes, failure }
  }
  return { sizes, failure: undefined }
}

const toErrorCode = (failure: unknown) => (failure instanceof Failure ? failure.code : failure)

it('joins chunks to pieces of at least 64 KB, and returns the rest', async () => {
  const { sizes, failure } = await collectSizes(yieldChunks(40_000, 40_000, 10, 20, chunkSizeInBytes, 5))
  expect(sizes).toEqual([80_000, 65_566, 5])
  expect(failure).toBeUndefined()
  expect((await collectSizes(yieldChunks())).sizes).toEqual([])
})

it('returns what arrived before the connection broke, then throws', async () => {
  const { sizes, failure } = await collectSizes(
    yieldChunks(70_000, 1_000, Promise.reject(new Error('aborted'))),
  )
  expect(sizes).toEqual([70_000, 1_000])
  expect(toErrorCode(failure)).toBe('RequestTimeout')
})

it('does not wait longer than 20 s for the next byte', async () => {
  vi.useFakeTimers()
  const reading = collectSizes(yieldChunks(300, new Promise<never>(() => undefined)))
  await vi.advanceTimersByTimeAsync(19_999)
  let hasEnded = false
  void reading.then(() => {
    hasEnded = true
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(hasEnded).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  const { sizes, failure } = await reading
  expect(sizes).toEqual([300])
  expect(toErrorCode(failure)).toBe('RequestTimeout')
})
