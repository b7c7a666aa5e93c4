import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp, { type Sharp } from 'sharp'
import { describeSelfie } from '../server/adapters/vision/faces/judge-selfie.ts'
import { type FaceNetworks, openFaceNetworks } from '../server/adapters/vision/faces/read-faces.ts'
import { decodePhoto } from '../server/adapters/vision/images/decode.ts'
import { ensureModels } from '../server/adapters/vision/models.ts'
import { FaceRejected } from '../server/features/recognition/ports.ts'
import { detectFaces, detectionPasses } from '../src/features/selfie/check/detect-faces.ts'
import { judgeFrame, judgePicture } from '../src/features/selfie/check/judge.ts'
import { createTinyFace, type Pixels } from '../src/features/selfie/check/tiny-face.ts'
import { convertFaceWeights } from './build/face-weights.ts'

/**
 * Measures the agreement of the device's verdict on a selfie with the service's. Uses generated selfies, frames of the
 * generated cameras, increasingly degraded variants of them, and real pictures of `--faces FOLDER`. Nothing is stored.
 */
const { values } = parseArgs({
  options: {
    faces: { type: 'string' },
    models: { type: 'string', default: 'dist/models' },
    verbose: { type: 'boolean', default: false },
  },
})

interface TestCase {
  name: string
  jpeg: Buffer
}

const longSide = 1280
const cameraFrameSide = 640

/** Prepares a picture like a browser: upright, and no larger than the upload size. */
const toUploadSize = (file: Buffer | string) =>
  sharp(file).rotate().resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true })

const toJpeg = (picture: Sharp, quality = 85) => picture.jpeg({ quality }).toBuffer()

/** Extracts a frame of a video of JPEGs: from one start-of-image marker to the next. */
function readVideoFrame(video: Buffer, number: number): Buffer {
  const startMarker = Buffer.from([0xff, 0xd8, 0xff])
  let start = video.indexOf(startMarker)
  for (let index = 0; index < number; index++) start = video.indexOf(startMarker, start + 3)
  const end = video.indexOf(startMarker, start + 3)
  return video.subarray(start, end < 0 ? undefined : end)
}

function listOriginals(): { name: string; file: Buffer }[] {
  const selfies = listFiles('demo/selfies')
  const frames = readdirSync('demo/camera').flatMap((video) =>
    [0, 5, 10].map((number) => ({
      name: `${video} ${number}`,
      file: readVideoFrame(readFileSync(join('demo/camera', video)), number),
    })),
  )
  return [...selfies, ...frames, ...(values.faces ? listFiles(values.faces) : [])]
}

const listFiles = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /\.jpe?g$/i.test(name))
    .map((name) => ({ name: basename(name), file: readFileSync(join(folder, name)) }))

const blurs = [0.5, 1, 1.5, 2, 3, 4, 6, 8]
const lightFactors = [0.1, 0.2, 0.3, 0.5, 1.6, 2.4]
const sizeShares = [0.6, 0.4, 0.25, 0.15]
const anglesInDegrees = [-30, -15, 15, 30]
const qualities = [30, 12, 5]

async function* listVariants(name: string, file: Buffer): AsyncGenerator<TestCase> {
  const jpeg = await toJpeg(toUploadSize(file), 90)
  const { width, height } = await sharp(jpeg).metadata()
  const blurScale = Math.max(width, height) / longSide
  yield { name, jpeg }
  for (const sigma of blurs)
    yield {
      name: `${name} blur ${sigma}`,
      jpeg: await toJpeg(sharp(jpeg).blur(Math.max(0.3, sigma * blurScale))),
    }
  for (const light of lightFactors)
    yield { name: `${name} light ${light}`, jpeg: await toJpeg(sharp(jpeg).linear(light, 0)) }
  for (const share of sizeShares)
    yield { name: `${name} small ${share}`, jpeg: await placeSmaller(jpeg, share, width, height) }
  for (const angle of anglesInDegrees)
    yield {
      name: `${name} turned ${angle}`,
      jpeg: await toJpeg(sharp(jpeg).rotate(angle, { background: '#888' })),
    }
  for (const quality of qualities)
    yield { name: `${name} crushed ${quality}`, jpeg: await toJpeg(sharp(jpeg), quality) }
  yield { name: `${name} close`, jpeg: await cropCloseUp(jpeg, width, height) }
}

/** Places the picture at a smaller size in the center of a plain background. */
async function placeSmaller(jpeg: Buffer, share: number, width: number, height: number): Promise<Buffer> {
  const input = await sharp(jpeg)
    .resize(Math.round(width * share))
    .toBuffer()
  return toJpeg(
    sharp({ create: { width, height, channels: 3, background: '#8a8f87' } }).composite([{ input }]),
  )
}

const cropCloseUp = (jpeg: Buffer, width: number, height: number) =>
  toJpeg(
    sharp(jpeg).extract({
      left: Math.round(width * 0.15),
      top: Math.round(height * 0.2),
      width: Math.round(width * 0.7),
      height: Math.round(height * 0.6),
    }),
  )

