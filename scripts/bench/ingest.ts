import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { analysePhoto } from '../../server/adapters/vision/analyse-photo.ts'
import { openBibNetworks } from '../../server/adapters/vision/bibs/read-bibs.ts'
import { openFaceNetworks } from '../../server/adapters/vision/faces/read-faces.ts'
import { ensureModels } from '../../server/adapters/vision/models.ts'

const photoCount = 24
const longSide = 2000
const folder = 'demo/photos-a'
const require = createRequire(import.meta.url)

/** Declares the used subset of @vladmandic/face-api. */
interface FaceApi {
  tf: {
    setBackend(name: string): Promise<boolean>
    ready(): Promise<void>
    tensor3d(data: Uint8Array, shape: [number, number, number], type: 'int32'): { dispose(): void }
  }
  nets: Record<
    'ssdMobilenetv1' | 'faceLandmark68Net' | 'faceRecognitionNet',
    { loadFromDisk(folder: string): Promise<void> }
  >
  SsdMobilenetv1Options: new (options: { minConfidence: number; maxResults: number }) => object
  detectAllFaces(
    picture: object,
    options: object,
  ): { withFaceLandmarks(): { withFaceDescriptors(): Promise<object[]> } }
}

/** Processes one photo and returns its number of faces. */
type Pipeline = (bytes: Uint8Array) => Promise<number>

/** Demo photos in the size that photographers upload: 2000 px on the long side. */
async function readPhotos(): Promise<Buffer[]> {
  const files = readdirSync(folder).sort()
  const step = Math.max(1, Math.floor(files.length / photoCount))
  const selectedFiles = files.filter((_, i) => i % step === 0).slice(0, photoCount)
  return Promise.all(
    selectedFiles.map((file) =>
      sharp(readFileSync(join(folder, file)))
        .resize({ width: longSide, height: longSide, fit: 'inside' })
        .jpeg({ quality: 90 })
        .toBuffer(),
    ),
  )
}

/** The common baseline: TensorFlow.js in WebAssembly, faces only. */
async function createFaceApiPipeline(): Promise<Pipeline> {
  const wasm = require('@tensorflow/tfjs-backend-wasm') as { setWasmPaths(folder: string): void }
  wasm.setWasmPaths(`${dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json'))}/dist/`)
  const api = require('@vladmandic/face-api/dist/face-api.node-wasm.js') as FaceApi
  await api.tf.setBackend('wasm')
  await api.tf.ready()
  const models = join(dirname(require.resolve('@vladmandic/face-api/package.json')), 'model')
  for (const net of Object.values([
    api.nets.ssdMobilenetv1,
    api.nets.faceLandmark68Net,
    api.nets.faceRecognitionNet,
  ]))
    await net.loadFromDisk(models)
  const options = new api.SsdMobilenetv1Options({ minConfidence: 0.35, maxResults: 100 })
  return async (bytes) => {
    const { data, info } = await sharp(bytes)
      .autoOrient()
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const picture = api.tf.tensor3d(data, [info.height, info.width, 3], 'int32')
    const faces = await api.detectAllFaces(picture, options).withFaceLandmarks().withFaceDescriptors()
    picture.dispose()
    return faces.length
  }
}

interface Measurement {
  photosPerCoreSecond: number
  faces: number
}

/** Measures CPU seconds of the whole process, all threads: independent of other load on the machine. */
async function measure(
  name: string,
  pipeline: Pipeline,
  pictures: readonly Uint8Array[],
): Promise<Measurement> {
  for (const picture of pictures.slice(0, 3)) await pipeline(picture)
  const [cpu, start] = [process.cpuUsage(), performance.now()]
  let faces = 0
  for (const picture of pictures) faces += await pipeline(picture)
  const { user, system } = process.cpuUsage(cpu)
  const seconds = (user + system) / 1e6
  const photosPerCoreSecond = pictures.length / seconds
  console.log(
    `${name}: ${photosPerCoreSecond.toFixed(2)} photos/s/core ` +
      `(${((seconds / pictures.length) * 1000).toFixed(0)} ms of processor, ` +
      `${((performance.now() - start) / pictures.length).toFixed(0)} ms of time each), ${faces} faces`,
  )
  return { photosPerCoreSecond, faces }
}

/** Prints the photos per second and core of our pipeline and of the baseline, on the same pictures. */
export async function run(): Promise<void> {
  const pictures = await readPhotos()
  console.log(`${pictures.length} demo photos of ${longSide} px`)
  // in this process, whose processor time is measured, and like a worker of the server
  sharp.concurrency(1)
  const files = ensureModels('dist/models')
  const networks = { ...(await openFaceNetworks(files)), ...(await openBibNetworks(files)) }
  const analyse = (readBibs: boolean) => async (bytes: Uint8Array) =>
    (await analysePhoto(networks, bytes, { watermarkText: 'Photofinish', readBibs })).faces.length
  const ours = await measure('Ours: previews, faces, start numbers', analyse(true), pictures)
  await measure('Ours: previews and faces', analyse(false), pictures)
  const plain = await measure('face-api on tfjs-wasm: faces only', await createFaceApiPipeline(), pictures)
  console.log(
    `With all steps, Photofinish ingests ${(ours.photosPerCoreSecond / plain.photosPerCoreSecond).toFixed(1)} times as many`,
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run()
