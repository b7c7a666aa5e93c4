import type { Pixels } from '../models/card.ts'

/** Values for the input of a network, and their dimensions. */
export interface NetworkInput {
  readonly data: Uint8Array | Float32Array
  readonly dimensions: readonly number[]
}

/**
 * Converts pictures of one size to the input that a model card describes.
 *
 * @param pictures one after another: rows of RGB pixels with three bytes each
 */
export function toNetworkInput(
  pictures: Uint8Array,
  { width, height }: { width: number; height: number },
  pixels: Pixels,
): NetworkInput {
  const planeSize = width * height
  const count = pictures.length / (planeSize * 3)
  if (pixels.layout === 'bytes') return { data: pictures, dimensions: [count, height, width, 3] }
  const data = new Float32Array(pictures.length)
  const { mean, deviation } = pixels
  for (let channel = 0; channel < 3; channel++) {
    const plane = pixels.channels === 'rgb' ? channel : 2 - channel
    const channelMean = mean[plane] ?? 0
    const factor = 1 / (deviation[plane] ?? 1)
    for (let picture = 0; picture < count; picture++) {
      const target = (picture * 3 + plane) * planeSize
      const source = picture * planeSize * 3 + channel
      for (let i = 0; i < planeSize; i++)
        data[target + i] = ((pictures[source + i * 3] ?? 0) - channelMean) * factor
    }
  }
  return { data, dimensions: [count, 3, height, width] }
}
