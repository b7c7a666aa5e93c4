import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { getTrialOptions } from '../../tests/trials.ts'
import { sha256 } from './sha256.ts'

afterEach(() => vi.unstubAllGlobals())

const hashWithNode = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test.each([
  ['with the browser’s own', true],
  ['without https', false],
])('computes the standard digest, %s', async (_, isSecure) => {
  if (!isSecure) vi.stubGlobal('crypto', {})
  // many large arrays of random numbers take seconds to draw
  const longBytes = fc
    .record({
      part: fc.uint8Array({ minLength: 1, maxLength: 100 }),
      length: fc.integer({ min: 50_000, max: 50_200 }),
    })
    .map(({ part, length }) =>
      Uint8Array.from({ length }, (_, index) => (part[index % part.length] ?? 0) + (index >> 6)),
    )
  const anyBytes = fc.oneof(fc.uint8Array({ maxLength: 300 }), longBytes)
  await fc.assert(
    fc.asyncProperty(anyBytes, async (bytes) => {
      expect(await sha256(new Uint8Array(bytes).buffer)).toBe(hashWithNode(bytes))
    }),
    getTrialOptions(40, 150),
  )
})
