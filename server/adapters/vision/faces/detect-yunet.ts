import { computeOverlap } from '../../../../contract/faces/boxes.ts'
import type { Box } from '../../../features/photos/ports.ts'
import type { Bitmap } from '../images/bitmap.ts'
import type { Pixels } from '../models/card.ts'
import type { Network, Output } from '../network.ts'
import { type DetectedFace, resizeForNetwork } from './detect-faces.ts'
import type { Point } from './landmarks.ts'
import { toNetworkInput } from './network-input.ts'

/** Distances of the cells of each grid in pixels of the input. */
const strides = [8, 16, 32]
const maxOverlap = 0.3

/** The outputs for one grid. */
interface GridOutputs {
  readonly stride: number
  readonly columns: number
  readonly classes: Float32Array
  readonly objects: Float32Array
  readonly boxes: Float32Array
  readonly points: Float32Array
}

/** Returns the outputs by grid. The file lists them by kind, then by stride. */
function groupOutputs(outputs: readonly Output[], inputWidth: number): GridOutputs[] {
  return strides.map((stride, i) => {
    const [classes, objects, boxes, points] = [0, 1, 2, 3].map(
      (kind) => outputs[kind * strides.length + i]?.data,
    )
    if (!classes || !objects || !boxes || !points) throw new Error('YuNet gives no boxes and points')
    return { stride, columns: inputWidth / stride, classes, objects, boxes, points }
  })
}

/** Returns the faces of one grid in pixels of the input. */
function readGrid({ stride, columns, classes, objects, boxes, points }: GridOutputs, minScore: number) {
  const faces: (DetectedFace & { points: Point[] })[] = []
  for (let cell = 0; cell < classes.length; cell++) {
    const score = Math.sqrt(clampScore(classes[cell]) * clampScore(objects[cell]))
    if (score < minScore) continue
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    const [dx = 0, dy = 0, logWidth = 0, logHeight = 0] = boxes.subarray(cell * 4, cell * 4 + 4)
    const [width, height] = [Math.exp(logWidth) * stride, Math.exp(logHeight) * stride]
    const box = {
      x: (column + dx) * stride - width / 2,
      y: (row + dy) * stride - height / 2,
      width,
      height,
    }
    const facePoints = Array.from({ length: 5 }, (_, i): Point => {
      const offset = cell * 10 + i * 2
      return [((points[offset] ?? 0) + column) * stride, ((points[offset + 1] ?? 0) + row) * stride]
    })
    faces.push({ box, score, points: facePoints })
  }
  return faces
}

const clampScore = (score = 0) => Math.min(1, Math.max(0, score))

const scaleBox = ({ x, y, width, height }: Box, factor: number): Box => ({
  x: x * factor,
  y: y * factor,
  width: width * factor,
  height: height * factor,
})

/**
 * Finds faces with their eyes, nose and corners of the mouth.
 *
 * @param longSide of the network's input in pixels, to which the picture is scaled
 * @param minScore 0 to 1
 * @returns boxes and points in pixels of `picture`, may reach beyond it
 */
export async function detectFacesWithPoints(
  network: Network,
  pixels: Pixels,
  picture: Bitmap,
  longSide: number,
  minScore: number,
): Promise<DetectedFace[]> {
  const { input, scale } = await resizeForNetwork(picture, longSide)
  const { data, dimensions } = toNetworkInput(input.data, input, pixels)
  const grids = groupOutputs(await network.run(data, dimensions), input.width)
  const candidates = grids.flatMap((grid) => readGrid(grid, minScore)).sort((a, b) => b.score - a.score)
  const faces: typeof candidates = []
  for (const candidate of candidates)
    if (!faces.some((face) => computeOverlap(face.box, candidate.box) > maxOverlap)) faces.push(candidate)
  return faces.map(({ box, score, points }) => ({
    box: scaleBox(box, 1 / scale),
    score,
    points: points.map(([x, y]): Point => [x / scale, y / scale]),
  }))
}
