import { type FileHandle, open } from 'node:fs/promises'
import { type AnalysedVideo, VideoRejected } from '../../features/videos/ports.ts'
import { type Box, readBoxes, readBytes } from './boxes.ts'
import { readCreationDate } from './creation-date.ts'
import { readQuickTimeKey } from './quicktime-keys.ts'

/** Describes what the header of an MP4 or QuickTime file contains. */
export type VideoHeader = Pick<AnalysedVideo, 'mime' | 'durationS' | 'takenOn'> & {
  /** Whether the file is the moving part of a Live Photo of an iPhone. */
  readonly isLivePhoto: boolean
}

/** Names the picture that belongs to the video. */
const livePhotoKey = 'com.apple.quicktime.content.identifier'
/** Live Photos last three seconds; a longer video with a picture is a video with its poster. */
const maxLivePhotoDurationInS = 5

/** Valid first boxes of an MP4 or QuickTime file. */
const firstTypes = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])
/** Seconds from 1 January 1904, the epoch of these files, to 1 January 1970. */
const epochOffsetInS = 2_082_844_800
const earliestTakenOn = Date.UTC(2000, 0, 1)
/** Clocks of cameras may be some hours fast, and many write local time. */
const toleranceInMs = 24 * 3_600_000

/**
 * Reads duration, time and kind from the boxes of ISO 14496-12 (MP4, M4V, MOV), without loading the file.
 *
 * @param now later times are invalid
 * @throws VideoRejected for another format or a truncated file
 */
export async function readVideoHeader(path: string, now = new Date()): Promise<VideoHeader> {
  const file = await open(path, 'r')
  try {
    return await readHeader(file, now)
  } finally {
    await file.close()
  }
}

async function readHeader(file: FileHandle, now: Date): Promise<VideoHeader> {
  const { size } = await file.stat()
  const boxes = await readBoxes(file, 0, size)
  if (!firstTypes.has(boxes[0]?.type ?? '')) throw new VideoRejected('NotAVideo')
  const moov = boxes.find(({ type }) => type === 'moov')
  if (!moov || moov.to > size || !boxes.some(({ type }) => type === 'mdat')) {
    throw new VideoRejected('VideoDamaged')
  }
  if (boxes.some(({ to }) => to > size)) throw new VideoRejected('VideoDamaged')
  const movieBoxes = await readBoxes(file, moov.from, moov.to)
  const header = movieBoxes.find(({ type }) => type === 'mvhd')
  if (!header) throw new VideoRejected('VideoDamaged')
  const { timescale, duration, createdInS } = await readMovieHeader(file, header)
  const fragments = movieBoxes.find(({ type }) => type === 'mvex')
  const units = duration || (fragments && (await readFragmentedDuration(file, fragments))) || 0
  if (timescale === 0 || units === 0) throw new VideoRejected('VideoDamaged')
  const brand = boxes[0]?.type === 'ftyp' ? await readText(file, boxes[0].from, 4) : 'qt  '
  const durationS = units / timescale
  return {
    mime: brand === 'qt  ' ? 'video/quicktime' : 'video/mp4',
    durationS,
    isLivePhoto:
      durationS <= maxLivePhotoDurationInS &&
      (await readQuickTimeKey(file, movieBoxes, livePhotoKey)) !== undefined,
    takenOn: (await readCreationDate(file, movieBoxes, now)) ?? toTakenOn(createdInS, now),
  }
}

async function readMovieHeader(file: FileHandle, { from }: Box) {
  const body = await readBytes(file, from, 32)
  const isLong = body[0] === 1
  if (body.length < (isLong ? 32 : 20)) throw new VideoRejected('VideoDamaged')
  return isLong
    ? {
        createdInS: Number(body.readBigUInt64BE(4)),
        timescale: body.readUInt32BE(20),
        duration: toDuration(body.readBigUInt64BE(24), 0xffff_ffff_ffff_ffffn),
      }
    : {
        createdInS: body.readUInt32BE(4),
        timescale: body.readUInt32BE(12),
        duration: toDuration(BigInt(body.readUInt32BE(16)), 0xffff_ffffn),
      }
}

/** Reads the duration of a fragmented file, e.g. a live recording, from `mehd`: its `mvhd` has none. */
async function readFragmentedDuration(file: FileHandle, { from, to }: Box): Promise<number | undefined> {
  const header = (await readBoxes(file, from, to)).find(({ type }) => type === 'mehd')
  if (!header) return undefined
  const body = await readBytes(file, header.from, 12)
  if (body[0] === 1 && body.length === 12) return Number(body.readBigUInt64BE(4))
  return body.length >= 8 ? body.readUInt32BE(4) : undefined
}

const toDuration = (units: bigint, unknownValue: bigint) => (units === unknownValue ? 0 : Number(units))

function toTakenOn(createdInS: number, now: Date): Date | null {
  const moment = (createdInS - epochOffsetInS) * 1000
  return moment >= earliestTakenOn && moment <= now.getTime() + toleranceInMs ? new Date(moment) : null
}

const readText = async (file: FileHandle, position: number, length: number) =>
  (await readBytes(file, position, length)).toString('latin1')
