import { expect, test } from 'vitest'
import { fitSimilarity } from './align.ts'
import type { Point } from './landmarks.ts'

test('turn, scale and shift are found again from points that were moved by them', () => {
  const chip: Point[] = [
    [10, 10],
    [90, 15],
    [50, 60],
    [20, 95],
  ]
  const transform = { a: 1.2, b: -0.7, dx: 300, dy: 40 }
  const picture = chip.map(
    ([u, v]): Point => [transform.a * u - transform.b * v + 300, transform.b * u + transform.a * v + 40],
  )
  const fitted = fitSimilarity(chip, picture)
  for (const key of ['a', 'b', 'dx', 'dy'] as const) expect(fitted[key]).toBeCloseTo(transform[key], 6)
})
