import {
  createMix,
  createSums,
  type Field,
  type Four,
  keepLargest,
  type Mix,
  mixAndHalve,
  mixEach,
  mixFour,
  poolInPlace,
  weighNeighbours,
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
export type Grid = Field

/** Measures the side of a grid cell in pixels; the sides of the input are multiples of it. */
export const cellSide = 32

/** Runs the network; the result is overwritten by the next run. */
export type TinyFace = (picture: Pixels) => Grid

const meanColour = [117.001, 114.697, 97.404] as const
/** Values of 3 × 3 pixels of three colours. */
const patchLength = 27

interface Separable {
  neighbours: Float32Array
  mix: Mix
}

/**
 * Creates the network "tiny face detector" of face-api (MIT): the same layers and weights, implemented as plain loops over
 * typed arrays. Fast enough for a few runs per second.
 *
 * @param file the weights; see `readWeights`
 */
export function openTinyFace(file: ArrayBuffer): TinyFace {
  const weights = readWeights(file)
  const get = (name: string) => weights.get(name) ?? new Float32Array()
  const first = onBytes(createMix(get('conv0/filters'), get('conv0/bias')))
  const separable = channels.slice(1).map(
    (_, at): Separable => ({
      neighbours: get(`conv${at + 1}/depthwise_filter`),
      mix: createMix(get(`conv${at + 1}/pointwise_filter`), get(`conv${at + 1}/bias`)),
    }),
  )
  const last = createMix(get('conv8/filters'), get('conv8/bias'))
  const room = createRoom()
  return (picture) => {
    let field = convolve(first, picture, room)
    separable.forEach((layer, at) => {
      field = separate(layer, field, room, at === separable.length - 1)
    })
    const grid = room('grid', field.width, field.height, last.outputs)
    mixEach(last, field.data, field.width * field.height, grid.data)
    return grid
  }
}

/**
 * Folds the input normalization (colour - mean) / 255 of the training into weights and bias, which saves a pass over the
 * pixels.
 */
function onBytes(mix: Mix): Mix {
  const pairs = mix.pairs.map((factor) => factor / 255)
  const bias = mix.bias.map((value, output) => {
    let shift = 0
    for (let input = 0; input < mix.inputs; input++) {
      const factor = pairs[(output >> 1) * mix.inputs * 2 + input * 2 + (output & 1)] ?? 0
      shift += factor * (meanColour[input % 3] ?? 0)
    }
    return value - shift
  })
  return { ...mix, pairs, bias }
}

type Room = (name: string, width: number, height: number, channels: number) => Field

/** Caches buffers by name and size, so that the next picture of the same size reuses them. */
function createRoom(): Room {
  const fields = new Map<string, Field>()
  return (name, width, height, of) => {
    const key = `${name} ${width} ${height} ${of}`
    const field = fields.get(key) ?? {
      data: new Float32Array(width * height * of),
      width,
      height,
      channels: of,
    }
    fields.set(key, field)
    return field
  }
}

/** Applies a 3 × 3 convolution to the colours without padding, then 2 × 2 max pooling. */
function convolve(mix: Mix, picture: Pixels, room: Room): Field {
  const [width, height] = [picture.width - 2, picture.height - 2]
  const to = room('first', Math.ceil(width / 2), Math.ceil(height / 2), mix.outputs)
  const patches = new Float32Array(4 * patchLength)
  const sums = createSums(mix)
  const four: Four = [0, patchLength, patchLength * 2, patchLength * 3]
  for (let y = 0; y < to.height; y++)
    for (let x = 0; x < to.width; x++) {
      const [left, upper] = [x * 2, y * 2]
      const [right, lower] = [Math.min(left + 1, width - 1), Math.min(upper + 1, height - 1)]
      readPatch(picture, left, upper, patches, four[0])
      readPatch(picture, right, upper, patches, four[1])
      readPatch(picture, left, lower, patches, four[2])
      readPatch(picture, right, lower, patches, four[3])
      mixFour(mix, patches, four, sums)
      keepLargest(mix, sums, to.data, (y * to.width + x) * mix.outputs)
    }
  return to
}

function readPatch({ data, width }: Pixels, x: number, y: number, to: Float32Array, start: number): void {
  let at = start
  for (let row = y; row < y + 3; row++) {
    const from = (row * width + x) * 4
    for (let pixel = from; pixel < from + 12; pixel += 4) {
      to[at++] = data[pixel] ?? 0
      to[at++] = data[pixel + 1] ?? 0
      to[at++] = data[pixel + 2] ?? 0
    }
  }
}

function separate({ neighbours, mix }: Separable, field: Field, room: Room, isLast: boolean): Field {
  const { width, height, channels: inputs } = field
  const weighed = room('weighed', width, height, inputs)
  weighNeighbours(neighbours, field, weighed.data)
  if (isLast) {
    const to = room('mixed', width, height, mix.outputs)
    mixEach(mix, weighed.data, width * height, to.data)
    poolInPlace(to)
    return to
  }
  const to = room('mixed', Math.ceil(width / 2), Math.ceil(height / 2), mix.outputs)
  mixAndHalve(mix, weighed, to)
  return to
}
