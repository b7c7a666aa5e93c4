import type { Similarity } from '../images/bitmap.ts'
import type { EmbedderCard } from '../models/card.ts'
import type { Point } from './landmarks.ts'

/** The points of a face in pixels of the photo: five of a detector, or 68 of the landmark network. */
export type FacePoints =
  | { readonly type: 'five'; readonly points: readonly Point[] }
  | { readonly type: 'landmarks'; readonly points: readonly Point[] }

/**
 * Fits the transform from the chip of an embedder to the photo. Five points are fitted to the five of the card. Of 68
 * landmarks those of the card are used, or the five that can be derived from them.
 */
export function alignFace(alignment: EmbedderCard['alignment'], face: FacePoints): Similarity {
  const { fivePoints, landmarks } = alignment
  if (face.type === 'five') return fitSimilarity(fivePoints, face.points)
  if (!landmarks) return fitSimilarity(fivePoints, deriveFivePoints(face.points))
  return fitSimilarity(
    landmarks.points,
    landmarks.indexes.map((index): Point => face.points[index] ?? [0, 0]),
  )
}

/** Returns the centers of the eyes, the tip of the nose and the corners of the mouth of 68 landmarks. */
function deriveFivePoints(landmarks: readonly Point[]): Point[] {
  const averagePoints = (from: number, to: number): Point => {
    const points = landmarks.slice(from, to)
    const sum = (axis: 0 | 1) => points.reduce((total, point) => total + point[axis], 0)
    return [sum(0) / points.length, sum(1) / points.length]
  }
  const [nose = [0, 0], mouthLeft = [0, 0], mouthRight = [0, 0]] = [30, 48, 54].map((i) => landmarks[i])
  return [averagePoints(36, 42), averagePoints(42, 48), nose, mouthLeft, mouthRight]
}

/**
 * Fits the rotation, scale and translation that map a face chip to the picture, by least squares.
 *
 * @param chip points in the chip
 * @param picture the same points in the picture
 */
export function fitSimilarity(chip: readonly Point[], picture: readonly Point[]): Similarity {
  const mean = (points: readonly Point[], axis: 0 | 1) =>
    points.reduce((sum, point) => sum + point[axis], 0) / points.length
  const [meanU, meanV, meanX, meanY] = [mean(chip, 0), mean(chip, 1), mean(picture, 0), mean(picture, 1)]
  let [dotProduct, crossProduct, sumOfSquares] = [0, 0, 0]
  chip.forEach(([chipU, chipV], i) => {
    const [pictureX, pictureY] = picture[i] ?? [0, 0]
    const [u, v, x, y] = [chipU - meanU, chipV - meanV, pictureX - meanX, pictureY - meanY]
    dotProduct += u * x + v * y
    crossProduct += u * y - v * x
    sumOfSquares += u * u + v * v
  })
  const [a, b] = [dotProduct / sumOfSquares, crossProduct / sumOfSquares]
  return { a, b, dx: meanX - a * meanU + b * meanV, dy: meanY - b * meanU - a * meanV }
}
