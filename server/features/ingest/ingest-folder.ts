import { stat } from 'node:fs/promises'
import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { listCompetitorNumbers } from '../competitors/index.ts'
import { type EventRow, findEvent } from '../events/index.ts'
import { schedulePhotoNotification } from '../push/index.ts'
import { announceIngest } from './announce-ingest.ts'
import { type Claim, createClaims } from './claims.ts'
import { ingestPhoto } from './ingest-photo.ts'
import { type IngestVideoServices, ingestVideo, isPosterOfVideo, isVideoName } from './ingest-video.ts'
import { type FoundFile, listFiles } from './list-files.ts'
import type { Manifest } from './manifest.ts'
import type { Outcome } from './outcome.ts'
import { findPointInFolders, resolvePoint } from './points.ts'
import { createNameLinks } from './readable-names.ts'
import { emptySummary, type IngestReport, type IngestSummary } from './report.ts'
import { watchFolder } from './watch-folder.ts'

/** Services that the ingest of a folder needs. */
export interface IngestServices extends IngestVideoServices {
  /** Photos that the analyser processes in parallel. */
  readonly workers: number
}

/** The folder to ingest, and its target. */
export interface IngestInput {
  readonly event: EventRow
  readonly folder: string
  /** Name of the place on the course, for all files without one in the manifest. */
  readonly point?: string
  readonly manifest?: Manifest
  /** Maximum number of files, in the order of their names. */
  readonly maxFiles?: number
  /** Whether to continue with files that are added later, until aborted. */
  readonly watch?: boolean
}

/** Maximum age of the cached start list while a folder is watched. */
const startListAgeInMs = 30_000
const uploadGraceInMs = 30_000

/**
 * Ingests every photo and video of a folder into an event. Can be stopped at any moment and repeated: files whose bytes are
 * already in the event are skipped. A bad file is reported and the rest continues.
 *
 * @param signal ends the run after the current photos
 * @throws when the folder cannot be read, or storage or database do not work
 */
export async function ingestFolder(
  context: Context,
  services: IngestServices,
  input: IngestInput,
  report: IngestReport,
  signal: AbortSignal,
): Promise<IngestSummary> {
  const links = createNameLinks()
  const run = await startRun(context, services, input, report, signal)
  try {
    if (input.watch) await watchFolder(input.folder, run.ingestFiles, signal)
    else await run.ingestFiles((await listFiles(input.folder, links)).slice(0, input.maxFiles))
  } finally {
    await Promise.all([run.end(), links.remove()])
  }
  return {
    ...run.summary,
    unmatched: input.manifest?.unmatched() ?? [],
    stopped: signal.aborted && !input.watch,
  }
}

