import { expect, test } from 'vitest'
import type { Network, Output } from '../network.ts'
import { detectFacesWithPoints } from './detect-yunet.ts'

const pixels = { layout: 'planes' as const, channels: 'bgr' as const, mean: zeros(), deviation: ones() }
const side = 64

function zeros(): [number, number, number] {
  return [0, 0, 0]
}
function ones(): [number, number, number] {
  return [1, 1, 1]
}

interface Cell {
  stride: number
  column: number
  row: number
  score: number
}

/** Returns a network whose outputs have faces of two strides in width and height in some cells. */
function createNetwork(cells: readonly Cell[]): Network & { dimensions: (readonly number[])[] } {
  const dimensions: (readonly number[])[] = []
  const buildOutput = (values: number, stride: number, fill: (cell: Cell) => readonly number[]): Output => {
    const columns = side / stride
    const data = new Float32Array(columns * columns * values)
    for (const cell of cells)
      if (cell.stride === stride) data.set(fill(cell), (cell.row * columns + cell.column) * values)
    return { data, dimensions: [1, columns * columns, values] }
  }
  const fills: [number, (cell: Cell) => readonly number[]][] = [
    [1, ({ score }) => [score]],
    [1, ({ score }) => [score]],
    [4, () => [0.5, 0.25, Math.log(2), Math.log(2)]],
    [10, () => [-0.5, 0, 0.5, 0, 0, 0.5, -0.5, 1, 0.5, 1]],
  ]
  return {
    dimensions,
    run: async (_, inputDimensions) => {
      dimensions.push(inputDimensions)
      return fills.flatMap(([values, fill]) => [8, 16, 32].map((stride) => buildOutput(values, stride, fill)))
    },
    close: async () => undefined,
  }
}

const picture = { data: new Uint8Array(side * side * 3), width: side, height: side }

test('boxes and points are in pixels of the picture', async () => {
  const network = createNetwork([{ stride: 16, column: 1, row: 2, score: 0.81 }])
  const faces = await detectFacesWithPoints(network, pixels, picture, side, 0.5)
  expect(network.dimensions).toEqual([[1, 3, side, side]])
  expect(faces).toHaveLength(1)
  expect(faces[0]?.score).toBeCloseTo(0.81)
  expect(faces[0]?.box.x).toBeCloseTo(1.5 * 16 - 16)
  expect(faces[0]?.box.y).toBeCloseTo(2.25 * 16 - 16)
  expect(faces[0]?.box.width).toBeCloseTo(32)
  expect(faces[0]?.points).toEqual([
    [8, 32],
    [24, 32],
    [16, 40],
    [8, 48],
    [24, 48],
  ])
})

test('a picture that is scaled to the input gives the same face', async () => {
  const network = createNetwork([{ stride: 16, column: 1, row: 2, score: 0.81 }])
  const large = { data: new Uint8Array(side * side * 3 * 4), width: side * 2, height: side * 2 }
  const [face] = await detectFacesWithPoints(network, pixels, large, side, 0.5)
  expect(face?.box.width).toBeCloseTo(64)
  expect(face?.points?.[0]).toEqual([16, 64])
})

test('of overlapping faces the best is returned, and none below the score', async () => {
  const network = createNetwork([
    { stride: 8, column: 2, row: 2, score: 0.7 },
    { stride: 8, column: 2, row: 3, score: 0.9 },
    { stride: 8, column: 6, row: 6, score: 0.6 },
    { stride: 8, column: 6, row: 1, score: 0.4 },
  ])
  const faces = await detectFacesWithPoints(network, pixels, picture, side, 0.5)
  expect(faces.map(({ score }) => score.toFixed(1))).toEqual(['0.9', '0.6'])
})
