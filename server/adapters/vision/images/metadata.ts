import exifr from 'exifr'
import sharp from 'sharp'
import type { AnalysedPhoto } from '../../../features/photos/ports.ts'
import { type Moment, parseMoment } from './parse-moment.ts'

/** Matches the TIFF headers of the tags, in either byte order. */
const tiffHeaders = ['II*\0\x08\0\0\0', 'MM\0*\0\0\0\x08']

/** Properties of a photo that are read from its metadata. */
export type Metadata = Pick<AnalysedPhoto, 'takenOn' | 'takenOnIsLocal'>

/** Raw values of the file by block. A broken file may contain anything. */
type Tags = Partial<Record<string, Partial<Record<string, unknown>>>>

const parserOptions = {
  tiff: true,
  exif: true,
  gps: true,
  reviveValues: false,
  translateValues: false,
  mergeOutput: false,
}
const iptcOptions = { ...parserOptions, tiff: false, exif: false, gps: false, iptc: true }

/** Properties of XMP with a capture time, the most specific one first; the last one is an old name of the one before. */
const xmpProperties = [
  'exif:DateTimeOriginal',
  'exif:DateTimeDigitized',
  'photoshop:DateCreated',
  'xmp:CreateDate',
  'xap:CreateDate',
]

const toText = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', ' ').trim() : '')

/** Metadata blocks of a file, as sharp finds them in every format. */
interface Blocks {
  exif?: Buffer
  xmp?: Buffer
  /** Texts of a PNG. */
  comments?: readonly { readonly keyword: string; readonly text: string }[]
}

/**
 * Returns the metadata of a photo. Its capture time is from the first of these that holds one: EXIF `DateTimeOriginal`, `DateTimeDigitized`, GPS
 * date and time, XMP, IPTC, `Creation Time` of PNG. Missing and invalid tags are no error: the time is then null.
 *
 * @param now later times are invalid
 */
export async function readMetadata(bytes: Uint8Array, now: Date): Promise<Metadata> {
  const blocks = await readBlocks(bytes)
  const tags = await readTags(bytes, blocks)
  const moment =
    fromExif(tags, now) ??
    fromGps(tags, now) ??
    fromXmp(blocks, now) ??
    fromIptc(await readIptc(bytes), now) ??
    fromPngText(blocks, now)
  return { takenOn: moment?.time ?? null, takenOnIsLocal: moment?.isLocal ?? false }
}

async function readBlocks(bytes: Uint8Array): Promise<Blocks> {
  try {
    return await sharp(bytes, { failOn: 'none', limitInputPixels: false }).metadata()
  } catch {
    return {}
  }
}

async function parseTags(bytes: Uint8Array, requestedOptions: object): Promise<Tags | undefined> {
  try {
    return await exifr.parse(bytes, requestedOptions)
  } catch {
    return undefined
  }
}

/** Reads EXIF. Where the parsers do not find it, as in some HEIC files, the TIFF header is searched in all bytes. */
async function readTags(bytes: Uint8Array, { exif }: Blocks): Promise<Tags> {
  const block =
    exif &&
    (await parseTags(exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif, parserOptions))
  const tags = block ?? (await parseTags(bytes, parserOptions))
  if (tags?.exif ?? tags?.gps) return tags
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headerIndex = Math.max(...tiffHeaders.map((text) => buffer.indexOf(text, 0, 'latin1')))
  return (headerIndex < 0 ? undefined : await parseTags(bytes.subarray(headerIndex), parserOptions)) ?? {}
}

function fromExif({ exif = {} }: Tags, now: Date): Moment | undefined {
  const read = (date: string, suffix: string) =>
    parseMoment(toText(exif[date]), now, {
      fraction: toText(exif[`SubSecTime${suffix}`]),
      offset: toText(exif[`OffsetTime${suffix}`]),
    })
  return read('DateTimeOriginal', 'Original') ?? read('CreateDate', 'Digitized')
}

/** Returns the time of the satellites, which is UTC. */
function fromGps({ gps = {} }: Tags, now: Date): Moment | undefined {
  const { GPSDateStamp: date, GPSTimeStamp: time } = gps
  const [hour, minute, second] = Array.isArray(time) ? time.map(Number) : toText(time).split(':').map(Number)
  if (hour === undefined || minute === undefined || second === undefined) return undefined
  const toTwoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const fraction = String(Math.round((second % 1) * 1000)).padStart(3, '0')
  return parseMoment(
    `${toText(date)} ${toTwoDigits(hour)}:${toTwoDigits(minute)}:${toTwoDigits(second)}.${fraction}Z`,
    now,
  )
}

function fromXmp({ xmp }: Blocks, now: Date): Moment | undefined {
  const packet = xmp?.toString('utf8') ?? ''
  for (const property of xmpProperties) {
    const [, doubleQuoted, singleQuoted, elementText] =
      new RegExp(`${property}(?:\\s*=\\s*(?:"([^"]*)"|'([^']*)')|\\s*>([^<]*)<)`).exec(packet) ?? []
    const moment = parseMoment(doubleQuoted ?? singleQuoted ?? elementText ?? '', now)
    if (moment) return moment
  }
  return undefined
}

async function readIptc(bytes: Uint8Array): Promise<Tags> {
  return bytes[0] === 0xff ? ((await parseTags(bytes, iptcOptions)) ?? {}) : {}
}

/** Reads `20260912` with `173102+0300`, or the pair of the digitisation. */
function fromIptc({ iptc = {} }: Tags, now: Date): Moment | undefined {
  for (const [dateTag, timeTag] of [
    ['DateCreated', 'TimeCreated'],
    ['DigitalCreationDate', 'DigitalCreationTime'],
  ] as const) {
    const date = /^(\d{4})(\d\d)(\d\d)$/.exec(toText(iptc[dateTag]))
    const time = /^(\d\d)(\d\d)(\d\d)?([+-]\d{4})?$/.exec(toText(iptc[timeTag]))
    if (!date || !time) continue
    const [, hour, minute, second = '00', zone = ''] = time
    const moment = parseMoment(`${date.slice(1).join('-')} ${hour}:${minute}:${second}${zone}`, now)
    if (moment) return moment
  }
  return undefined
}

/** Matches `Sat, 12 Sep 2026 17:31:02 +0300` (RFC 1123), which the specification of PNG recommends. */
const mailDate =
  /^(?:[a-z]{3},?\s+)?(\d\d?)\s+([a-z]{3})[a-z]*\s+(\d{4})\s+(\d\d?:\d\d(?::\d\d)?)\s*(?:(GMT|UTC?|Z)|([+-]\d{4}))?$/i
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function fromPngText({ comments = [] }: Blocks, now: Date): Moment | undefined {
  const { text = '' } = comments.find(({ keyword }) => /^creation time$/i.test(keyword)) ?? {}
  const [, day, month = '', year, time, utc, zone = ''] = mailDate.exec(text.trim()) ?? []
  if (day === undefined) return parseMoment(text, now)
  const number = months.indexOf(month.toLowerCase()) + 1
  return parseMoment(`${year}-${number}-${day} ${time}${utc ? 'Z' : zone}`, now)
}
