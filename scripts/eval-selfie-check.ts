import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp, { type Sharp } from 'sharp'
import { describeSelfie } from '../server/adapters/vision/faces/judge-selfie.ts'
import { type FaceNetworks, openFaceNetworks } from '../server/adapters/vision/faces/read-faces.ts'
import { decodePhoto } from '../server/adapters/vision/images/decode.ts'
import { ensureModels } from '../server/adapters/vision/models.ts'
import { FaceRejected } from '../server/features/recognition/ports.ts'
import { judgePicture, judgeSight } from '../src/features/selfie/check/judge.ts'
import { lookForFaces, looks } from '../src/features/selfie/check/look.ts'
import { openTinyFace, type Pixels } from '../src/features/selfie/check/tiny-face.ts'
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

interface Case {
  name: string
  jpeg: Buffer
}

const longSide = 1280
const sightSide = 640

/** Prepares a picture like a browser: upright, and no larger than the upload size. */
const upright = (file: Buffer | string) =>
  sharp(file).rotate().resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true })

const toJpeg = (picture: Sharp, quality = 85) => picture.jpeg({ quality }).toBuffer()

/** Extracts a frame of a video of JPEGs: from one start-of-image marker to the next. */
function readVideoFrame(film: Buffer, number: number): Buffer {
  const mark = Buffer.from([0xff, 0xd8, 0xff])
  let start = film.indexOf(mark)
  for (let at = 0; at < number; at++) start = film.indexOf(mark, start + 3)
  const end = film.indexOf(mark, start + 3)
  return film.subarray(start, end < 0 ? undefined : end)
}

function originals(): { name: string; file: Buffer }[] {
  const selfies = listFiles('demo/selfies')
  const frames = readdirSync('demo/camera').flatMap((film) =>
    [0, 5, 10].map((number) => ({
      name: `${film} ${number}`,
      file: readVideoFrame(readFileSync(join('demo/camera', film)), number),
    })),
  )
  return [...selfies, ...frames, ...(values.faces ? listFiles(values.faces) : [])]
}

const listFiles = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /\.jpe?g$/i.test(name))
    .map((name) => ({ name: basename(name), file: readFileSync(join(folder, name)) }))

const blurs = [0.5, 1, 1.5, 2, 3, 4, 6, 8]
const lights = [0.1, 0.2, 0.3, 0.5, 1.6, 2.4]
const shares = [0.6, 0.4, 0.25, 0.15]
const turns = [-30, -15, 15, 30]
const qualities = [30, 12, 5]

async function* listVariants(name: string, file: Buffer): AsyncGenerator<Case> {
  const jpeg = await toJpeg(upright(file), 90)
  const { width, height } = await sharp(jpeg).metadata()
  const unit = Math.max(width, height) / longSide
  yield { name, jpeg }
  for (const sigma of blurs)
    yield { name: `${name} blur ${sigma}`, jpeg: await toJpeg(sharp(jpeg).blur(Math.max(0.3, sigma * unit))) }
  for (const light of lights)
    yield { name: `${name} light ${light}`, jpeg: await toJpeg(sharp(jpeg).linear(light, 0)) }
  for (const share of shares)
    yield { name: `${name} small ${share}`, jpeg: await smaller(jpeg, share, width, height) }
  for (const angle of turns)
    yield {
      name: `${name} turned ${angle}`,
      jpeg: await toJpeg(sharp(jpeg).rotate(angle, { background: '#888' })),
    }
  for (const quality of qualities)
    yield { name: `${name} crushed ${quality}`, jpeg: await toJpeg(sharp(jpeg), quality) }
  yield { name: `${name} close`, jpeg: await closeUp(jpeg, width, height) }
}

/** Places the picture at a smaller size in the center of a plain background. */
async function smaller(jpeg: Buffer, share: number, width: number, height: number): Promise<Buffer> {
  const input = await sharp(jpeg)
    .resize(Math.round(width * share))
    .toBuffer()
  return toJpeg(
    sharp({ create: { width, height, channels: 3, background: '#8a8f87' } }).composite([{ input }]),
  )
}

const closeUp = (jpeg: Buffer, width: number, height: number) =>
  toJpeg(
    sharp(jpeg).extract({
      left: Math.round(width * 0.15),
      top: Math.round(height * 0.2),
      width: Math.round(width * 0.7),
      height: Math.round(height * 0.6),
    }),
  )

