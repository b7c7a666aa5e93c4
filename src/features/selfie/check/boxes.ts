import { computeOverlap } from '../../../../contract/faces/boxes.ts'
import { cellSizeInPixels, type Grid } from './tiny-face.ts'
import { anchorCount, valuesPerBox } from './tiny-face-weights.ts'

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
const sameFaceMinOverlap = 0.4

const sigmoid = (readValue: number) => 1 / (1 + Math.exp(-readValue))

/** Decodes the faces of a grid, in descending order of score, without duplicates. */
export function decodeFaces(grid: Grid, minScore: number): Face[] {
  const found: Face[] = []
  for (let row = 0; row < grid.height; row++)
    for (let column = 0; column < grid.width; column++)
      for (let anchor = 0; anchor < anchorCount; anchor++) {
        const face = decodeFace(grid, row, column, anchor)
        if (face.score >= minScore) found.push(face)
      }
  return removeDuplicates(found)
}

function decodeFace(grid: Grid, row: number, column: number, anchor: number): Face {
  const startIndex = ((row * grid.width + column) * anchorCount + anchor) * valuesPerBox
  const readValue = (offset: number) => grid.data[startIndex + offset] ?? 0
  const [anchorWidth, anchorHeight] = anchors[anchor] ?? [0, 0]
  const width = Math.exp(readValue(2)) * anchorWidth * cellSizeInPixels
  const height = Math.exp(readValue(3)) * anchorHeight * cellSizeInPixels
  const x = (column + sigmoid(readValue(0))) * cellSizeInPixels - width / 2
  const y = (row + sigmoid(readValue(1))) * cellSizeInPixels - height / 2
  return { box: { x, y, width, height }, score: sigmoid(readValue(4)) }
}

/** Applies non-maximum suppression: keeps the box with the highest score of those that show the same face. */
export function removeDuplicates(faces: readonly Face[]): Face[] {
  const keptFaces: Face[] = []
  for (const face of [...faces].sort((a, b) => b.score - a.score)) {
    if (keptFaces.every(({ box }) => computeOverlap(box, face.box) < sameFaceMinOverlap)) keptFaces.push(face)
  }
  return keptFaces
}
