import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Context, inTransaction } from '../../platform/context.ts'
import { newMediaKey, newOriginalKey } from '../../platform/objects/keys.ts'
import { findUnavailableCode } from '../../platform/unavailable.ts'
import { type Derivative, ImageRejected, type PhotoAnalyser } from '../photos/index.ts'
import {
  type AnalysedVideo,
  addVideo,
  buildVideoTitle,
  findVideoBySha,
  type VideoAnalyser,
  VideoRejected,
} from '../videos/index.ts'
import { readBibFromFileName } from './bib-from-file-name.ts'
import type { Claim } from './claims.ts'
import type { IngestPhotoInput, IngestPhotoServices } from './ingest-photo.ts'
import type { FoundFile } from './list-files.ts'
import type { ManifestEntry } from './manifest.ts'
import type { Outcome } from './outcome.ts'

const maxVideoSizeInBytes = 4 * 1024 * 1024 * 1024

const videoExtensions = ['.mp4', '.m4v', '.mov']
const posterExtensions = ['.jpg', '.jpeg', '.png', '.webp', '.heic']

/** Services that the ingest of a video needs. */
export interface IngestVideoServices extends IngestPhotoServices {
  readonly videoAnalyser: VideoAnalyser
}

/** Same as for a photo, with the manifest entry of the video. */
export interface IngestVideoInput extends IngestPhotoInput {
  /** Folder being ingested; poster names are relative to it. */
  readonly folder: string
  readonly manifestEntry: ManifestEntry | undefined
}

/** Returns whether a file is a video by its name. */
export const isVideoName = (name: string) => videoExtensions.includes(extname(name).toLowerCase())

/**
 * Returns whether the folder of a picture has a video of the same name. Such a picture is the video's poster and not sold, unless
 * the video is only the moving part of a Live Photo.
 */
export async function isPosterOfVideo(videoAnalyser: VideoAnalyser, file: FoundFile): Promise<boolean> {
  if (!posterExtensions.includes(extname(file.name).toLowerCase())) return false
  const videoPath = await findSiblingFile(file.path, videoExtensions)
  return videoPath !== undefined && !(await videoAnalyser.isLivePhoto(videoPath))
}

/** Returns whether a video is the moving part of a Live Photo whose picture is beside it. */
async function isMovingPartOfPicture(videoAnalyser: VideoAnalyser, { path }: FoundFile): Promise<boolean> {
  return (await findSiblingFile(path, posterExtensions)) !== undefined && videoAnalyser.isLivePhoto(path)
}

/**
 * Ingests a video into an event: its bytes, a poster, and a preview where the analyser makes one. The same bytes are in an
 * event once.
 *
 * @param claim of this file in the run
 * @throws errors of the storage or the database; a bad file is an outcome, not an error
 */
export async function ingestVideo(
  context: Context,
  services: IngestVideoServices,
  claim: Claim,
  file: FoundFile,
  input: IngestVideoInput,
): Promise<Outcome> {
  const { size } = await stat(file.path)
  if (size === 0) return { kind: 'foreign', reason: 'the file is empty' }
  if (size > maxVideoSizeInBytes) {
    const gigabytes = (size / 1024 ** 3).toFixed(1)
    return { kind: 'failed', reason: `${gigabytes} GB are more than a video may have (4 GB)` }
  }
  if (input.manifestEntry === undefined && (await isMovingPartOfPicture(services.videoAnalyser, file)))
    return { kind: 'foreign', reason: 'the moving part of a Live Photo; its picture is sold' }
  const number = input.manifestEntry?.number ?? readBibFromFileName(file.name, input.startNumbers)
  if (number !== undefined && input.startNumbers.size > 0 && !input.startNumbers.has(number)) {
    return {
      kind: 'failed',
      reason: `start number ${number} is not in the start list; rename the file, or name the number in a manifest`,
    }
  }
  const hash = await hashFile(file.path)
  return claim.ingestOnce([hash], () =>
    ingestNewVideo(context, services, { file, hash, size, number: number ?? null }, input),
  )
}

interface VideoToIngest {
  readonly file: FoundFile
  readonly hash: string
  readonly size: number
  readonly number: string | null
}

async function ingestNewVideo(
  context: Context,
  services: IngestVideoServices,
  video: VideoToIngest,
  input: IngestVideoInput,
): Promise<Outcome> {
  const existing = await findVideoBySha(context, input.event.id, video.hash)
  if (existing) return { kind: 'known', existingName: existing.fileName }
  const { watermark } = context.tenant
  let analysed: AnalysedVideo
  try {
    analysed = await services.videoAnalyser.analyse(video.file.path, {
      watermarkText: watermark,
      now: services.clock(),
    })
  } catch (error) {
    if (error instanceof VideoRejected) return toRejectedOutcome(error)
    throw error
  }
  const poster = await makePoster(services.analyser, video.file, input, analysed, watermark)
  if (typeof poster === 'string') return { kind: 'failed', reason: poster }
  return storeVideo(context, services, { ...video, analysed, poster }, input)
}

const rejectionReasons = {
  NotAVideo: 'not an MP4 or QuickTime video',
  VideoDamaged: 'the video is damaged, incomplete or does not state its duration',
} as const

