import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Represents a tensor: row-major values with their dimensions. */
export interface Tensor {
  data: Float32Array
  dimensions: readonly number[]
}

/** Returns a weight by name. */
export type Weights = (name: string) => Tensor

/** The used fields of a TensorFlow.js manifest. */
type Manifest = {
  paths: string[]
  weights: {
    name: string
    shape: number[]
    dtype: 'float32' | 'int32'
    quantization?: { dtype: 'uint8'; scale: number; min: number }
  }[]
}[]

/**
 * Reads weights in the TensorFlow.js layout: a JSON manifest and binary files next to it.
 *
 * @param manifestFile path of `*-weights_manifest.json`
 * @throws for a name that is not in the manifest
 */
export function readWeights(manifestFile: string): Weights {
  const tensors = new Map<string, Tensor>()
  for (const group of JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest) {
    const bytes = Buffer.concat(group.paths.map((path) => readFileSync(join(dirname(manifestFile), path))))
    let offset = 0
    for (const { name, shape, dtype, quantization } of group.weights) {
      const start = offset
      const length = shape.reduce((product, side) => product * side, 1)
      const readValue = quantization
        ? (index: number) => bytes.readUInt8(start + index) * quantization.scale + quantization.min
        : dtype === 'float32'
          ? (index: number) => bytes.readFloatLE(start + index * 4)
          : (index: number) => bytes.readInt32LE(start + index * 4)
      tensors.set(name, {
        data: Float32Array.from({ length }, (_, index) => readValue(index)),
        dimensions: shape,
      })
      offset += quantization ? length : length * 4
    }
  }
  return (name) => {
    const tensor = tensors.get(name)
    if (!tensor) throw new Error(`${manifestFile} has no weight ${name}`)
    return tensor
  }
}
