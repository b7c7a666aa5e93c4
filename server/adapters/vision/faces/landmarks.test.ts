import { expect, test } from 'vitest'
import type { Network } from '../network.ts'
import { detectLandmarks } from './landmarks.ts'

const side = 112
const pointCount = 68

/** Creates a network that returns the gray level of each crop, 0 to 1, as all coordinates. */
function createNetwork(): Network & { counts: number[] } {
  const counts: number[] = []
  return {
    counts,
    run: (data, [count = 0]) => {
      counts.push(count)
      const values = Array.from({ length: count }, (_, i) => (data[i * side * side * 3] ?? 0) / 255)
      const points = Float32Array.from(values.flatMap((value) => Array<number>(pointCount * 2).fill(value)))
      return Promise.resolve([{ data: points, dimensions: [count, pointCount * 2] }])
    },
    close: () => Promise.resolve(),
  }
}

test('finds the points of at most eight faces at once, in the order of their boxes', async () => {
  const count = 10
  // a square of another gray for each face, one below the other
  const data = Uint8Array.from({ length: side * side * count * 3 }, (_, i) =>
    Math.floor(i / (side * side * 3)),
  )
  const full = { data, width: side, height: side * count }
  const boxes = Array.from({ length: count }, (_, i) => ({ x: 0, y: i * side, width: side, height: side }))
  const network = createNetwork()
  const points = await detectLandmarks(network, { full, levels: [{ bitmap: full, scale: 1 }] }, boxes)
  expect(network.counts).toEqual([8, 2])
  expect(points).toHaveLength(count)
  for (const [i, facePoints] of points.entries()) {
    expect(facePoints).toHaveLength(pointCount)
    const [x = 0, y = 0] = facePoints[0] ?? []
    expect(x).toBeCloseTo((i / 255) * side, 4)
    expect(y).toBeCloseTo((i / 255) * side + i * side, 4)
  }
})

test('runs no network without faces', async () => {
  const full = { data: new Uint8Array(3), width: 1, height: 1 }
  const network = createNetwork()
  expect(await detectLandmarks(network, { full, levels: [{ bitmap: full, scale: 1 }] }, [])).toEqual([])
  expect(network.counts).toEqual([])
})
