import type { Box } from './boxes.ts'
import { resample } from './resample.ts'
import type { Pixels } from './tiny-face.ts'

/** Faces are resampled to this size in pixels before measuring. */
const side = 96

export interface Light {
  /** Variance of the Laplacian of the face at 96 px, a measure of detail. */
  sharpness: number
  /** Mean grey, 0 to 255. */
  brightness: number
}

/** Measures sharpness and brightness of a face; the service measures the same. */
export function measureLight(picture: Pixels, { x, y, width, height }: Box): Light {
  const length = Math.max(width, height)
  const square = { x: x + (width - length) / 2, y: y + (height - length) / 2, width: length, height: length }
  const grey = toGreyscale(resample(picture, square, side, side))
  const edges = new Float32Array((side - 2) ** 2)
  let out = 0
  for (let row = 1; row < side - 1; row++)
    for (let at = row * side + 1; at < row * side + side - 1; at++)
      edges[out++] =
        (grey[at - 1] ?? 0) +
        (grey[at + 1] ?? 0) +
        (grey[at - side] ?? 0) +
        (grey[at + side] ?? 0) -
        4 * (grey[at] ?? 0)
  const mean = average(edges)
  return { sharpness: average(edges.map((edge) => (edge - mean) ** 2)), brightness: average(grey) }
}

/** Returns the mean brightness of a picture, 0 to 255. */
export function measureBrightness(picture: Pixels): number {
  const all = { x: 0, y: 0, width: picture.width, height: picture.height }
  return average(toGreyscale(resample(picture, all, 16, 16)))
}

function toGreyscale({ data }: Pixels): Float32Array {
  const grey = new Float32Array(data.length / 4)
  for (let at = 0; at < grey.length; at++) {
    const from = at * 4
    grey[at] = 0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0)
  }
  return grey
}

const average = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length
