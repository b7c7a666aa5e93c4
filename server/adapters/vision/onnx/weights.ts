import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Numbers with their dimensions, the last one running fastest. */
export interface Tensor {
  data: Float32Array
  dimensions: readonly number[]
}

/** Gets a weight by its name. */
export type Weights = (name: string) => Tensor

/** A manifest as TensorFlow.js writes it, as far as it is used here. */
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
 * Reads weights in the TensorFlow.js layout: a manifest in JSON and binary files beside it.
 *
 * @param manifestFile path of `*-weights_manifest.json`
 * @throws when a name is asked for that the manifest does not have
 */
export function readWeights(manifestFile: string): Weights {
  const tensors = new Map<string, Tensor>()
  for (const group of JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest) {
    const bytes = Buffer.concat(group.paths.map((path) => readFileSync(join(dirname(manifestFile), path))))
    let offset = 0
    for (const { name, shape, dtype, quantization } of group.weights) {
      const start = offset
      const length = shape.reduce((product, side) => product * side, 1)
      const read = quantization
        ? (index: number) => bytes.readUInt8(start + index) * quantization.scale + quantization.min
        : dtype === 'float32'
          ? (index: number) => bytes.readFloatLE(start + index * 4)
          : (index: number) => bytes.readInt32LE(start + index * 4)
      tensors.set(name, {
        data: Float32Array.from({ length }, (_, index) => read(index)),
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
