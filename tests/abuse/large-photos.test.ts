import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectRoot } from '../../server/platform/root.ts'
import { reportFigures } from '../support/data/figures.ts'

const megabyteInBytes = 1024 ** 2
/** Memory of two photos of 50 megapixels, which are decoded at full size. */
const growthLimitInMb = 300

const smallPhoto = join(projectRoot, 'demo/photos-a/A001.jpg')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photofinish-large-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Decodes a file in a new process. @returns the growth of its peak memory in megabytes, and the size in pixels */
async function measureDecoding(file: string) {
  const script = join(projectRoot, 'tests/support/server/decode-memory.ts')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', script, smallPhoto, file],
    {
      cwd: projectRoot,
    },
  )
  const { width, height, growth } = JSON.parse(stdout) as Record<'width' | 'height' | 'growth', number>
  return { width, height, growthInMb: Math.round(growth / megabyteInBytes) }
}

const cameras = [
  { megapixels: 61, width: 9504, height: 6336 },
  { megapixels: 150, width: 14_204, height: 10_560 },
] as const
type Camera = (typeof cameras)[number]

/** Enlarges the small photo. The linear kernel takes half the time of the default; files keep their size. */
const enlarge = ({ width, height }: Camera) =>
  sharp(smallPhoto).resize(width, height, { fit: 'fill', kernel: 'linear' })

const jpegs = new Map<Camera, Promise<Buffer>>()

/** Returns the JPEG of a camera, which is encoded once. */
function getJpeg(camera: Camera): Promise<Buffer> {
  const jpeg = jpegs.get(camera) ?? enlarge(camera).jpeg({ quality: 92 }).toBuffer()
  jpegs.set(camera, jpeg)
  return jpeg
}

/** Returns the offset of the first segment of a JPEG that is no metadata (APP0 to APP15). */
function findEndOfMetadata(jpeg: Buffer): number {
  let offset = 2
  while ((jpeg.readUInt16BE(offset) & 0xff_f0) === 0xff_e0) offset += 2 + jpeg.readUInt16BE(offset + 2)
  return offset
}

/** Returns a JPEG with the orientation and the profile of a camera held on its side. Its pixels are not encoded again. */
async function turnOnSide(jpeg: Buffer): Promise<Buffer> {
  const turned = await sharp(smallPhoto).resize(16).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  return Buffer.concat([
    turned.subarray(0, findEndOfMetadata(turned)),
    jpeg.subarray(findEndOfMetadata(jpeg)),
  ])
}

const kinds: [string, (camera: Camera) => Promise<Buffer>][] = [
  ['JPEG', getJpeg],
  ['JPEG on its side', async (camera) => turnOnSide(await getJpeg(camera))],
  ['PNG', (camera) => enlarge(camera).png({ compressionLevel: 1 }).toBuffer()],
]

const cases = cameras.flatMap((camera) =>
  kinds.map(([kind, encode]) => [kind, camera.megapixels, camera, encode] as const),
)

it.each(cases)(
  'decodes a %s of %i megapixels in the memory of smaller photos',
  async (kind, megapixels, camera, encode) => {
    const file = join(folder, `${megapixels}-${kind}`)
    await writeFile(file, await encode(camera))
    const measured = await measureDecoding(file)
    reportFigures(`decoding a ${kind} of ${megapixels} megapixels`, {
      'peak memory grows by': `${measured.growthInMb} MB`,
      limit: `${growthLimitInMb} MB`,
    })
    expect(measured.width * measured.height).toBe(camera.width * camera.height)
    // the measurement itself works
    expect(measured.growthInMb).toBeGreaterThan(0)
    expect(measured.growthInMb).toBeLessThan(growthLimitInMb)
  },
  120_000,
)
