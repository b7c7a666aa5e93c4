import { createHash } from 'node:crypto'
import type { EmbedderCard } from '../../../server/adapters/vision/models/card.ts'
import { findFaceModel } from '../../../server/adapters/vision/models/cards.ts'
import { Graph } from '../../../server/adapters/vision/onnx/graph.ts'

const sideInPixels = 32
const dimension = 128

/** Returns numbers from -0.5 to 0.5, the same for each call. */
function listNumbers(count: number): number[] {
  let state = 1
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 - 0.5
  })
}

/**
 * Builds a small face model that is not part of the project: it projects the pixels of an aligned face to 128 numbers. One
 * picture as a photo and as a selfie has distances up to 0.16, selfies of different demo runners have distances from 0.68.
 */
export function buildSmallModel(): { card: EmbedderCard; bytes: Buffer } {
  const graph = new Graph()
  const pixelCount = 3 * sideInPixels * sideInPixels
  const flat = graph.add('Flatten', ['pixels'], { axis: 1 })
  const weights = graph.floats(listNumbers(pixelCount * dimension), [pixelCount, dimension])
  const output = graph.add('MatMul', [flat, weights])
  const dimensions = [1, 3, sideInPixels, sideInPixels]
  const bytes = graph.toBytes({ name: 'pixels', type: 'float', dimensions }, [output])
  const { embedder } = findFaceModel('yunet+mobilefacenet')
  const card: EmbedderCard = {
    ...embedder,
    id: 'small-model',
    title: 'Small model of a test',
    source: { type: 'download', url: 'https://models.test/small.onnx', sizeInBytes: bytes.length },
    sha256: createHash('sha256').update(bytes).digest('hex'),
    licence: { name: 'MIT', url: 'https://models.test/LICENSE', note: 'Made by a test.' },
    sideInPixels,
    pixels: {
      layout: 'planes',
      channels: 'rgb',
      mean: [127.5, 127.5, 127.5],
      deviation: [64, 64, 64],
    },
    alignment: {
      fivePoints: embedder.alignment.fivePoints.map(([x, y]) => [
        (x * sideInPixels) / embedder.sideInPixels,
        (y * sideInPixels) / embedder.sideInPixels,
      ]),
    },
    thresholds: {
      strong: { distance: 0.25, falseMatchRate: 0.001 },
      sure: { distance: 0.3, falseMatchRate: 0.001 },
      maybe: { distance: 0.35, falseMatchRate: 0.001 },
      sameBib: { distance: 0.4, falseMatchRate: 0.001 },
      smallFace: { distance: 0.25, falseMatchRate: 0.001 },
      evenOdds: 0.5,
      crowd: { distance: 0.4, falseMatchRate: 0.001 },
      crowdShares: { strong: 0.8, sure: 0.87, maybe: 0.95 },
    },
  }
  return { card, bytes }
}
