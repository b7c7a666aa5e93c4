import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../../platform/context.ts'
import { newMediaKey } from '../../platform/objects/keys.ts'
import type { ObjectStore } from '../../platform/objects/port.ts'
import type { PhotoAnalyser } from '../photos/index.ts'
import {
  addVideoPictures,
  findVideosWithoutPictures,
  type VideoAnalyser,
  type VideoRow,
} from '../videos/index.ts'
import { renderPoster } from './ingest-video.ts'
import { describeReason } from './outcome.ts'
import type { Refusal } from './report.ts'

/** Services that making previews needs besides the database. */
export interface PreviewServices {
  readonly objects: ObjectStore
  readonly analyser: PhotoAnalyser
  readonly videoAnalyser: VideoAnalyser
}

export interface PreviewSummary {
  /** Videos that have a poster and a preview now. */
  readonly made: number
  /** Videos that still lack them, by file name. */
  readonly failed: readonly Refusal[]
  /** Why none can be made, and what to do about it; undefined when ffmpeg is available, or nothing is missing. */
  readonly problem: string | undefined
}

/**
 * Makes missing posters and previews of videos that were ingested without ffmpeg. Existing ones stay. Can be stopped, repeated,
 * and run by several processes at once: the first result is kept.
 *
 * @param input.eventId all events of the tenant when absent
 * @throws errors of the storage or the database
 */
export async function makePreviews(
  context: Context,
  services: PreviewServices,
  input: { eventId?: string },
  signal: AbortSignal,
): Promise<PreviewSummary> {
  const rows = await findVideosWithoutPictures(context, input.eventId)
  const problem = rows.length === 0 ? undefined : await services.videoAnalyser.problem()
  if (problem !== undefined)
    return { made: 0, failed: rows.map(({ fileName }) => ({ name: fileName, reason: problem })), problem }
  let made = 0
  const failed: Refusal[] = []
  for (const row of rows) {
    if (signal.aborted) break
    const reason = await addMissingPictures(context, services, row, signal).catch((error: unknown) => {
      if (signal.aborted) return 'stopped'
      return describeReason(error)
    })
    if (reason === undefined) made++
    else failed.push({ name: row.fileName, reason })
  }
  return { made, failed, problem: undefined }
}

/**
 * Makes the missing poster or preview of a video.
 *
 * @returns why one of them is still missing; undefined when both exist
 */
async function addMissingPictures(
  context: Context,
  { objects, analyser, videoAnalyser }: PreviewServices,
  row: VideoRow,
  signal: AbortSignal,
): Promise<string | undefined> {
  const watermarkText = context.tenant.watermark
  const folder = await mkdtemp(join(tmpdir(), 'photofinish-preview-'))
  const newKeys: string[] = []
  const storeObject = async (bytes: Uint8Array, contentType: string) => {
    const key = newMediaKey(context)
    newKeys.push(key)
    await objects.put(key, bytes, { contentType })
    return key
  }
  let usedKeys: readonly (string | null)[] = []
  try {
    const file = join(folder, 'video')
    await pipeline(await objects.stream(row.originalKey), createWriteStream(file), { signal })
    const { still, preview, problem } = await videoAnalyser.analyse(file, { watermarkText })
    const poster = still && row.posterKey === null ? await renderPoster(analyser, still, watermarkText) : null
    const previewKey = preview && row.previewKey === null ? await storeObject(preview, 'video/mp4') : null
    const posterKey = poster ? await storeObject(poster.bytes, poster.mime) : null
    const currentKeys = await addVideoPictures(context, row.id, {
      previewKey,
      poster: poster && posterKey ? { key: posterKey, width: poster.width, height: poster.height } : null,
    })
    usedKeys = [currentKeys?.previewKey ?? null, currentKeys?.posterKey ?? null]
    return usedKeys.includes(null) ? (problem ?? 'the video was deleted') : undefined
  } finally {
    // Another process may have stored its result first.
    const unusedKeys = newKeys.filter((key) => !usedKeys.includes(key))
    await Promise.all([...unusedKeys.map((key) => objects.remove(key)), rm(folder, { recursive: true })])
  }
}
