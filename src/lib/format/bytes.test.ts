import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test.each([
  [0, '0 B'],
  [950, '950 B'],
  [82_400, '82 kB'],
  [8_440_000, '8.4 MB'],
  [1_500_000_000, '1.5 GB'],
])('formats %i bytes in the unit that fits', (size, text) => {
  expect(formatBytes(size, 'en').replace('byte', 'B')).toBe(text)
})
