import { cellSide, type Grid } from './tiny-face.ts'
import { anchorsCount, valuesOfBox } from './tiny-face-weights.ts'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Describes a detected face. */
export interface Face {
  /** In pixels of the picture. */
  box: Box
  /** 0 to 1. */
  score: number
}

/** Anchor sizes of the network's training, in cells. */
const anchors = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const

/** IoU threshold: two boxes with more overlap show the same face. */
const sameFaceOverlap = 0.4

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value))

export const computeArea = ({ width, height }: Box) => width * height

/** Returns the intersection of two boxes, in square pixels. */
export function sharedArea(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return Math.max(0, width) * Math.max(0, height)
}

/** Decodes the faces of a grid, in descending order of score, without duplicates. */
export function decodeFaces(grid: Grid, minScore: number): Face[] {
  const found: Face[] = []
  for (let row = 0; row < grid.height; row++)
    for (let column = 0; column < grid.width; column++)
      for (let anchor = 0; anchor < anchorsCount; anchor++) {
        const face = faceAt(grid, row, column, anchor)
        if (face.score >= minScore) found.push(face)
      }
  return withoutDoubles(found)
}

function faceAt(grid: Grid, row: number, column: number, anchor: number): Face {
  const at = ((row * grid.width + column) * anchorsCount + anchor) * valuesOfBox
  const value = (offset: number) => grid.data[at + offset] ?? 0
  const [anchorWidth, anchorHeight] = anchors[anchor] ?? [0, 0]
  const width = Math.exp(value(2)) * anchorWidth * cellSide
  const height = Math.exp(value(3)) * anchorHeight * cellSide
  const x = (column + sigmoid(value(0))) * cellSide - width / 2
  const y = (row + sigmoid(value(1))) * cellSide - height / 2
  return { box: { x, y, width, height }, score: sigmoid(value(4)) }
}

/** Applies non-maximum suppression: keeps the box with the highest score of those that show the same face. */
export function withoutDoubles(faces: readonly Face[]): Face[] {
  const kept: Face[] = []
  for (const face of [...faces].sort((a, b) => b.score - a.score)) {
    const isNew = kept.every(({ box }) => {
      const shared = sharedArea(box, face.box)
      return shared / (computeArea(box) + computeArea(face.box) - shared) < sameFaceOverlap
    })
    if (isNew) kept.push(face)
  }
  return kept
}
