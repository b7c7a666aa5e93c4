import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { convertFaceWeights } from '../../../../scripts/build/face-weights.ts'
import { selectInputs } from '../../../../tests/trials.ts'
import { decodeFaces, type Face } from './boxes.ts'
import { createTinyFace, type Pixels } from './tiny-face.ts'
import { readWeights } from './tiny-face-weights.ts'

const require = createRequire(import.meta.url)
const minScore = 0.3

/** The part of @vladmandic/face-api that is used here. */
interface FaceApi {
  tf: {
    setBackend(name: string): Promise<boolean>
    ready(): Promise<void>
    tensor3d(data: Uint8Array, shape: number[], type: 'int32'): { dispose(): void }
  }
  nets: { tinyFaceDetector: { loadFromDisk(folder: string): Promise<void> } }
  TinyFaceDetectorOptions: new (options: { inputSize: number; scoreThreshold: number }) => object
  detectAllFaces(picture: object, options: object): Promise<{ box: Face['box']; score: number }[]>
}

let referenceApi: FaceApi
const detect = createTinyFace(convertFaceWeights().buffer)

beforeAll(async () => {
  const wasm = require('@tensorflow/tfjs-backend-wasm') as { setWasmPaths(folder: string): void }
  wasm.setWasmPaths(`${dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json'))}/dist/`)
  referenceApi = require('@vladmandic/face-api/dist/face-api.node-wasm.js') as FaceApi
  await referenceApi.tf.setBackend('wasm')
  await referenceApi.tf.ready()
  const folder = dirname(require.resolve('@vladmandic/face-api/package.json'))
  await referenceApi.nets.tinyFaceDetector.loadFromDisk(join(folder, 'model'))
})

async function readSquarePicture(file: string, side: number): Promise<{ rgb: Uint8Array; picture: Pixels }> {
  const image = sharp(join('demo', file)).resize(side, side, { fit: 'contain' }).removeAlpha()
  const rgb = await image.raw().toBuffer()
  const data = new Uint8Array(side * side * 4).fill(255)
  for (let index = 0; index < side * side; index++)
    data.set(rgb.subarray(index * 3, index * 3 + 3), index * 4)
  return { rgb, picture: { data, width: side, height: side } }
}

async function detectReferenceFaces(rgb: Uint8Array, side: number): Promise<Face[]> {
  const tensor = referenceApi.tf.tensor3d(rgb, [side, side, 3], 'int32')
  const options = new referenceApi.TinyFaceDetectorOptions({ inputSize: side, scoreThreshold: minScore })
  const found = await referenceApi.detectAllFaces(tensor, options)
  tensor.dispose()
  return found.map(({ box, score }) => ({ box, score }))
}

const files = [
  'selfies/good-a01-andrei.jpg',
  'selfies/good-a08-olga.jpg',
  'selfies/good-a13-pavel.jpg',
  'selfies/bad-two-faces.jpg',
  'selfies/bad-far-away.jpg',
  'selfies/bad-no-face.jpg',
  'photos-a/A010.jpg',
]

// the side of a picture is a multiple of 32, and the cost grows with its square
const sides = selectInputs([96, 128, 160, 224], [160, 224, 320, 416])

describe.each(sides)('at %i px', (side) => {
  it.each(files)('finds in %s what the original finds', async (file) => {
    const { rgb, picture } = await readSquarePicture(file, side)
    const expected = await detectReferenceFaces(rgb, side)
    const found = decodeFaces(detect(picture), minScore)
    expect(found).toHaveLength(expected.length)
    found.forEach(({ box, score }, index) => {
      expect(score).toBeCloseTo(expected[index]?.score ?? 0, 3)
      for (const key of ['x', 'y', 'width', 'height'] as const)
        expect(Math.abs(box[key] - (expected[index]?.box[key] ?? 0)), key).toBeLessThan(0.05)
    })
  })
})

it('finds faces at all', async () => {
  const { picture } = await readSquarePicture('selfies/good-a01-andrei.jpg', 224)
  expect(decodeFaces(detect(picture), 0.5)).toHaveLength(1)
})

it('the same picture gives the same again: nothing is left of the one before', async () => {
  const [first, other] = [
    await readSquarePicture(files[0] ?? '', 224),
    await readSquarePicture(files[5] ?? '', 224),
  ]
  const before = [...detect(first.picture).data]
  detect(other.picture)
  expect([...detect(first.picture).data]).toEqual(before)
})

it('takes nothing else for weights, such as the page of a portal', () => {
  const page = new TextEncoder().encode('<!doctype html><title>Wi-Fi</title>')
  expect(() => readWeights(page.buffer)).toThrow('no weights')
})