/** Places two people next to each other. */
async function placeSideBySide(one: Case, other: Case): Promise<Case> {
  const half = (jpeg: Buffer) => sharp(jpeg).resize(640, 853, { fit: 'cover' }).toBuffer()
  const canvas = sharp({ create: { width: 1280, height: 853, channels: 3, background: '#fff' } })
  const inputs = [await half(one.jpeg), await half(other.jpeg)]
  const jpeg = await toJpeg(canvas.composite(inputs.map((input, at) => ({ input, left: at * 640, top: 0 }))))
  return { name: `${one.name} + ${other.name}`, jpeg }
}

async function* cases(): AsyncGenerator<Case> {
  let before: Case | undefined
  for (const { name, file } of originals()) {
    yield* listVariants(name, file)
    const now = { name, jpeg: await toJpeg(upright(file)) }
    if (before) yield await placeSideBySide(before, now)
    before = now
  }
}

async function serviceVerdict(networks: FaceNetworks, jpeg: Buffer): Promise<string> {
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
class Table {
  readonly #counts = new Map<string, Map<string, number>>()

  count(row: string, column: string): void {
    const counts = this.#counts.get(row) ?? new Map<string, number>()
    counts.set(column, (counts.get(column) ?? 0) + 1)
    this.#counts.set(row, counts)
  }

  of(rows: (name: string) => boolean, columns: (name: string) => boolean): number {
    let sum = 0
    for (const [row, counts] of this.#counts)
      for (const [column, count] of counts) if (rows(row) && columns(column)) sum += count
    return sum
  }

  print(corner: string): void {
    const names = new Set<string>()
    for (const counts of this.#counts.values()) for (const column of counts.keys()) names.add(column)
    const columns = [...names].sort()
    const line = (cells: readonly (string | number)[]) =>
      cells.map((cell, at) => (at === 0 ? String(cell).padEnd(24) : String(cell).padStart(13))).join('')
    console.log(line([corner, ...columns]))
    for (const [row, counts] of [...this.#counts].sort(([a], [b]) => a.localeCompare(b)))
      console.log(line([row, ...columns.map((column) => counts.get(column) ?? 0)]))
  }
}

const any = () => true
const isFine = (name: string) => name === 'fine'
const isRefusal = (name: string) => !isFine(name) && name !== 'unknown'
const percent = (part: number, of: number) =>
  `${part} of ${of} (${((100 * part) / Math.max(1, of)).toFixed(2)} %)`

const networks = await openFaceNetworks(ensureModels(values.models))
const look = openTinyFace(convertFaceWeights().buffer)
const pictures = new Table()
const sights = new Table()
for await (const { name, jpeg } of cases()) {
  const service = await serviceVerdict(networks, jpeg)
  const verdict = judgePicture(lookForFaces(look, await decodePixels(jpeg, longSide), looks.still))
  const device = verdict.type === 'fault' ? verdict.code : verdict.type
  const live = await decodePixels(jpeg, sightSide)
  pictures.count(service, device)
  sights.count(service, judgeSight(lookForFaces(look, live, looks.live), live))
  if (isFine(service) && isRefusal(device)) console.log(`  wrongly refused: ${name} (${device})`)
  else if (values.verbose && service !== device)
    console.log(`  ${name}: service ${service}, device ${device}`)
}
console.log('\nA picture, before it is sent')
pictures.print('service ↓  device →')
const total = pictures.of(any, any)
console.log(
  `Wrongly refused: ${percent(pictures.of(isFine, isRefusal), pictures.of(isFine, any))} of those the service takes`,
)
console.log(
  `Caught: ${percent(pictures.of(isRefusal, isRefusal), pictures.of(isRefusal, any))} of those it refuses`,
)
console.log(
  `Left to the service: ${percent(
    pictures.of(any, (name) => name === 'unknown'),
    total,
  )}`,
)
console.log('\nThe camera, which shoots at "good"')
sights.print('service ↓  camera →')
const shot = sights.of(any, (name) => name === 'good')
console.log(
  `Would be refused after a shot: ${percent(
    sights.of(isRefusal, (name) => name === 'good'),
    shot,
  )}`,
)
