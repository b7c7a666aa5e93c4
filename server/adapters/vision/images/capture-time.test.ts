import { describe, expect, test } from 'vitest'
import { readCaptureTime } from './capture-time.ts'
import { redAndBlue, redAndBlueHeic } from './test-pictures.ts'

function taken(tags: Record<string, string>): Promise<Buffer> {
  return redAndBlue().withExif({ IFD2: tags }).jpeg().toBuffer()
}

describe('the time of a photo', () => {
  test('is exact when the camera wrote its zone', async () => {
    const bytes = await taken({
      DateTimeOriginal: '2026:09:12 17:31:02',
      OffsetTimeOriginal: '+03:00',
      SubSecTimeOriginal: '25',
    })
    expect(await readCaptureTime(bytes)).toEqual({
      takenOn: new Date('2026-09-12T14:31:02.250Z'),
      takenOnIsLocal: false,
    })
  })

  test('is the wall clock when the camera wrote no zone', async () => {
    const bytes = await taken({ DateTimeOriginal: '2026:09:12 17:31:02' })
    expect(await readCaptureTime(bytes)).toEqual({
      takenOn: new Date('2026-09-12T17:31:02Z'),
      takenOnIsLocal: true,
    })
  })

  test('is read from HEIC too', async () => {
    expect((await readCaptureTime(redAndBlueHeic)).takenOn).toEqual(new Date('2026-09-12T14:31:02.250Z'))
  })

  test('is unknown when the file has none, or nonsense', async () => {
    const unknown = { takenOn: null, takenOnIsLocal: false }
    expect(await readCaptureTime(await redAndBlue().png().toBuffer())).toEqual(unknown)
    expect(await readCaptureTime(await taken({ DateTimeOriginal: '0000:00:00 00:00:00' }))).toEqual(unknown)
    expect(await readCaptureTime(Buffer.from('no picture'))).toEqual(unknown)
  })
})
