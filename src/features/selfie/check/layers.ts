/** Describes a feature map in HWC layout: the channels of each pixel are adjacent. */
export interface FeatureMap {
  data: Float32Array
  width: number
  height: number
  channels: number
}

/** Describes a 1 × 1 convolution: a linear combination of a pixel's inputs. */
export interface PointwiseConvolution {
  /** Weights interleaved per pair of outputs: for each input its two factors. */
  pairs: Float32Array
  bias: Float32Array
  inputs: number
  outputs: number
}

/**
 * Packs weights and bias into a {@link Mix}.
 *
 * @param factors for each input those of all outputs
 */
export function createPointwiseConvolution(factors: Float32Array, bias: Float32Array): PointwiseConvolution {
  const outputs = bias.length
  const inputs = factors.length / outputs
  const pairs = new Float32Array(Math.ceil(outputs / 2) * inputs * 2)
  for (let output = 0; output < outputs; output++) {
    const start = (output >> 1) * inputs * 2 + (output & 1)
    for (let input = 0; input < inputs; input++)
      pairs[start + input * 2] = factors[input * outputs + output] ?? 0
  }
  return { pairs, bias, inputs, outputs }
}

/** Offsets at which the inputs of four pixels begin. */
export type FourOffsets = [number, number, number, number]

/** Allocates the buffer that {@link mixFour} writes to. */
export const createSumsBuffer = (convolution: PointwiseConvolution) =>
  new Float32Array(Math.ceil(convolution.outputs / 2) * 2 * 4)

/**
 * Computes two outputs of four pixels at once, so that each number read is used several times. This is the hot loop.
 *
 * @param sums receives for each output the values of the four pixels, without bias
 */
export function convolveFourPixels(
  convolution: PointwiseConvolution,
  data: Float32Array,
  offsets: FourOffsets,
  sums: Float32Array,
): void {
  const { pairs, inputs, outputs } = convolution
  const [from0, from1, from2, from3] = offsets
  let pairIndex = 0
  for (let output = 0; output < outputs; output += 2) {
    let a0 = 0
    let a1 = 0
    let a2 = 0
    let a3 = 0
    let b0 = 0
    let b1 = 0
    let b2 = 0
    let b3 = 0
    for (let input = 0; input < inputs; input++) {
      const a = pairs[pairIndex++] ?? 0
      const b = pairs[pairIndex++] ?? 0
      const v0 = data[from0 + input] ?? 0
      const v1 = data[from1 + input] ?? 0
      const v2 = data[from2 + input] ?? 0
      const v3 = data[from3 + input] ?? 0
      a0 += v0 * a
      b0 += v0 * b
      a1 += v1 * a
      b1 += v1 * b
      a2 += v2 * a
      b2 += v2 * b
      a3 += v3 * a
      b3 += v3 * b
    }
    const sumIndex = output * 4
    sums[sumIndex] = a0
    sums[sumIndex + 1] = a1
    sums[sumIndex + 2] = a2
    sums[sumIndex + 3] = a3
    sums[sumIndex + 4] = b0
    sums[sumIndex + 5] = b1
    sums[sumIndex + 6] = b2
    sums[sumIndex + 7] = b3
  }
}

const leakyReluSlope = 0.1

/** Applies max pooling to four pixels, adds the bias and applies leaky ReLU. */
export function maxPoolFourPixels(
  { bias, outputs }: PointwiseConvolution,
  sums: Float32Array,
  target: Float32Array,
  targetIndex: number,
): void {
  for (let output = 0; output < outputs; output++) {
    const sumIndex = output * 4
    const one = Math.max(sums[sumIndex] ?? 0, sums[sumIndex + 1] ?? 0)
    const other = Math.max(sums[sumIndex + 2] ?? 0, sums[sumIndex + 3] ?? 0)
    const value = Math.max(one, other) + (bias[output] ?? 0)
    target[targetIndex + output] = value < 0 ? value * leakyReluSlope : value
  }
}

/**
 * Applies a depthwise 3 × 3 convolution with zero padding.
 *
 * @param weights for each of the nine neighbours, in rows, those of all channels
 */
export function convolveDepthwise(weights: Float32Array, featureMap: FeatureMap, target: Float32Array): void {
  const { data, width, height, channels } = featureMap
  target.fill(0)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const targetIndex = (y * width + x) * channels
      for (let row = Math.max(0, 1 - y); row < Math.min(3, height + 1 - y); row++)
        for (let column = Math.max(0, 1 - x); column < Math.min(3, width + 1 - x); column++) {
          const sourceIndex = ((y + row - 1) * width + x + column - 1) * channels
          const weightIndex = (row * 3 + column) * channels
          for (let channel = 0; channel < channels; channel++)
            target[targetIndex + channel] =
              (target[targetIndex + channel] ?? 0) +
              (data[sourceIndex + channel] ?? 0) * (weights[weightIndex + channel] ?? 0)
        }
    }
}

/** Applies a 1 × 1 convolution and 2 × 2 max pooling; an odd last row or column is pooled with itself. */
export function convolvePointwiseAndPool(
  convolution: PointwiseConvolution,
  { data, width, height }: Omit<FeatureMap, 'channels'>,
  target: FeatureMap,
): void {
  const sums = createSumsBuffer(convolution)
  for (let y = 0; y < target.height; y++)
    for (let x = 0; x < target.width; x++) {
      const [left, upper] = [x * 2, y * 2 * width]
      const right = Math.min(left + 1, width - 1)
      const lower = Math.min(y * 2 + 1, height - 1) * width
      const offsets: FourOffsets = [
        (upper + left) * convolution.inputs,
        (upper + right) * convolution.inputs,
        (lower + left) * convolution.inputs,
        (lower + right) * convolution.inputs,
      ]
      convolveFourPixels(convolution, data, offsets, sums)
      maxPoolFourPixels(convolution, sums, target.data, (y * target.width + x) * convolution.outputs)
    }
}

/** Applies a 1 × 1 convolution with bias to each pixel, without activation. */
export function convolvePointwise(
  convolution: PointwiseConvolution,
  data: Float32Array,
  pixels: number,
  target: Float32Array,
): void {
  const sums = createSumsBuffer(convolution)
  for (let pixel = 0; pixel < pixels; pixel += 4) {
    const toSourceIndex = (step: number) => Math.min(pixel + step, pixels - 1) * convolution.inputs
    convolveFourPixels(
      convolution,
      data,
      [toSourceIndex(0), toSourceIndex(1), toSourceIndex(2), toSourceIndex(3)],
      sums,
    )
    for (let step = 0; step < Math.min(4, pixels - pixel); step++)
      for (let output = 0; output < convolution.outputs; output++)
        target[(pixel + step) * convolution.outputs + output] =
          (sums[output * 4 + step] ?? 0) + (convolution.bias[output] ?? 0)
  }
}

/** Applies 2 × 2 max pooling with stride 1 and leaky ReLU; the size is unchanged. */
export function maxPoolInPlace({ data, width, height, channels }: FeatureMap): void {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const right = x + 1 < width ? channels : 0
      const lower = y + 1 < height ? width * channels : 0
      const startIndex = (y * width + x) * channels
      for (let channel = startIndex; channel < startIndex + channels; channel++) {
        const upper = Math.max(data[channel] ?? 0, data[channel + right] ?? 0)
        const value = Math.max(upper, data[channel + lower] ?? 0, data[channel + lower + right] ?? 0)
        data[channel] = value < 0 ? value * leakyReluSlope : value
      }
    }
}
