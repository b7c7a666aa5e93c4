import type { Box } from './boxes.ts'
import { resample } from './resample.ts'
import type { Pixels } from './tiny-face.ts'

/** Faces are resampled to this size in pixels before measuring. */
const sideInPixels = 96

export interface Light {
  /** Variance of the Laplacian of the face at 96 px, a measure of detail. */
  sharpness: number
  /** Mean grey, 0 to 255. */
  brightness: number
}

/** Measures sharpness and brightness of a face; the service measures the same. */
export function measureLight(picture: Pixels, { x, y, width, height }: Box): Light {
  const squareSide = Math.max(width, height)
  const square = {
    x: x + (width - squareSide) / 2,
    y: y + (height - squareSide) / 2,
    width: squareSide,
    height: squareSide,
  }
  const grey = toGreyscale(resample(picture, square, sideInPixels, sideInPixels))
  const edges = new Float32Array((sideInPixels - 2) ** 2)
  let edgeIndex = 0
  for (let row = 1; row < sideInPixels - 1; row++)
    for (let index = row * sideInPixels + 1; index < row * sideInPixels + sideInPixels - 1; index++)
      edges[edgeIndex++] =
        (grey[index - 1] ?? 0) +
        (grey[index + 1] ?? 0) +
        (grey[index - sideInPixels] ?? 0) +
        (grey[index + sideInPixels] ?? 0) -
        4 * (grey[index] ?? 0)
  const mean = average(edges)
  return { sharpness: average(edges.map((edge) => (edge - mean) ** 2)), brightness: average(grey) }
}

/** Returns the mean brightness of a picture, 0 to 255. */
export function measureBrightness(picture: Pixels): number {
  const wholePicture = { x: 0, y: 0, width: picture.width, height: picture.height }
  return average(toGreyscale(resample(picture, wholePicture, 16, 16)))
}

function toGreyscale({ data }: Pixels): Float32Array {
  const grey = new Float32Array(data.length / 4)
  for (let index = 0; index < grey.length; index++) {
    const sourceIndex = index * 4
    grey[index] =
      0.299 * (data[sourceIndex] ?? 0) +
      0.587 * (data[sourceIndex + 1] ?? 0) +
      0.114 * (data[sourceIndex + 2] ?? 0)
  }
  return grey
}

const average = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length
