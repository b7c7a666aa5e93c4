import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp, { type Sharp } from 'sharp'
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
]
const kinds: [string, (picture: Sharp) => Sharp][] = [
  ['JPEG', (picture) => picture.jpeg({ quality: 92 })],
  ['JPEG on its side', (picture) => picture.withMetadata({ orientation: 6 }).jpeg({ quality: 92 })],
  ['PNG', (picture) => picture.png({ compressionLevel: 1 })],
]

const cases = cameras.flatMap((camera) =>
  kinds.map(([kind, encode]) => [kind, camera.megapixels, camera, encode] as const),
)

it.each(cases)(
  'decodes a %s of %i megapixels in the memory of smaller photos',
  async (kind, megapixels, { width, height }, encode) => {
    const file = join(folder, `${megapixels}-${kind}`)
    await encode(sharp(smallPhoto).resize(width, height, { fit: 'fill' })).toFile(file)
    const measured = await measureDecoding(file)
    reportFigures(`decoding a ${kind} of ${megapixels} megapixels`, {
      'peak memory grows by': `${measured.growthInMb} MB`,
      limit: `${growthLimitInMb} MB`,
    })
    expect(measured.width * measured.height).toBe(width * height)
    expect(measured.growthInMb).toBeLessThan(growthLimitInMb)
  },
  120_000,
)
