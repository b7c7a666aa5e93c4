import { expect, test } from 'vitest'
import type { Similarity } from '../images/bitmap.ts'
import { findFaceModel } from '../models/cards.ts'
import { alignFace, fitSimilarity } from './align.ts'
import type { Point } from './landmarks.ts'

const transform: Similarity = { a: 1.2, b: -0.7, dx: 300, dy: 40 }
const move = ([u, v]: Point): Point => [
  transform.a * u - transform.b * v + transform.dx,
  transform.b * u + transform.a * v + transform.dy,
]

function expectTransform(fitted: Similarity): void {
  for (const key of ['a', 'b', 'dx', 'dy'] as const) expect(fitted[key]).toBeCloseTo(transform[key], 6)
}

test('turn, scale and shift are found again from points that were moved by them', () => {
  const chip: Point[] = [
    [10, 10],
    [90, 15],
    [50, 60],
    [20, 95],
  ]
  expectTransform(fitSimilarity(chip, chip.map(move)))
})

const mobileFaceNet = findFaceModel('yunet+mobilefacenet').embedder.alignment
const faceApi = findFaceModel('face-api-ssd+face-api-resnet').embedder.alignment

test('five points of a detector are fitted to the five of the card', () => {
  for (const alignment of [mobileFaceNet, faceApi])
    expectTransform(alignFace(alignment, { type: 'five', points: alignment.fivePoints.map(move) }))
})

test('landmarks are fitted to those of the card, and the others have no effect', () => {
  const points: Point[] = Array.from({ length: 68 }, () => [-1000, 1000])
  faceApi.landmarks?.indexes.forEach((index, i) => {
    const [u = 0, v = 0] = faceApi.landmarks?.points[i] ?? []
    points[index] = move([u, v])
  })
  expectTransform(alignFace(faceApi, { type: 'landmarks', points }))
})

test('five points are derived from landmarks for a card without them', () => {
  const [leftEye = [0, 0], rightEye = [0, 0], nose = [0, 0], mouthLeft = [0, 0], mouthRight = [0, 0]] =
    mobileFaceNet.fivePoints
  const points: Point[] = Array.from({ length: 68 }, () => [-1000, 1000])
  /** Puts six points around the center of an eye. */
  const drawEye = ([u, v]: Point, first: number) => {
    const offsets: Point[] = [
      [-6, 0],
      [-3, -2],
      [3, -2],
      [6, 0],
      [3, 2],
      [-3, 2],
    ]
    offsets.forEach(([right, down], i) => {
      points[first + i] = move([u + right, v + down])
    })
  }
  drawEye(leftEye, 36)
  drawEye(rightEye, 42)
  points[30] = move(nose)
  points[48] = move(mouthLeft)
  points[54] = move(mouthRight)
  expectTransform(alignFace(mobileFaceNet, { type: 'landmarks', points }))
})
