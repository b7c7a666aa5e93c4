import { extractFromPyramid, type Pyramid } from '../images/pyramid.ts'
import type { EmbedderCard } from '../models/card.ts'
import type { Network } from '../network.ts'
import { alignFace, type FacePoints } from './align.ts'
import { toNetworkInput } from './network-input.ts'

/** An opened network that computes embeddings, and its card. */
export interface Embedder {
  readonly card: EmbedderCard
  readonly network: Network
}

function mirrorChip(chips: Uint8Array, sideInPixels: number, from: number, to: number): void {
  for (let row = 0; row < sideInPixels; row++)
    for (let column = 0; column < sideInPixels; column++) {
      const source = from + (row * sideInPixels + column) * 3
      chips.copyWithin(to + (row * sideInPixels + sideInPixels - 1 - column) * 3, source, source + 3)
    }
}

/**
 * Computes an embedding of each face, as the card of the embedder describes: of the aligned face, or the mean of it and its
 * mirror image, which is more stable than either of them.
 */
export async function embedFaces(
  embedder: Embedder,
  photo: Pyramid,
  faces: readonly FacePoints[],
): Promise<Float32Array[]> {
  const { alignment, isFlipAveraged, sideInPixels, facesPerRun } = embedder.card
  const size = { width: sideInPixels, height: sideInPixels }
  const chipSize = sideInPixels * sideInPixels * 3
  const chipsPerFace = isFlipAveraged ? 2 : 1
  const chips = new Uint8Array(faces.length * chipsPerFace * chipSize)
  faces.forEach((face, i) => {
    const from = i * chipsPerFace * chipSize
    extractFromPyramid(photo, alignFace(alignment, face), size, chips, from)
    if (isFlipAveraged) mirrorChip(chips, sideInPixels, from, from + chipSize)
  })
  const outputs: Float32Array[] = []
  // networks with a fixed input take one chip, so a face and its mirror image are two runs
  const chipsPerRun = facesPerRun === 1 ? 1 : facesPerRun * chipsPerFace
  for (let start = 0; start < faces.length * chipsPerFace; start += chipsPerRun)
    outputs.push(
      ...(await runChips(embedder, chips.subarray(start * chipSize, (start + chipsPerRun) * chipSize))),
    )
  return faces.map((_, i) => averageVectors(outputs.slice(i * chipsPerFace, (i + 1) * chipsPerFace)))
}

/** Runs the network on some chips. Returns the vector of each. */
async function runChips({ card, network }: Embedder, chips: Uint8Array): Promise<Float32Array[]> {
  const { sideInPixels, dimension } = card
  const input = toNetworkInput(chips, { width: sideInPixels, height: sideInPixels }, card.pixels)
  const [result] = await network.run(input.data, input.dimensions)
  const count = input.dimensions[0] ?? 0
  if (result?.data.length !== count * dimension)
    throw new Error(`The embedder ${card.id} gives no vectors of ${dimension} numbers`)
  return Array.from({ length: count }, (_, i) => result.data.slice(i * dimension, (i + 1) * dimension))
}

function averageVectors(vectors: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(), second] = vectors
  return second ? first.map((value, i) => (value + (second[i] ?? 0)) / 2) : first
}
