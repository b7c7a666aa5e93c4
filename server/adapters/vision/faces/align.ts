import type { Similarity } from '../images/bitmap.ts'
import type { Point } from './landmarks.ts'

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