const toRejectedOutcome = ({ code }: VideoRejected): Outcome => ({
  kind: code === 'NotAVideo' ? 'foreign' : 'failed',
  reason: rejectionReasons[code],
})

/** Makes the watermarked poster. Returns a reason when the given picture cannot be used, null when there is none. */
async function makePoster(
  analyser: PhotoAnalyser,
  file: FoundFile,
  { folder, manifestEntry }: IngestVideoInput,
  { still }: AnalysedVideo,
  watermarkText: string,
): Promise<Derivative | string | null> {
  const posterPath =
    manifestEntry?.poster === undefined
      ? await findSiblingFile(file.path, posterExtensions)
      : await findFirstFile([
          join(folder, manifestEntry.poster),
          join(dirname(file.path), manifestEntry.poster),
        ])
  if (manifestEntry?.poster !== undefined && posterPath === undefined)
    return `there is no poster ${manifestEntry.poster}`
  const bytes = posterPath === undefined ? still : await readFile(posterPath)
  if (bytes === null) return null
  try {
    return await renderPoster(analyser, bytes, watermarkText)
  } catch (error) {
    if (!(error instanceof ImageRejected)) throw error
    return `its poster ${posterPath ?? ''} is no picture that can be shown (${error.code})`
  }
}

/** Makes a poster from a picture, watermarked like a photo's preview. @throws {ImageRejected} */
export async function renderPoster(
  analyser: PhotoAnalyser,
  bytes: Uint8Array,
  watermarkText: string,
): Promise<Derivative> {
  const options = { watermarkText, readBibs: false, manifestEntry: { faces: [], bibs: [] } }
  return (await analyser.analyse(bytes, options)).preview
}

async function storeVideo(
  context: Context,
  { objects, clock }: IngestVideoServices,
  video: VideoToIngest & { readonly analysed: AnalysedVideo; readonly poster: Derivative | null },
  input: IngestVideoInput,
): Promise<Outcome> {
  const { analysed, poster, number } = video
  const originalKey = newOriginalKey(context)
  const previewKey = analysed.preview && newMediaKey(context)
  const posterKey = poster && newMediaKey(context)
  const keys = [originalKey, previewKey, posterKey].filter((key) => key !== null)
  const removeObjects = () => Promise.all(keys.map((key) => objects.remove(key)))
  let areObjectsStored = false
  try {
    await objects.put(originalKey, createReadStream(video.file.path), { contentType: analysed.mime })
    if (previewKey && analysed.preview) {
      await objects.put(previewKey, analysed.preview, { contentType: 'video/mp4' })
    }
    if (posterKey && poster) await objects.put(posterKey, poster.bytes, { contentType: poster.mime })
    areObjectsStored = true
    const point = input.event.points.find(({ point }) => point === input.point)?.title
    const title = buildVideoTitle(
      number,
      point ?? (input.point === undefined ? undefined : { ru: input.point }),
    )
    const { videoId, isNew } = await inTransaction({ ...context, now: clock() }, (transaction) =>
      addVideo(transaction, {
        eventId: input.event.id,
        title,
        startNumber: number,
        durationS: analysed.durationS,
        takenOn: input.takenOn ?? analysed.takenOn,
        sha256: video.hash,
        fileName: video.file.name.slice(video.file.name.lastIndexOf('/') + 1),
        mime: analysed.mime,
        sizeInBytes: video.size,
        originalKey,
        previewKey,
        poster: poster && posterKey ? { key: posterKey, width: poster.width, height: poster.height } : null,
      }),
    )
    if (isNew)
      return {
        kind: 'added',
        media: 'video',
        videoId,
        number,
        missingParts: describeProblem(analysed, poster),
      }
  } catch (error) {
    // When the answer to the commit was lost, the video may have been added, with these objects.
    if (!areObjectsStored || !findUnavailableCode(error)) await removeObjects()
    throw error
  }
  // Another run ingested the same bytes concurrently.
  await removeObjects()
  const existing = await findVideoBySha(context, input.event.id, video.hash)
  return { kind: 'known', existingName: existing?.fileName ?? video.file.name }
}

/** Returns what the video lacks for runners, and how to fix it; undefined when nothing is missing. */
function describeProblem({ preview, problem }: AnalysedVideo, poster: Derivative | null): string | undefined {
  const missingParts = [
    ...(preview === null ? ['no preview'] : []),
    ...(poster === null ? ['no poster: put a picture of the same name beside it'] : []),
  ]
  return missingParts.length === 0
    ? undefined
    : `${missingParts.join(', ')}${problem === undefined ? '' : ` (${problem})`}`
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Returns the file of the same name with one of these extensions, in either case. */
function findSiblingFile(path: string, siblingExtensions: readonly string[]): Promise<string | undefined> {
  const stem = path.slice(0, path.length - extname(path).length)
  return findFirstFile(
    siblingExtensions.flatMap((extension) => [stem + extension, stem + extension.toUpperCase()]),
  )
}

/** Returns the first path that is a file. Its name may be stored with composed or decomposed accents. */
async function findFirstFile(paths: readonly string[]): Promise<string | undefined> {
  const forms = paths.flatMap((path) => [path, path.normalize('NFC'), path.normalize('NFD')])
  for (const path of new Set(forms)) {
    const info = await stat(path).catch(() => undefined)
    if (info?.isFile()) return path
  }
  return undefined
}
