import { describe, expect, test } from 'vitest'
import {
  createQuartersPicture,
  createRedAndBluePicture,
  redAndBlueHeic,
} from '../../../../tests/support/data/sample-pictures.ts'
import { hashPicture } from './picture-hash.ts'

const jpeg = { quality: 90 }

/** Returns a JPEG with a segment of a comment after its start, and bytes after its end. */
const withComment = (bytes: Buffer) =>
  Buffer.concat([
    bytes.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, 6]),
    Buffer.from('note'),
    bytes.subarray(2),
    Buffer.from('preview of the camera'),
  ])

describe('the hash of a picture', () => {
  test.each([
    ['JPEG', { ...jpeg }],
    ['progressive JPEG', { ...jpeg, progressive: true }],
    ['JPEG with restarts', { ...jpeg, mozjpeg: true }],
  ])('is the same for a %s with other metadata', async (_, options) => {
    const plain = await (await createQuartersPicture()).jpeg(options).toBuffer()
    const tagged = await (await createQuartersPicture())
      .withExif({ IFD0: { Copyright: 'Agency' }, IFD2: { DateTimeOriginal: '2026:09:12 17:31:02' } })
      .jpeg(options)
      .toBuffer()
    const hash = await hashPicture(plain)
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(await hashPicture(tagged)).toBe(hash)
    expect(await hashPicture(withComment(plain))).toBe(hash)
    expect(await hashPicture(await (await createQuartersPicture()).flop().jpeg(options).toBuffer())).not.toBe(
      hash,
    )
  })

  test.each(['png', 'webp'] as const)('is of the pixels of a %s', async (format) => {
    const options = { lossless: true, compressionLevel: 1 }
    const plain = await (await createQuartersPicture()).toFormat(format, options).toBuffer()
    const recompressed = await (await createQuartersPicture())
      .withExif({ IFD0: { Copyright: 'Agency' } })
      .toFormat(format, { ...options, compressionLevel: 9, effort: 6 })
      .toBuffer()
    expect(recompressed).not.toEqual(plain)
    expect(await hashPicture(recompressed)).toBe(await hashPicture(plain))
    expect(await hashPicture(await createRedAndBluePicture().toFormat(format, options).toBuffer())).not.toBe(
      await hashPicture(plain),
    )
  })

  test('is of the pixels of a HEIC', async () => {
    const renamed = Buffer.from(redAndBlueHeic)
    renamed.write('2027:01:01', renamed.indexOf('2026:09:12'))
    expect(await hashPicture(renamed)).toBe(await hashPicture(redAndBlueHeic))
  })

  test('does not exist for other files', async () => {
    const broken = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 3, 4, 5, 6])
    for (const bytes of [Buffer.from('no picture'), Buffer.alloc(0), broken])
      expect(await hashPicture(bytes)).toBeUndefined()
  })
})
