import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createRedAndBluePicture, redAndBlueHeic } from '../../../../tests/support/data/sample-pictures.ts'
import { readMetadata } from './metadata.ts'

const now = new Date('2026-09-13T00:00:00Z')

function createPhotoWithTags(tags: Record<string, string>): Promise<Buffer> {
  return createRedAndBluePicture().withExif({ IFD2: tags }).jpeg().toBuffer()
}

describe('the time of a photo', () => {
  test('is exact when the camera wrote its zone', async () => {
    const bytes = await createPhotoWithTags({
      DateTimeOriginal: '2026:09:12 17:31:02',
      OffsetTimeOriginal: '+03:00',
      SubSecTimeOriginal: '25',
    })
    expect(await readMetadata(bytes, now)).toEqual({
      takenOn: new Date('2026-09-12T14:31:02.250Z'),
      takenOnIsLocal: false,
    })
  })

  test('is the wall clock when the camera wrote no zone', async () => {
    const bytes = await createPhotoWithTags({ DateTimeOriginal: '2026:09:12 17:31:02' })
    expect(await readMetadata(bytes, now)).toEqual({
      takenOn: new Date('2026-09-12T17:31:02Z'),
      takenOnIsLocal: true,
    })
  })

  test('is read from HEIC too', async () => {
    expect((await readMetadata(redAndBlueHeic, now)).takenOn).toEqual(new Date('2026-09-12T14:31:02.250Z'))
  })

  test('is unknown when the file has none, or nonsense', async () => {
    const unknown = { takenOn: null, takenOnIsLocal: false }
    expect(await readMetadata(await createRedAndBluePicture().png().toBuffer(), now)).toEqual(unknown)
    expect(
      await readMetadata(await createPhotoWithTags({ DateTimeOriginal: '0000:00:00 00:00:00' }), now),
    ).toEqual(unknown)
    expect(await readMetadata(Buffer.from('no picture'), now)).toEqual(unknown)
  })

  /** The moment of the finish in Moscow, and its wall clock as if it were UTC. */
  const moment = { takenOn: new Date('2026-09-12T14:31:02Z'), takenOnIsLocal: false }
  const localMoment = { takenOn: new Date('2026-09-12T17:31:02Z'), takenOnIsLocal: true }

  test.each<[string, Record<string, string>, object]>([
    [
      'of the digitisation',
      { DateTimeDigitized: '2026:09:12 17:31:02', OffsetTimeDigitized: '+03:00' },
      moment,
    ],
    [
      'of the digitisation after an invalid one',
      { DateTimeOriginal: '    :  :     :  :  ', DateTimeDigitized: '2026:09:12 17:31:02' },
      localMoment,
    ],
    ['with other separators', { DateTimeOriginal: '2026-09-12T17:31:02' }, localMoment],
    ['with a zone in the text', { DateTimeOriginal: '2026:09:12 17:31:02+03:00' }, moment],
    [
      'with a zone without a colon',
      { DateTimeOriginal: '2026:09:12 17:31:02', OffsetTimeOriginal: '+0300' },
      moment,
    ],
    ['with a zone in hours', { DateTimeOriginal: '2026:09:12 17:31:02', OffsetTimeOriginal: '+03' }, moment],
    ['west of Greenwich', { DateTimeOriginal: '2026:09:12 10:01:02', OffsetTimeOriginal: '-04:30' }, moment],
    [
      'with a zone that is none',
      { DateTimeOriginal: '2026:09:12 17:31:02', OffsetTimeOriginal: '   :  ' },
      localMoment,
    ],
  ])('is read %s', async (_, tags, expected) => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const bytes = await createRedAndBluePicture().withExif({ IFD2: tags }).toFormat(format).toBuffer()
      expect(await readMetadata(bytes, now), format).toEqual(expected)
    }
  })

  test.each([
    '1970:01:01 00:00:00',
    '1980:01:01 00:00:00',
    '1904:01:01 00:00:00',
    '2099:01:01 10:00:00',
    '2026:13:01 10:00:00',
    '2026:02:30 10:00:00',
    '2026:09:12',
    '2026:09:12 25:00:00',
  ])('is not %s', async (text) => {
    const bytes = await createPhotoWithTags({ DateTimeOriginal: text })
    expect(await readMetadata(bytes, now)).toEqual({ takenOn: null, takenOnIsLocal: false })
  })

  test('is that of the satellites where the camera had no clock', async () => {
    const exif = {
      IFD2: { DateTimeOriginal: '1970:01:01 00:00:00' },
      IFD3: { GPSDateStamp: '2026:09:12', GPSTimeStamp: '14/1 31/1 25/10' },
    }
    const bytes = await createRedAndBluePicture().withExif(exif).jpeg().toBuffer()
    expect((await readMetadata(bytes, now)).takenOn).toEqual(new Date('2026-09-12T14:31:02.500Z'))
  })

  const formatAttribute = (name: string, value: string) => `${name}="${value}"`
  const buildXmpPacket = (attributes: string, elements = '') =>
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/" rdf:about="" ${attributes}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`

  test.each<[string, string, object]>([
    [
      'xmp:CreateDate',
      buildXmpPacket(formatAttribute('xmp:CreateDate', '2026-09-12T17:31:02+03:00')),
      moment,
    ],
    [
      'exif:DateTimeDigitized',
      buildXmpPacket(formatAttribute('exif:DateTimeDigitized', '2026-09-12T17:31:02+03:00')),
      moment,
    ],
    [
      'xap:CreateDate',
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xap="http://ns.adobe.com/xap/1.0/" xap:CreateDate="2026-09-12T14:31:02Z"/></rdf:RDF></x:xmpmeta>`,
      moment,
    ],
    [
      'photoshop:DateCreated',
      buildXmpPacket(formatAttribute('photoshop:DateCreated', '2026-09-12T17:31:02')),
      localMoment,
    ],
    [
      'an element exif:DateTimeOriginal',
      buildXmpPacket('', '<exif:DateTimeOriginal>2026-09-12T17:31:02.00+03:00</exif:DateTimeOriginal>'),
      moment,
    ],
    [
      'the next property after an invalid one',
      buildXmpPacket(
        `${formatAttribute('photoshop:DateCreated', '2026-09-12')} ${formatAttribute('xmp:CreateDate', '2026-09-12T14:31:02Z')}`,
      ),
      moment,
    ],
  ])('is read from XMP: %s', async (_, xmp, expected) => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const bytes = await createRedAndBluePicture().withXmp(xmp).toFormat(format).toBuffer()
      expect(await readMetadata(bytes, now), format).toEqual(expected)
    }
  })

  test.each<[string, string | undefined, object]>([
    ['with its zone', '173102+0300', moment],
    ['without one', '173102', localMoment],
    ['not without its time', undefined, { takenOn: null, takenOnIsLocal: false }],
  ])('is read from IPTC %s', async (_, time, expected) => {
    const bytes = addIptc(await createRedAndBluePicture().jpeg().toBuffer(), [
      [55, '20260912'],
      ...(time === undefined ? [] : [[60, time] as const]),
    ])
    expect(await readMetadata(bytes, now)).toEqual(expected)
  })

  test.each<[string, object]>([
    ['Sat, 12 Sep 2026 17:31:02 +0300', moment],
    ['12 September 2026 14:31:02 GMT', moment],
    ['2026-09-12T17:31:02+03:00', moment],
    ['2026:09:12 17:31:02', localMoment],
    ['12 Foo 2026 17:31:02', { takenOn: null, takenOnIsLocal: false }],
    ['yesterday', { takenOn: null, takenOnIsLocal: false }],
  ])('is read from the text of a PNG: %s', async (text, expected) => {
    const bytes = withText(await createRedAndBluePicture().png().toBuffer(), `Creation Time\0${text}`)
    expect(await readMetadata(bytes, now)).toEqual(expected)
  })
})

/** Inserts a chunk of text after the header of a PNG. */
function withText(png: Buffer, text: string): Buffer {
  const content = Buffer.from(`tEXt${text}`, 'latin1')
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length - 4)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([png.subarray(0, 33), length, content, sum, png.subarray(33)])
}

/** Inserts a segment with records of application data (IPTC-IIM) into a JPEG. */
function addIptc(jpeg: Buffer, records: readonly (readonly [number, string])[]): Buffer {
  const data = Buffer.concat(
    records.map(([number, text]) =>
      Buffer.concat([Buffer.from([28, 2, number, 0, text.length]), Buffer.from(text)]),
    ),
  )
  const segmentHeader = Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\0', 'latin1')
  segmentHeader.writeUInt32BE(data.length, segmentHeader.length - 4)
  const segment = Buffer.concat([segmentHeader, data, Buffer.alloc(data.length % 2)])
  const marker = Buffer.from([0xff, 0xed, 0, 0])
  marker.writeUInt16BE(segment.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), marker, segment, jpeg.subarray(2)])
}
