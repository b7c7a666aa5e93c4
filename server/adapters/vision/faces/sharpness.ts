import type { Box } from '../../../features/photos/ports.ts'
import { extractFromPyramid, type Pyramid } from '../images/pyramid.ts'

const cropSideInPixels = 96

export interface FaceLight {
  /** Variance of the Laplacian of the face, scaled to 96 px. */
  sharpness: number
  /** Mean gray, 0 to 255. */
  brightness: number
}

function toGreyscale(photo: Pyramid, box: Box): Float32Array {
  const crop = new Uint8Array(cropSideInPixels * cropSideInPixels * 3)
  const a = Math.max(box.width, box.height) / cropSideInPixels
  const frame = {
    a,
    b: 0,
    dx: box.x + box.width / 2 - (a * cropSideInPixels) / 2,
    dy: box.y + box.height / 2 - (a * cropSideInPixels) / 2,
  }
  extractFromPyramid(photo, frame, { width: cropSideInPixels, height: cropSideInPixels }, crop)
  return Float32Array.from({ length: cropSideInPixels * cropSideInPixels }, (_, i) => {
    const [red = 0, green = 0, blue = 0] = crop.subarray(i * 3, i * 3 + 3)
    return 0.299 * red + 0.587 * green + 0.114 * blue
  })
}

function average(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Measures sharpness and brightness of a face, to reject a bad selfie before the search. */
export function measureFaceLight(photo: Pyramid, box: Box): FaceLight {
  const grey = toGreyscale(photo, box)
  const edges = new Float32Array((cropSideInPixels - 2) * (cropSideInPixels - 2))
  let outputIndex = 0
  for (let y = 1; y < cropSideInPixels - 1; y++)
    for (let x = 1; x < cropSideInPixels - 1; x++) {
      const index = y * cropSideInPixels + x
      edges[outputIndex++] =
        (grey[index - 1] ?? 0) +
        (grey[index + 1] ?? 0) +
        (grey[index - cropSideInPixels] ?? 0) +
        (grey[index + cropSideInPixels] ?? 0) -
        4 * (grey[index] ?? 0)
    }
  const mean = average(edges)
  return { sharpness: average(edges.map((edge) => (edge - mean) ** 2)), brightness: average(grey) }
}
