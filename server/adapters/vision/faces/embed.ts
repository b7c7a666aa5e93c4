import { extractFromPyramid, type Pyramid } from '../images/pyramid.ts'
import type { Network } from '../network.ts'
import { fitSimilarity } from './align.ts'
import type { Point } from './landmarks.ts'

const chipSideInPixels = 150
const chipSize = chipSideInPixels * chipSideInPixels * 3
const embeddingLength = 128
const facesPerRun = 4

/** Selects the nose, eyes, upper lip and inner mouth, which move least. Brows, jaw and lower lip are left out. */
const stablePointIndexes = Array.from({ length: 68 }, (_, i) => i).filter(
  (i) => (i >= 27 && i <= 54) || (i >= 60 && i <= 64),
)

/**
 * Positions of the steady points in a chip of 150 px: the mean of frontal faces as found by our landmark network, made
 * symmetric, and scaled to the training data of the recognition network.
 */
// biome-ignore format: a table of points
const template: readonly Point[] = [
  [74, 48.5], [74, 60.1], [74, 70.8], [74, 80.4], [63.4, 84.5], [67.9, 86.4], [74, 87.8], [80.1, 86.4], [84.6, 84.5],
  [37, 45.4], [42.5, 43], [50.4, 42.9], [57.6, 47], [51.1, 49.1], [42.8, 48.9],
  [90.4, 47], [97.6, 42.9], [105.5, 43], [111, 45.4], [105.2, 48.9], [96.9, 49.1],
  [49.4, 101.9], [57.7, 99.1], [68.6, 96.9], [74, 98.1], [79.4, 96.9], [90.3, 99.1], [98.6, 101.9],
  [51.1, 102.2], [66.3, 101.8], [74, 101.8], [81.7, 101.8], [96.9, 102.2],
]

function mirrorChip(chips: Uint8Array, from: number, to: number): void {
  for (let row = 0; row < chipSideInPixels; row++)
    for (let column = 0; column < chipSideInPixels; column++) {
      const source = from + (row * chipSideInPixels + column) * 3
      chips.copyWithin(to + (row * chipSideInPixels + chipSideInPixels - 1 - column) * 3, source, source + 3)
    }
}

/**
 * Computes a 128-dimensional embedding of each face: the mean of the aligned face and its mirror image, which is more stable
 * than either of them.
 *
 * @param faces 68 points for each face, as from `detectLandmarks`
 */
export async function embedFaces(
  network: Network,
  photo: Pyramid,
  faces: readonly (readonly Point[])[],
): Promise<Float32Array[]> {
  const embeddings: Float32Array[] = []
  for (let start = 0; start < faces.length; start += facesPerRun) {
    const group = faces.slice(start, start + facesPerRun)
    const chips = new Uint8Array(group.length * 2 * chipSize)
    group.forEach((points, i) => {
      const stablePoints = stablePointIndexes.map((index): Point => points[index] ?? [0, 0])
      const from = i * 2 * chipSize
      extractFromPyramid(
        photo,
        fitSimilarity(template, stablePoints),
        { width: chipSideInPixels, height: chipSideInPixels },
        chips,
        from,
      )
      mirrorChip(chips, from, from + chipSize)
    })
    const [result] = await network.run(chips, [group.length * 2, chipSideInPixels, chipSideInPixels, 3])
    group.forEach((_, i) => {
      const getValue = (index: number) => result?.data[i * 2 * embeddingLength + index] ?? 0
      embeddings.push(
        Float32Array.from(
          { length: embeddingLength },
          (__, d) => (getValue(d) + getValue(embeddingLength + d)) / 2,
        ),
      )
    })
  }
  return embeddings
}
