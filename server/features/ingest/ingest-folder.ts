import { stat } from 'node:fs/promises'
import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { listCompetitorNumbers } from '../competitors/index.ts'
import type { EventRow } from '../events/index.ts'
import { schedulePhotoNotice } from '../push/index.ts'
import { type Claim, createClaims } from './claims.ts'
import { ingestPhoto } from './ingest-photo.ts'
import { ingestVideo, isPosterOfVideo, isVideoName, type TakeVideoParts } from './ingest-video.ts'
import type { Manifest } from './manifest.ts'
import type { Outcome } from './outcome.ts'
import { pointOfFolders, resolvePoint } from './points.ts'
import { createNameLinks } from './readable-names.ts'
import { emptySummary, type IngestReport, type IngestSummary } from './report.ts'
import { announceIngest } from './running.ts'
import { type FoundFile, walk } from './walk.ts'
import { watchFolder } from './watch-folder.ts'

/** Services that the ingest of a folder needs. */
export interface IngestParts extends TakeVideoParts {
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
  readonly most?: number
  /** Whether to continue with files that are added later, until aborted. */
  readonly watch?: boolean
}

/** Maximum age of the cached start list while a folder is watched. */
const startListAgeInMs = 30_000
const youthInMs = 30_000

/**
 * Ingests every photo and video of a folder into an event. Can be stopped at any moment and repeated: files whose bytes are
 * already in the event are skipped. A bad file is reported and the rest continues.
 *
 * @param signal ends the run after the current photos
 * @throws when the folder cannot be read, or storage or database do not work
 */
export async function ingestFolder(
  context: Context,
  parts: IngestParts,
  input: IngestInput,
  report: IngestReport,
  signal: AbortSignal,
): Promise<IngestSummary> {
  const links = createNameLinks()
  const run = await startRun(context, parts, input, report, signal)
  try {
    if (input.watch) await watchFolder(input.folder, run.takeAll, signal)
    else await run.takeAll((await walk(input.folder, links)).slice(0, input.most))
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
  parts: IngestParts,
  input: IngestInput,
  report: IngestReport,
  signal: AbortSignal,
) {
  const { event, manifest } = input
  const summary = emptySummary()
  const startedAt = performance.now()
  const claims = createClaims()
  const startNumbers = cached(startListAgeInMs, () => listCompetitorNumbers(context, event.competitorsListId))
  const announcement = await announceIngest(context, event.id, parts.clock)
  const givenPoint = input.point === undefined ? undefined : resolvePoint(event, input.point)
  let done = 0
  let total = 0

  const reportProgress = () => {
    announcement.update(total - done)
    report.progress({ done, total, added: summary.added, elapsedInMs: performance.now() - startedAt })
  }

  const take = async (file: FoundFile, claim: Claim): Promise<Outcome> => {
    const known = manifest?.findEntry(file.name)
    const point = known?.point === undefined ? undefined : resolvePoint(event, known.point)
    const place = {
      event,
      startNumbers: await startNumbers(),
      point: point ?? givenPoint ?? pointOfFolders(event, file.name),
      takenOn: known?.takenOn,
    }
    if (isVideoName(file.name)) {
      return ingestVideo(context, parts, claim, file, { ...place, known, folder: input.folder })
    }
    if (manifest?.isPoster(file.name) || (await isPosterOfVideo(file))) return { kind: 'poster' }
    return ingestPhoto(context, parts, claim, file, place)
  }

  /** Returns false for a file that must be retried later. */
  const takeAndTell = async (file: FoundFile): Promise<boolean> => {
    let outcome: Outcome
    // Opened before the first `await`, so that claims follow the order of the file names.
    const claim = claims.open(file.name)
    try {
      outcome = await take(file, claim)
    } catch (error) {
      if (isHopeless(error)) throw error
      outcome = { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
    } finally {
      claim.release()
    }
    if (input.watch && outcome.kind === 'failed' && (await isYoung(file))) {
      total--
      return false
    }
    if (outcome.kind === 'added' && outcome.media === 'photo')
      await announcePhotos(context, event, parts.clock())
    done++
    count(summary, file, outcome, report)
    reportProgress()
    return true
  }

  return {
    summary,
    takeAll: async (files: readonly FoundFile[]): Promise<Set<string>> => {
      const later = new Set<string>()
      total += files.length
      reportProgress()
      // One more than there are workers, so that none is idle while a photo is read or written.
      await inParallel(parts.workers + 1, files, signal, async (file) => {
        if (!(await takeAndTell(file))) later.add(file.path)
      })
      return later
    },
    end: () => announcement.end(),
  }
}

const announceEveryInMs = 5 * 60_000

/** Notifies subscribers of new photos, and schedules the delivery of pre-orders, at most once per interval. */
async function announcePhotos(context: Context, event: EventRow, now: Date): Promise<void> {
  await schedulePhotoNotice(context, event.id, now)
  if (event.switches.preorder === undefined) return
  const runAt = new Date(Math.ceil((now.getTime() + 1) / announceEveryInMs) * announceEveryInMs)
  const key = `${event.id}:${runAt.toISOString()}`
  await enqueue(
    { ...context, now },
    { kind: 'preorders.publish', key, payload: { eventId: event.id }, runAt },
  )
}

/** Returns whether a damaged file is so new that it may still be uploading, e.g. over a camera's weak wireless network. */
async function isYoung(file: FoundFile): Promise<boolean> {
  const changedAt = await stat(file.path)
    .then(({ mtimeMs }) => mtimeMs)
    .catch(() => 0)
  return Date.now() - changedAt < youthInMs
}

function count(summary: IngestSummary, file: FoundFile, outcome: Outcome, report: IngestReport): void {
  const { name } = file
  if (outcome.kind === 'added') {
    summary.added++
    if (outcome.media === 'photo') {
      if (outcome.isUntimed) summary.untimed++
      report.added({ media: 'photo', name, faces: outcome.faces, numbers: outcome.numbers })
    } else {
      summary.videos++
      report.added({ media: 'video', name, number: outcome.number })
      if (outcome.lacks !== undefined) summary.incomplete.push({ name, reason: outcome.lacks })
    }
  } else if (outcome.kind === 'known') {
    summary.known++
    if (baseName(outcome.of) !== baseName(name)) {
      const refusal = { name, reason: `duplicate of ${outcome.of}` }
      summary.duplicates.push(refusal)
      report.refused('duplicate', refusal)
    }
  } else if (outcome.kind === 'poster') summary.posters++
  else {
    summary[outcome.kind].push({ name, reason: outcome.reason })
    report.refused(outcome.kind, { name, reason: outcome.reason })
  }
}

const baseName = (name: string) => name.slice(name.lastIndexOf('/') + 1)

/** Returns whether an error affects all further files, such as a full or read-only disk. */
function isHopeless(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['ENOSPC', 'EROFS', 'EDQUOT'].includes(String(error.code))
  )
}

/** Runs `processItem` on every item, at most `maxConcurrent` concurrently; after the first error no further item is started. */
async function inParallel<Item>(
  width: number,
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  let failed = false
  const lane = async () => {
    for (const item of queue) {
      if (signal.aborted || failed) return
      try {
        await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(width, items.length) }, lane))
  const failure = lanes.find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
}

function cached<Value>(ageInMs: number, read: () => Promise<Value>): () => Promise<Value> {
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
