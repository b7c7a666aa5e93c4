import type { Tensor } from './weights.ts'

/**
 * Converts convolution filters from TensorFlow's order (height, width, in, out) to ONNX's (out, in, height, width).
 *
 * @param scale one factor for each output channel, from a folded normalization
 */
export function convertConvolutionFilters({ data, dimensions }: Tensor, scale?: ArrayLike<number>): Tensor {
  const [height = 1, width = 1, channelsIn = 1, channelsOut = 1] = dimensions
  const result = new Float32Array(data.length)
  let source = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let input = 0; input < channelsIn; input++)
        for (let output = 0; output < channelsOut; output++) {
          const target = ((output * channelsIn + input) * height + y) * width + x
          result[target] = (data[source++] ?? 0) * (scale?.[output] ?? 1)
        }
  return { data: result, dimensions: [channelsOut, channelsIn, height, width] }
}

/** Converts depthwise filters from (height, width, channels, 1) to (channels, 1, height, width). */
export function convertDepthwiseFilters({ data, dimensions }: Tensor, scale?: ArrayLike<number>): Tensor {
  const [height = 1, width = 1, channels = 1] = dimensions
  const result = new Float32Array(data.length)
  let source = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < channels; channel++)
        result[(channel * height + y) * width + x] = (data[source++] ?? 0) * (scale?.[channel] ?? 1)
  return { data: result, dimensions: [channels, 1, height, width] }
}
