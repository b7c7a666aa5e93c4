/**
 * Defines the layer sizes: a 3 × 3 convolution of the three colours, five separable convolutions, a 1 × 1 convolution
 * to the boxes.
 */
export const channels = [16, 32, 64, 128, 256, 512] as const
export const anchorCount = 5
/** Values per box: centre (2), size (2) and score. */
export const valuesPerBox = 5

export interface WeightShape {
  /** Names the weights in the package that they come from. */
  name: string
  length: number
}

function buildWeightShapes(): WeightShape[] {
  const [first, ...others] = channels
  const shapes = [
    { name: 'conv0/filters', length: 3 * 3 * 3 * first },
    { name: 'conv0/bias', length: first },
  ]
  let inputChannels: number = first
  others.forEach((outputChannels, index) => {
    shapes.push(
      { name: `conv${index + 1}/depthwise_filter`, length: 3 * 3 * inputChannels },
      { name: `conv${index + 1}/pointwise_filter`, length: inputChannels * outputChannels },
      { name: `conv${index + 1}/bias`, length: outputChannels },
    )
    inputChannels = outputChannels
  })
  const outputs = anchorCount * valuesPerBox
  shapes.push(
    { name: 'conv8/filters', length: inputChannels * outputs },
    { name: 'conv8/bias', length: outputs },
  )
  return shapes
}

/** Lists the weights in file order. */
export const weightShapes: readonly WeightShape[] = buildWeightShapes()

const scaleSizeInBytes = 8
const headerSizeInBytes = weightShapes.length * scaleSizeInBytes

/**
 * Determines the file size: for each weight a scale and a minimum (float32, little-endian), then all values quantized
 * to bytes.
 */
const weightsSizeInBytes = weightShapes.reduce((sum, { length }) => sum + length, headerSizeInBytes)

/** Maps names to the dequantized values of each weight. */
export type WeightsByName = ReadonlyMap<string, Float32Array>

/**
 * Reads the file of weights.
 *
 * @throws when the size does not match, for instance on a captive portal's page
 */
export function readWeights(file: ArrayBuffer): WeightsByName {
  if (file.byteLength !== weightsSizeInBytes) throw new Error(`${file.byteLength} bytes are no weights`)
  const header = new DataView(file, 0, headerSizeInBytes)
  const bytes = new Uint8Array(file, headerSizeInBytes)
  let offset = 0
  return new Map(
    weightShapes.map(({ name, length }, index) => {
      const scale = header.getFloat32(index * scaleSizeInBytes, true)
      const minimum = header.getFloat32(index * scaleSizeInBytes + 4, true)
      const values = Float32Array.from(
        bytes.subarray(offset, offset + length),
        (byte) => byte * scale + minimum,
      )
      offset += length
      return [name, values]
    }),
  )
}

/**
 * Writes the file that {@link readWeights} reads.
 *
 * @param weights for each shape, in their order: its bytes, and the scale and minimum to dequantize them
 */
export function writeWeights(
  weights: readonly { bytes: Uint8Array; scale: number; least: number }[],
): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(weightsSizeInBytes)
  const header = new DataView(file.buffer)
  let offset = headerSizeInBytes
  weightShapes.forEach(({ name, length }, index) => {
    const weight = weights[index]
    if (weight?.bytes.length !== length) throw new Error(`${name} has not ${length} numbers`)
    header.setFloat32(index * scaleSizeInBytes, weight.scale, true)
    header.setFloat32(index * scaleSizeInBytes + 4, weight.least, true)
    file.set(weight.bytes, offset)
    offset += length
  })
  return file
}