/** Places two people next to each other. */
async function placeSideBySide(one: TestCase, other: TestCase): Promise<TestCase> {
  const resizeHalf = (jpeg: Buffer) => sharp(jpeg).resize(640, 853, { fit: 'cover' }).toBuffer()
  const canvas = sharp({ create: { width: 1280, height: 853, channels: 3, background: '#fff' } })
  const inputs = [await resizeHalf(one.jpeg), await resizeHalf(other.jpeg)]
  const jpeg = await toJpeg(
    canvas.composite(inputs.map((input, index) => ({ input, left: index * 640, top: 0 }))),
  )
  return { name: `${one.name} + ${other.name}`, jpeg }
}

async function* generateCases(): AsyncGenerator<TestCase> {
  let previousCase: TestCase | undefined
  for (const { name, file } of listOriginals()) {
    yield* listVariants(name, file)
    const currentCase = { name, jpeg: await toJpeg(toUploadSize(file)) }
    if (previousCase) yield await placeSideBySide(previousCase, currentCase)
    previousCase = currentCase
  }
}

async function getServiceVerdict(networks: FaceNetworks, jpeg: Buffer): Promise<string> {
  const { bitmap } = await decodePhoto(jpeg)
  return describeSelfie(networks, bitmap).then(
    () => 'fine',
    (error: unknown) => {
      if (error instanceof FaceRejected) return error.code
      throw error
    },
  )
}

async function decodePixels(jpeg: Buffer, side: number): Promise<Pixels> {
  const { data, info } = await sharp(jpeg)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Confusion counts of two judges on the same pictures. */
class ConfusionTable {
  readonly #counts = new Map<string, Map<string, number>>()

  count(row: string, column: string): void {
    const counts = this.#counts.get(row) ?? new Map<string, number>()
    counts.set(column, (counts.get(column) ?? 0) + 1)
    this.#counts.set(row, counts)
  }

  sum(matchesRow: (name: string) => boolean, matchesColumn: (name: string) => boolean): number {
    let sum = 0
    for (const [row, counts] of this.#counts)
      for (const [column, count] of counts) if (matchesRow(row) && matchesColumn(column)) sum += count
    return sum
  }

  print(corner: string): void {
    const names = new Set<string>()
    for (const counts of this.#counts.values()) for (const column of counts.keys()) names.add(column)
    const columns = [...names].sort()
    const line = (cells: readonly (string | number)[]) =>
      cells.map((cell, index) => (index === 0 ? String(cell).padEnd(24) : String(cell).padStart(13))).join('')
    console.log(line([corner, ...columns]))
    for (const [row, counts] of [...this.#counts].sort(([a], [b]) => a.localeCompare(b)))
      console.log(line([row, ...columns.map((column) => counts.get(column) ?? 0)]))
  }
}

const isAny = () => true
const isFine = (name: string) => name === 'fine'
const isRefusal = (name: string) => !isFine(name) && name !== 'unknown'
const formatPercent = (part: number, whole: number) =>
  `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(2)} %)`

const networks = await openFaceNetworks(ensureModels(values.models))
const deviceNetwork = createTinyFace(convertFaceWeights().buffer)
const pictureTable = new ConfusionTable()
const frameTable = new ConfusionTable()
for await (const { name, jpeg } of generateCases()) {
  const serviceVerdict = await getServiceVerdict(networks, jpeg)
  const verdict = judgePicture(
    detectFaces(deviceNetwork, await decodePixels(jpeg, longSide), detectionPasses.still),
  )
  const deviceVerdict = verdict.type === 'fault' ? verdict.code : verdict.type
  const liveFrame = await decodePixels(jpeg, cameraFrameSide)
  pictureTable.count(serviceVerdict, deviceVerdict)
  frameTable.count(
    serviceVerdict,
    judgeFrame(detectFaces(deviceNetwork, liveFrame, detectionPasses.live), liveFrame),
  )
  if (isFine(serviceVerdict) && isRefusal(deviceVerdict))
    console.log(`  wrongly refused: ${name} (${deviceVerdict})`)
  else if (values.verbose && serviceVerdict !== deviceVerdict)
    console.log(`  ${name}: service ${serviceVerdict}, device ${deviceVerdict}`)
}
console.log('\nA picture, before it is sent')
pictureTable.print('service ↓  device →')
const total = pictureTable.sum(isAny, isAny)
console.log(
  `Wrongly refused: ${formatPercent(pictureTable.sum(isFine, isRefusal), pictureTable.sum(isFine, isAny))} of those the service takes`,
)
console.log(
  `Caught: ${formatPercent(pictureTable.sum(isRefusal, isRefusal), pictureTable.sum(isRefusal, isAny))} of those it refuses`,
)
console.log(
  `Left to the service: ${formatPercent(
    pictureTable.sum(isAny, (name) => name === 'unknown'),
    total,
  )}`,
)
console.log('\nThe camera, which shoots at "good"')
frameTable.print('service ↓  camera →')
const shotCount = frameTable.sum(isAny, (name) => name === 'good')
console.log(
  `Would be refused after a shot: ${formatPercent(
    frameTable.sum(isRefusal, (name) => name === 'good'),
    shotCount,
  )}`,
)
