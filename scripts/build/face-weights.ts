import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { weightShapes, writeWeights } from '../../src/features/selfie/check/tiny-face-weights.ts'

/** Declares the used fields of a TensorFlow.js manifest. */
type Manifest = {
  weights: {
    name: string
    shape: number[]
    quantization: { dtype: 'uint8'; scale: number; min: number }
  }[]
}[]

const model = 'tiny_face_detector_model'

/**
 * Converts the weights of the face detector to the format of the page: about 193 KB. They come from the package
 * `@vladmandic/face-api` (MIT, (c) Vladimir Mandic). The same weights give the same bytes.
 */
export function convertFaceWeights(): Uint8Array<ArrayBuffer> {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')),
    'model',
  )
  const [group] = JSON.parse(readFileSync(join(folder, `${model}-weights_manifest.json`), 'utf8')) as Manifest
  const bytes = readFileSync(join(folder, `${model}.bin`))
  const weightByName = new Map<string, { bytes: Uint8Array; scale: number; least: number }>()
  let offset = 0
  for (const { name, shape, quantization } of group?.weights ?? []) {
    const length = shape.reduce((product, side) => product * side, 1)
    const { scale, min: minimum } = quantization
    weightByName.set(name, { bytes: bytes.subarray(offset, offset + length), scale, least: minimum })
    offset += length
  }
  return writeWeights(
    weightShapes.map(({ name }) => {
      const weight = weightByName.get(name)
      if (!weight) throw new Error(`${model} has no weight ${name}`)
      return weight
    }),
  )
}

const virtualName = 'virtual:face-weights'

/** Provides `virtual:face-weights`: the URL of the weights, which contains a content hash. */
export function faceWeightsPlugin(root: string): Plugin {
  const file = join(root, '.cache', 'tiny-face.bin')
  return {
    name: 'face-weights',
    // Vite resolves an import of the file and gives it its hashed name
    enforce: 'pre',
    resolveId(id) {
      if (id !== virtualName) return undefined
      const weights = convertFaceWeights()
      if (!existsSync(file) || !readFileSync(file).equals(weights)) {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, weights)
      }
      return `${file}?url`
    },
  }
}
