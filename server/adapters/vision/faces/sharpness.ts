import type { Box } from '../../../features/photos/ports.ts'
import { cutFrom, type Pyramid } from '../images/pyramid.ts'

const side = 96

export interface FaceLight {
  /** Variance of the Laplacian of the face, scaled to 96 px. */
  sharpness: number
  /** Mean gray, 0 to 255. */
  brightness: number
}

function toGreyscale(photo: Pyramid, box: Box): Float32Array {
  const crop = new Uint8Array(side * side * 3)
  const a = Math.max(box.width, box.height) / side
  const frame = {
    a,
    b: 0,
    dx: box.x + box.width / 2 - (a * side) / 2,
    dy: box.y + box.height / 2 - (a * side) / 2,
  }
  cutFrom(photo, frame, { width: side, height: side }, crop)
  return Float32Array.from({ length: side * side }, (_, i) => {
    const [red = 0, green = 0, blue = 0] = crop.subarray(i * 3, i * 3 + 3)
    return 0.299 * red + 0.587 * green + 0.114 * blue
  })
}

function average(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Measures sharpness and brightness of a face, to reject a bad selfie before the search. */
export function faceLight(photo: Pyramid, box: Box): FaceLight {
  const grey = toGreyscale(photo, box)
  const edges = new Float32Array((side - 2) * (side - 2))
  let out = 0
  for (let y = 1; y < side - 1; y++)
    for (let x = 1; x < side - 1; x++) {
      const at = y * side + x
      edges[out++] =
        (grey[at - 1] ?? 0) +
        (grey[at + 1] ?? 0) +
        (grey[at - side] ?? 0) +
        (grey[at + side] ?? 0) -
        4 * (grey[at] ?? 0)
    }
  const mean = average(edges)
  return { sharpness: average(edges.map((edge) => (edge - mean) ** 2)), brightness: average(grey) }
}
