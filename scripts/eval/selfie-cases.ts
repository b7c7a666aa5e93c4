import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'

/** A picture that a runner may send. */
export interface TestCase {
  name: string
  jpeg: Buffer
}

/** Long side of a selfie as a browser sends it, in pixels. */
export const longSide = 1280

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
  return [...selfies, ...frames]
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

/** Prepares a picture like a browser. */
export async function toTestCase(name: string, file: Buffer | string): Promise<TestCase> {
  return { name, jpeg: await toJpeg(toUploadSize(file)) }
}

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

/**
 * Places two people next to each other.
 *
 * @param otherShare height of the second person's picture relative to the first
 */
export async function placeSideBySide(one: TestCase, other: TestCase, otherShare = 1): Promise<TestCase> {
  const resize = (jpeg: Buffer, share: number) =>
    sharp(jpeg)
      .resize(Math.round(640 * share), Math.round(853 * share), { fit: 'cover' })
      .toBuffer()
  const canvas = sharp({ create: { width: 1280, height: 853, channels: 3, background: '#fff' } })
  const inputs = [await resize(one.jpeg, 1), await resize(other.jpeg, otherShare)]
  const jpeg = await toJpeg(
    canvas.composite(inputs.map((input, index) => ({ input, left: index * 640, top: 0 }))),
  )
  return { name: `${one.name} + ${other.name}`, jpeg }
}

/** Generates the generated selfies and frames of the demo, and increasingly degraded variants of them. */
export async function* generateCases(): AsyncGenerator<TestCase> {
  let previousCase: TestCase | undefined
  for (const { name, file } of listOriginals()) {
    yield* listVariants(name, file)
    const currentCase = await toTestCase(name, file)
    if (previousCase) yield await placeSideBySide(previousCase, currentCase)
    previousCase = currentCase
  }
}
