import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { sha256 } from './sha256.ts'

afterEach(() => vi.unstubAllGlobals())

const byNode = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test.each([
  ['with the browser’s own', true],
  ['without https', false],
])('gives the digest that everybody gives, %s', async (_, secure) => {
  if (!secure) vi.stubGlobal('crypto', {})
  const anyBytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.uint8Array({ minLength: 50_000, maxLength: 50_200 }),
  )
  await fc.assert(
    fc.asyncProperty(anyBytes, async (bytes) => {
      expect(await sha256(new Uint8Array(bytes).buffer)).toBe(byNode(bytes))
    }),
    { numRuns: 150 },
  )
})
