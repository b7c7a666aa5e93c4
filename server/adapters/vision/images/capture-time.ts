import exifr from 'exifr'

const clock = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/
const zone = /^[+-]\d\d:\d\d$|^Z$/
/** Matches the TIFF headers of the tags, in either byte order. */
const tagMarks = ['II*\0\x08\0\0\0', 'MM\0*\0\0\0\x08']

export interface CaptureTime {
  takenOn: Date | null
  /** True when the file has no time zone. `takenOn` is then the camera's local time interpreted as UTC. */
  takenOnIsLocal: boolean
}

/** Raw values of the file. A broken file may contain anything. */
type Tags = Partial<Record<'DateTimeOriginal' | 'SubSecTimeOriginal' | 'OffsetTimeOriginal', unknown>>

function toText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

async function parse(bytes: Uint8Array): Promise<Tags | undefined> {
  try {
    return await exifr.parse(bytes, {
      pick: ['DateTimeOriginal', 'SubSecTimeOriginal', 'OffsetTimeOriginal'],
      reviveValues: false,
    })
  } catch {
    return undefined
  }
}

/** Reads the tags. Some HEIC writers place them where the parser does not look; then it gets their position. */
async function readTags(bytes: Uint8Array): Promise<Tags | undefined> {
  const tags = await parse(bytes)
  if (tags?.DateTimeOriginal) return tags
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mark = Math.max(...tagMarks.map((text) => buffer.indexOf(text, 0, 'latin1')))
  return mark < 0 ? undefined : parse(bytes.subarray(mark))
}

/**
 * Returns the capture time from EXIF `DateTimeOriginal`, `SubSecTimeOriginal` and `OffsetTimeOriginal`. Missing or invalid
 * tags are no error: the time is then null.
 */
export async function readCaptureTime(bytes: Uint8Array): Promise<CaptureTime> {
  const none: CaptureTime = { takenOn: null, takenOnIsLocal: false }
  const tags = await readTags(bytes)
  const parts = clock.exec(toText(tags?.DateTimeOriginal))
  if (!parts) return none
  const [, year, month, day, hour, minute, second] = parts
  const offset = toText(tags?.OffsetTimeOriginal)
  const fraction = /^\d+/.exec(toText(tags?.SubSecTimeOriginal))?.[0].slice(0, 3) ?? '0'
  const isLocal = !zone.test(offset)
  const takenOn = new Date(
    `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}${isLocal ? 'Z' : offset}`,
  )
  return Number.isNaN(takenOn.getTime()) ? none : { takenOn, takenOnIsLocal: isLocal }
}
