import {
  convolveDepthwise,
  convolveFourPixels,
  convolvePointwise,
  convolvePointwiseAndPool,
  createPointwiseConvolution,
  createSumsBuffer,
  type FeatureMap,
  type FourOffsets,
  maxPoolFourPixels,
  maxPoolInPlace,
  type PointwiseConvolution,
} from './layers.ts'
import { channels, readWeights } from './tiny-face-weights.ts'

/** Contains RGBA pixels in rows, as returned by a canvas; the fourth byte is not used. */
export interface Pixels {
  data: Uint8ClampedArray | Uint8Array
  width: number
  height: number
}

/**
 * Contains the raw output of the network for each cell of a grid: per anchor the centre, the size and the score, not
 * decoded.
 */
export type Grid = FeatureMap

/** Measures the side of a grid cell in pixels; the sides of the input are multiples of it. */
export const cellSizeInPixels = 32

/** Runs the network; the result is overwritten by the next run. */
export type TinyFace = (picture: Pixels) => Grid

const meanColour = [117.001, 114.697, 97.404] as const
/** Values of 3 × 3 pixels of three colours. */
const patchLength = 27

interface SeparableLayer {
  depthwiseWeights: Float32Array
  pointwise: PointwiseConvolution
}

/**
 * Creates the network "tiny face detector" of face-api (MIT): the same layers and weights, implemented as plain loops over
 * typed arrays. Fast enough for a few runs per second.
 *
 * @param file the weights; see `readWeights`
 */
export function createTinyFace(file: ArrayBuffer): TinyFace {
  const weights = readWeights(file)
  const getWeights = (name: string) => weights.get(name) ?? new Float32Array()
  const firstLayer = foldNormalization(
    createPointwiseConvolution(getWeights('conv0/filters'), getWeights('conv0/bias')),
  )
  const separableLayers = channels.slice(1).map(
    (_, index): SeparableLayer => ({
      depthwiseWeights: getWeights(`conv${index + 1}/depthwise_filter`),
      pointwise: createPointwiseConvolution(
        getWeights(`conv${index + 1}/pointwise_filter`),
        getWeights(`conv${index + 1}/bias`),
      ),
    }),
  )
  const lastLayer = createPointwiseConvolution(getWeights('conv8/filters'), getWeights('conv8/bias'))
  const getBuffer = createBufferCache()
  return (picture) => {
    let featureMap = convolveColours(firstLayer, picture, getBuffer)
    separableLayers.forEach((layer, index) => {
      featureMap = applySeparableLayer(layer, featureMap, getBuffer, index === separableLayers.length - 1)
    })
    const grid = getBuffer('grid', featureMap.width, featureMap.height, lastLayer.outputs)
    convolvePointwise(lastLayer, featureMap.data, featureMap.width * featureMap.height, grid.data)
    return grid
  }
}

/**
 * Folds the input normalization (colour - mean) / 255 of the training into weights and bias, which saves a pass over the
 * pixels.
 */
function foldNormalization(convolution: PointwiseConvolution): PointwiseConvolution {
  const pairs = convolution.pairs.map((factor) => factor / 255)
  const bias = convolution.bias.map((value, output) => {
    let shift = 0
    for (let input = 0; input < convolution.inputs; input++) {
      const factor = pairs[(output >> 1) * convolution.inputs * 2 + input * 2 + (output & 1)] ?? 0
      shift += factor * (meanColour[input % 3] ?? 0)
    }
    return value - shift
  })
  return { ...convolution, pairs, bias }
}

type GetBuffer = (name: string, width: number, height: number, channels: number) => FeatureMap

/** Caches buffers by name and size, so that the next picture of the same size reuses them. */
function createBufferCache(): GetBuffer {
  const buffers = new Map<string, FeatureMap>()
  return (name, width, height, channelCount) => {
    const key = `${name} ${width} ${height} ${channelCount}`
    const featureMap = buffers.get(key) ?? {
      data: new Float32Array(width * height * channelCount),
      width,
      height,
      channels: channelCount,
    }
    buffers.set(key, featureMap)
    return featureMap
  }
}

/** Applies a 3 × 3 convolution to the colours without padding, then 2 × 2 max pooling. */
function convolveColours(
  convolution: PointwiseConvolution,
  picture: Pixels,
  getBuffer: GetBuffer,
): FeatureMap {
  const [width, height] = [picture.width - 2, picture.height - 2]
  const target = getBuffer('first', Math.ceil(width / 2), Math.ceil(height / 2), convolution.outputs)
  const patches = new Float32Array(4 * patchLength)
  const sums = createSumsBuffer(convolution)
  const offsets: FourOffsets = [0, patchLength, patchLength * 2, patchLength * 3]
  for (let y = 0; y < target.height; y++)
    for (let x = 0; x < target.width; x++) {
      const [left, upper] = [x * 2, y * 2]
      const [right, lower] = [Math.min(left + 1, width - 1), Math.min(upper + 1, height - 1)]
      readPatch(picture, left, upper, patches, offsets[0])
      readPatch(picture, right, upper, patches, offsets[1])
      readPatch(picture, left, lower, patches, offsets[2])
      readPatch(picture, right, lower, patches, offsets[3])
      convolveFourPixels(convolution, patches, offsets, sums)
      maxPoolFourPixels(convolution, sums, target.data, (y * target.width + x) * convolution.outputs)
    }
  return target
}

function readPatch({ data, width }: Pixels, x: number, y: number, target: Float32Array, start: number): void {
  let index = start
  for (let row = y; row < y + 3; row++) {
    const from = (row * width + x) * 4
    for (let pixel = from; pixel < from + 12; pixel += 4) {
      target[index++] = data[pixel] ?? 0
      target[index++] = data[pixel + 1] ?? 0
      target[index++] = data[pixel + 2] ?? 0
    }
  }
}

function applySeparableLayer(
  { depthwiseWeights, pointwise }: SeparableLayer,
  featureMap: FeatureMap,
  getBuffer: GetBuffer,
  isLast: boolean,
): FeatureMap {
  const { width, height, channels: inputs } = featureMap
  const depthwiseOutput = getBuffer('weighed', width, height, inputs)
  convolveDepthwise(depthwiseWeights, featureMap, depthwiseOutput.data)
  if (isLast) {
    const target = getBuffer('mixed', width, height, pointwise.outputs)
    convolvePointwise(pointwise, depthwiseOutput.data, width * height, target.data)
    maxPoolInPlace(target)
    return target
  }
  const target = getBuffer('mixed', Math.ceil(width / 2), Math.ceil(height / 2), pointwise.outputs)
  convolvePointwiseAndPool(pointwise, depthwiseOutput, target)
  return target
}
