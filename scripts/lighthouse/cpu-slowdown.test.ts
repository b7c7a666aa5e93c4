import { expect, test } from 'vitest'
import { computeCpuSlowdown } from './cpu-slowdown.ts'

test.each([
  [2_400, 4],
  [1_500, 4],
  [1_200, 3.2],
  [840, 2.2],
  [300, 1],
])('a machine of index %d is slowed down %d times', (index, slowdown) => {
  expect(computeCpuSlowdown(index)).toBe(slowdown)
})
