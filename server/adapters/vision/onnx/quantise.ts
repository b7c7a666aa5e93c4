import type { Tensor } from './weights.ts'

/** Selects the eight-bit type of filters: signed is faster, unsigned is also correct on old processors. */
export type WeightType = 'int8' | 'uint8'

export interface QuantisedConvolution {
  filters: Int8Array | Uint8Array
  /** For each output channel: a filter's value is `(byte - zeroPoint) * scale`. */
  scales: Float32Array
  zeroPoints: Int8Array | Uint8Array
  /** In units of `inputScale * scale`. */
  bias: Int32Array
}

const maxSignedByte = 127
const unsignedZero = 128
/** Leaves room for the sum of the products, to prevent 32-bit overflow. */
const maxBias = 2 ** 30

/**
 * Quantizes a convolution, each output channel with its own scale. A channel whose filter is almost zero (it only adds its
 * bias) gets a coarser scale: otherwise its bias would not fit into 32 bits.
 *
 * @param filters in ONNX's order, output channels first
 * @param inputScale value of one step of the input
 */
export function quantiseConvolution(
  filters: Tensor,
  bias: ArrayLike<number>,
  inputScale: number,
  type: WeightType,
): QuantisedConvolution {
  const channels = filters.dimensions[0] ?? 1
  const size = filters.data.length / channels
  const scales = Float32Array.from({ length: channels }, (_, channel) => {
    const values = filters.data.subarray(channel * size, (channel + 1) * size)
    const largest = values.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
    return Math.max(largest / maxSignedByte, Math.abs(bias[channel] ?? 0) / inputScale / maxBias, 1e-30)
  })
  const zeroPoint = type === 'uint8' ? unsignedZero : 0
  const bytes = filters.data.map(
    (value, i) => zeroPoint + Math.round(value / (scales[Math.floor(i / size)] ?? 1)),
  )
  const zeroPointValues = new Float32Array(channels).fill(zeroPoint)
  return {
    filters: type === 'uint8' ? Uint8Array.from(bytes) : Int8Array.from(bytes),
    scales,
    zeroPoints: type === 'uint8' ? Uint8Array.from(zeroPointValues) : Int8Array.from(zeroPointValues),
    bias: Int32Array.from(scales, (scale, channel) =>
      Math.round((bias[channel] ?? 0) / (scale * inputScale)),
    ),
  }
}
