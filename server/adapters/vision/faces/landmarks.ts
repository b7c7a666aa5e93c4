import type { Box } from '../../../features/photos/ports.ts'
import { extractFromPyramid, type Pyramid } from '../images/pyramid.ts'
import type { Network } from '../network.ts'

export type Point = readonly [x: number, y: number]

const cropSideInPixels = 112
const pointCount = 68
/** Faces that are run at once: each takes about 1.5 MB meanwhile, and a photo of a crowd has dozens. */
const facesPerRun = 8

/**
 * Finds 68 landmarks in each face: 0 to 16 the jaw, 17 to 26 the brows, 27 to 35 the nose, 36 to 47 the eyes, 48 to 67 the
 * mouth (the numbering of the 300-W data set).
 *
 * @returns points in pixels of the full photo
 */
export async function detectLandmarks(
  network: Network,
  photo: Pyramid,
  boxes: readonly Box[],
): Promise<Point[][]> {
  const points: Point[][] = []
  for (let start = 0; start < boxes.length; start += facesPerRun)
    points.push(...(await runBoxes(network, photo, boxes.slice(start, start + facesPerRun))))
  return points
}

async function runBoxes(network: Network, photo: Pyramid, boxes: readonly Box[]): Promise<Point[][]> {
  const crops = new Uint8Array(boxes.length * cropSideInPixels * cropSideInPixels * 3)
  const frames = boxes.map(({ x, y, width, height }, i) => {
    const a = Math.max(width, height) / cropSideInPixels
    const frame = {
      a,
      b: 0,
      dx: x + width / 2 - (a * cropSideInPixels) / 2,
      dy: y + height / 2 - (a * cropSideInPixels) / 2,
    }
    extractFromPyramid(
      photo,
      frame,
      { width: cropSideInPixels, height: cropSideInPixels },
      crops,
      i * cropSideInPixels * cropSideInPixels * 3,
    )
    return frame
  })
  const [result] = await network.run(crops, [boxes.length, cropSideInPixels, cropSideInPixels, 3])
  return frames.map(({ a, dx, dy }, i) =>
    Array.from({ length: pointCount }, (_, point): Point => {
      const offset = i * pointCount * 2 + point * 2
      return [
        a * (result?.data[offset] ?? 0) * cropSideInPixels + dx,
        a * (result?.data[offset + 1] ?? 0) * cropSideInPixels + dy,
      ]
    }),
  )
}
