import { stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { findUnavailableCode } from '../../platform/unavailable.ts'
import { listCompetitorNumbers } from '../competitors/index.ts'
import { type EventRow, findEvent } from '../events/index.ts'
import { schedulePhotoNotification } from '../push/index.ts'
import { announceIngest } from './announce-ingest.ts'
import { type Claim, createClaims } from './claims.ts'
import { ingestPhoto } from './ingest-photo.ts'
import { type IngestVideoServices, ingestVideo, isPosterOfVideo, isVideoName } from './ingest-video.ts'
import { type FoundFile, listFiles } from './list-files.ts'
import type { Manifest } from './manifest.ts'
import { describeReason, type Outcome } from './outcome.ts'
import { findPointInFolders, resolvePoint } from './points.ts'
import { createNameLinks } from './readable-names.ts'
import { emptySummary, type IngestReport, type IngestSummary } from './report.ts'
import { type Clock, watchFolder } from './watch-folder.ts'

/** Services that the ingest of a folder needs. */
export interface IngestServices extends IngestVideoServices {
  /** Photos that the analyser processes in parallel. */
  readonly workers: number
  /** Waits between two tries while the database or the storage does not answer. Default: real time. */
  readonly pause?: Clock['pause']
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
/** Pauses between the tries of a run that does not watch. The last one is repeated where the number of tries has no limit. */
const retryPausesInMs = [1000, 2000, 4000, 8000]
/** Tries after which a file of a watched folder has failed although others were added between them, e.g. on a damaged card. */
const maxWatchedTries = 10

/**
 * Ingests every photo and video of a folder into an event. Can be stopped at any moment and repeated: files whose bytes are
 * already in the event are skipped. A bad file is reported and the rest continues. While the database or the storage does not
 * answer, a watched folder waits; another run repeats a file a few times and then reports it as failed.
 *
 * @param signal ends the run after the current photos
 * @throws when the folder cannot be read, the disk is full, or the database does not answer at the beginning
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
    await run.announceRest()
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
  const outage = createOutage(context, services.pause ?? pauseInRealTime, signal)
  const watchedTries = new Map<string, { count: number; added: number }>()
  const interruptedPaths = new Set<string>()
  let isAnnouncementDue = false
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
    if (manifest?.isPoster(file.name) || (await isPosterOfVideo(services.videoAnalyser, file)))
      return { kind: 'poster' }
    return ingestPhoto(context, services, claim, file, photoInput)
  }

  /** Ingests a file once. @returns the error when the database or the storage did not answer */
  const tryFile = async (file: FoundFile): Promise<Outcome | { kind: 'unavailable'; error: unknown }> => {
    // Opened before the first `await`, so that claims follow the order of the file names.
    const claim = claims.open(file.name)
    try {
      return await ingestFile(file, claim)
    } catch (error) {
      if (isFatal(error)) throw error
      if (findUnavailableCode(error)) return { kind: 'unavailable', error }
      return { kind: 'failed', reason: describeReason(error) }
    } finally {
      claim.release()
    }
  }

  /** Returns undefined for a file that must be retried later. */
  const ingestOrRetry = async (file: FoundFile): Promise<Outcome | undefined> => {
    for (let tries = 1; ; tries++) {
      const result = await tryFile(file)
      if (result.kind !== 'unavailable') {
        outage.end()
        return result
      }
      outage.begin(result.error)
      interruptedPaths.add(file.path)
      if (input.watch) {
        if (countWatchedTry(file) >= maxWatchedTries)
          return { kind: 'failed', reason: describeReason(result.error) }
        await outage.pause(tries)
        return undefined
      }
      // After a file without an answer to any of its tries, the following ones are not repeated until one has an answer.
      if (outage.isLasting || tries > retryPausesInMs.length) {
        outage.isLasting = true
        return { kind: 'failed', reason: describeReason(result.error) }
      }
      await outage.pause(tries)
      if (signal.aborted) return undefined
    }
  }

  /** Returns how often a file of a watched folder was tried in vain with photos or videos added since the try before. */
  const countWatchedTry = ({ path }: FoundFile): number => {
    const previous = watchedTries.get(path)
    const count = (previous?.count ?? 0) + (previous?.added === summary.added ? 0 : 1)
    watchedTries.set(path, { count, added: summary.added })
    return count
  }

  /** Announces new photos. Repeats it while the database does not answer: until aborted in a watched folder, else a few times. */
  const announce = async (): Promise<void> => {
    for (let tries = 1; ; tries++) {
      try {
        await announcePhotos(context, event.id, services.clock())
        isAnnouncementDue = false
        outage.end()
        return
      } catch (error) {
        if (!findUnavailableCode(error)) throw error
        isAnnouncementDue = true
        outage.begin(error)
        if (signal.aborted || (!input.watch && tries > retryPausesInMs.length)) return
      }
      await outage.pause(tries)
    }
  }

  /** Returns false for a file that must be retried later. */
  const ingestAndReport = async (file: FoundFile): Promise<boolean> => {
    const outcome = await ingestOrRetry(file)
    if (!outcome || (input.watch && outcome.kind === 'failed' && (await mayStillBeUploading(file)))) {
      total--
      return false
    }
    watchedTries.delete(file.path)
    done++
    recordOutcome(summary, file, outcome, report)
    reportProgress()
    // A photo that is known after an interrupted try was added by it: the answer to its commit was lost.
    const wasInterrupted = interruptedPaths.delete(file.path)
    const isNewPhoto =
      outcome.kind === 'added' ? outcome.media === 'photo' : outcome.kind === 'known' && wasInterrupted
    if (isNewPhoto || isAnnouncementDue) await announce()
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
    /** Repeats what could not be announced. */
    announceRest: async (): Promise<void> => {
      if (isAnnouncementDue) await announce()
      if (isAnnouncementDue)
        context.log.error('new photos not announced: the next photo of the event announces them')
    },
    end: () => announcement.end(),
  }
}

const pauseInRealTime: Clock['pause'] = (timeInMs, signal) => wait(timeInMs, undefined, { signal })

/** Logs when the database or the storage stops to answer and when it answers again, and waits meanwhile. */
function createOutage({ log }: Context, pause: Clock['pause'], signal: AbortSignal) {
  let hasBegun = false
  return {
    /** Whether all tries of a file were in vain. */
    isLasting: false,
    begin(error: unknown): void {
      if (!hasBegun) log.warn({ err: error }, 'ingest waits: the database or the storage does not answer')
      hasBegun = true
    },
    end(): void {
      if (hasBegun) log.info('ingest goes on: the database and the storage answer')
      hasBegun = false
      this.isLasting = false
    },
    /** Returns early when the run is stopped. */
    async pause(tries: number): Promise<void> {
      await pause(retryPausesInMs[tries - 1] ?? Math.max(...retryPausesInMs), signal).catch(() => {})
    },
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

/** Caches a value for some time. A failed read is not cached. */
function createCachedReader<Value>(ageInMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined
  let readAt = 0
  return () => {
    if (!value || performance.now() - readAt > ageInMs) {
      readAt = performance.now()
      const current = read()
      value = current
      current.catch(() => {
        if (value === current) value = undefined
      })
    }
    return value
  }
}