async function startRun(
  context: Context,
  services: IngestServices,
  input: IngestInput,
  report: IngestReport,
  signal: AbortSignal,
) {
  const { event, manifest } = input
  const summary = emptySummary()
  const startedAt = performance.now()
  const claims = createClaims()
  const startNumbers = createCachedReader(startListAgeInMs, () =>
    listCompetitorNumbers(context, event.competitorsListId),
  )
  const announcement = await announceIngest(context, event.id, services.clock)
  const defaultPoint = input.point === undefined ? undefined : resolvePoint(event, input.point)
  let done = 0
  let total = 0

  const reportProgress = () => {
    announcement.update(total - done)
    report.progress({ done, total, added: summary.added, elapsedInMs: performance.now() - startedAt })
  }

  const ingestFile = async (file: FoundFile, claim: Claim): Promise<Outcome> => {
    const manifestEntry = manifest?.findEntry(file.name)
    const point = manifestEntry?.point === undefined ? undefined : resolvePoint(event, manifestEntry.point)
    const photoInput = {
      event,
      startNumbers: await startNumbers(),
      point: point ?? defaultPoint ?? findPointInFolders(event, file.name),
      takenOn: manifestEntry?.takenOn,
    }
    if (isVideoName(file.name)) {
      return ingestVideo(context, services, claim, file, {
        ...photoInput,
        manifestEntry,
        folder: input.folder,
      })
    }
    if (manifest?.isPoster(file.name) || (await isPosterOfVideo(file))) return { kind: 'poster' }
    return ingestPhoto(context, services, claim, file, photoInput)
  }

  /** Returns false for a file that must be retried later. */
  const ingestAndReport = async (file: FoundFile): Promise<boolean> => {
    let outcome: Outcome
    // Opened before the first `await`, so that claims follow the order of the file names.
    const claim = claims.open(file.name)
    try {
      outcome = await ingestFile(file, claim)
    } catch (error) {
      if (isFatal(error)) throw error
      outcome = { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
    } finally {
      claim.release()
    }
    if (input.watch && outcome.kind === 'failed' && (await mayStillBeUploading(file))) {
      total--
      return false
    }
    if (outcome.kind === 'added' && outcome.media === 'photo')
      await announcePhotos(context, event.id, services.clock())
    done++
    recordOutcome(summary, file, outcome, report)
    reportProgress()
    return true
  }

  return {
    summary,
    ingestFiles: async (files: readonly FoundFile[]): Promise<Set<string>> => {
      const retryPaths = new Set<string>()
      total += files.length
      reportProgress()
      // One more than there are workers, so that none is idle while a photo is read or written.
      await runInParallel(services.workers + 1, files, signal, async (file) => {
        if (!(await ingestAndReport(file))) retryPaths.add(file.path)
      })
      return retryPaths
    },
    end: () => announcement.end(),
  }
}

const announceIntervalInMs = 5 * 60_000

/** Notifies subscribers of new photos, and schedules the delivery of pre-orders, at most once per interval. */
async function announcePhotos(context: Context, eventId: string, now: Date): Promise<void> {
  await schedulePhotoNotification(context, eventId, now)
  // Read again for each photo: pre-orders may be opened while a folder is watched.
  const event = await findEvent(context, eventId)
  if (event?.switches.preorder === undefined) return
  const runAt = new Date(Math.ceil((now.getTime() + 1) / announceIntervalInMs) * announceIntervalInMs)
  const key = `${eventId}:${runAt.toISOString()}`
  await enqueue({ ...context, now }, { kind: 'preorders.publish', key, payload: { eventId }, runAt })
}

/** Returns whether a damaged file is so new that it may still be uploading, e.g. over a camera's weak wireless network. */
async function mayStillBeUploading(file: FoundFile): Promise<boolean> {
  const changedAt = await stat(file.path)
    .then(({ mtimeMs }) => mtimeMs)
    .catch(() => 0)
  return Date.now() - changedAt < uploadGraceInMs
}

function recordOutcome(
  summary: IngestSummary,
  file: FoundFile,
  outcome: Outcome,
  report: IngestReport,
): void {
  const { name } = file
  if (outcome.kind === 'added') {
    summary.added++
    if (outcome.media === 'photo') {
      if (outcome.isUntimed) summary.untimed++
      report.added({ media: 'photo', name, faces: outcome.faces, numbers: outcome.numbers })
    } else {
      summary.videos++
      report.added({ media: 'video', name, number: outcome.number })
      if (outcome.missingParts !== undefined) summary.incomplete.push({ name, reason: outcome.missingParts })
    }
  } else if (outcome.kind === 'known') {
    summary.known++
    if (getBaseName(outcome.existingName) !== getBaseName(name)) {
      const refusal = { name, reason: `duplicate of ${outcome.existingName}` }
      summary.duplicates.push(refusal)
      report.refused('duplicate', refusal)
    }
  } else if (outcome.kind === 'poster') summary.posters++
  else {
    summary[outcome.kind].push({ name, reason: outcome.reason })
    report.refused(outcome.kind, { name, reason: outcome.reason })
  }
}

const getBaseName = (name: string) => name.slice(name.lastIndexOf('/') + 1)

/** Returns whether an error affects all further files, such as a full or read-only disk. */
function isFatal(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['ENOSPC', 'EROFS', 'EDQUOT'].includes(String(error.code))
  )
}

/** Runs `processItem` on every item, at most `maxConcurrent` concurrently; after the first error no further item is started. */
async function runInParallel<Item>(
  maxConcurrent: number,
  items: readonly Item[],
  signal: AbortSignal,
  processItem: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  let failed = false
  const runLane = async () => {
    for (const item of queue) {
      if (signal.aborted || failed) return
      try {
        await processItem(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const lanes = await Promise.allSettled(
    Array.from({ length: Math.min(maxConcurrent, items.length) }, runLane),
  )
  const failure = lanes.find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
}

function createCachedReader<Value>(ageInMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined
  let readAt = 0
  return () => {
    if (!value || performance.now() - readAt > ageInMs) {
      readAt = performance.now()
      value = read()
    }
    return value
  }
}
