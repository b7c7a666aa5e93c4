import { stat } from 'node:fs/promises'
import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { listCompetitorNumbers } from '../competitors/index.ts'
import type { EventRow } from '../events/index.ts'
import { tellOfPhotos } from '../push/index.ts'
import type { Manifest } from './manifest.ts'
import { pointOf, pointOfFolders } from './points.ts'
import { emptySummary, type IngestReport, type IngestSummary } from './report.ts'
import { announceIngest } from './running.ts'
import { type Outcome, type TakeParts, takePhoto } from './take-photo.ts'
import { type FoundFile, walk } from './walk.ts'
import { watchFolder } from './watch-folder.ts'

/** What taking in a folder needs. */
export interface IngestParts extends TakeParts {
  /** Photos that the analyser looks at side by side. */
  readonly workers: number
}

/** What is to be taken in, and where it belongs. */
export interface IngestWish {
  readonly event: EventRow
  readonly folder: string
  /** Name of the place on the course, for all files that the manifest does not place. */
  readonly point?: string
  readonly manifest?: Manifest
  /** Takes no more files than these, in the order of their names. */
  readonly most?: number
  /** Go on with files that come later, until told to stop. */
  readonly watch?: boolean
}

/** How fresh the start list is believed to be while a folder is watched. */
const startListAgeInMs = 30_000
const youthInMs = 30_000

/**
 * Takes every photo of a folder into an event. May be stopped at any moment and repeated: what is there already,
 * by its bytes, is left alone. A bad file is reported and the rest goes on.
 *
 * @param signal ends the run after the photos at hand
 * @throws when the folder cannot be read, or storage or database do not work
 */
export async function ingestFolder(
  context: Context,
  parts: IngestParts,
  wish: IngestWish,
  report: IngestReport,
  signal: AbortSignal,
): Promise<IngestSummary> {
  const run = await startRun(context, parts, wish, report, signal)
  try {
    if (wish.watch) await watchFolder(wish.folder, run.takeAll, signal)
    else await run.takeAll((await walk(wish.folder)).slice(0, wish.most))
  } finally {
    await run.end()
  }
  return { ...run.summary, stopped: signal.aborted && !wish.watch }
}

async function startRun(
  context: Context,
  parts: IngestParts,
  wish: IngestWish,
  report: IngestReport,
  signal: AbortSignal,
) {
  const { event, manifest } = wish
  const summary = emptySummary()
  const startedAt = performance.now()
  const takenNow = new Map<string, Promise<Outcome>>()
  const startNumbers = cached(startListAgeInMs, () => listCompetitorNumbers(context, event.competitorsListId))
  const announcement = await announceIngest(context, event.id, parts.clock)
  const place = wish.point === undefined ? undefined : pointOf(event, wish.point)
  let done = 0
  let total = 0

  const tell = () => {
    announcement.update(total - done)
    report.progress({ done, total, added: summary.added, elapsedInMs: performance.now() - startedAt })
  }

  const take = async (file: FoundFile): Promise<Outcome> => {
    const known = manifest?.(file.name)
    const point = known?.point === undefined ? undefined : pointOf(event, known.point)
    return takePhoto(context, parts, takenNow, file, {
      event,
      startNumbers: await startNumbers(),
      point: point ?? place ?? pointOfFolders(event, file.name),
      takenOn: known?.takenOn,
    })
  }

  /** Answers false for a file that should be looked at again later. */
  const takeAndTell = async (file: FoundFile): Promise<boolean> => {
    let outcome: Outcome
    try {
      outcome = await take(file)
    } catch (error) {
      if (isHopeless(error)) throw error
      outcome = { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
    }
    if (wish.watch && outcome.kind === 'failed' && (await isYoung(file))) {
      total--
      return false
    }
    if (outcome.kind === 'added') await announcePhotos(context, event, parts.clock())
    done++
    count(summary, file, outcome, report)
    tell()
    return true
  }

  return {
    summary,
    takeAll: async (files: readonly FoundFile[]): Promise<Set<string>> => {
      const later = new Set<string>()
      total += files.length
      tell()
      // One more than there are workers, so that none waits while a photo is read or written.
      await inParallel(parts.workers + 1, files, signal, async (file) => {
        if (!(await takeAndTell(file))) later.add(file.path)
      })
      return later
    },
    end: () => announcement.end(),
  }
}

const announceEveryInMs = 5 * 60_000

/** Whoever waits is told, and whoever has paid before the race gets her photos soon after they came, several at a time. */
async function announcePhotos(context: Context, event: EventRow, now: Date): Promise<void> {
  await tellOfPhotos(context, event.id, now)
  if (event.switches.preorder === undefined) return
  const runAt = new Date(Math.ceil((now.getTime() + 1) / announceEveryInMs) * announceEveryInMs)
  const key = `${event.id}:${runAt.toISOString()}`
  await enqueue(
    { ...context, now },
    { kind: 'preorders.publish', key, payload: { eventId: event.id }, runAt },
  )
}

/** A damaged file that young may still be on its way, e.g. over a camera's weak wireless network. */
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
    report.added({ name, faces: outcome.faces, numbers: outcome.numbers })
  } else if (outcome.kind === 'known') summary.known++
  else {
    summary[outcome.kind].push({ name, reason: outcome.reason })
    report.refused(outcome.kind, { name, reason: outcome.reason })
  }
}

/** A full or read-only disk does not get better with the next file. */
function isHopeless(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['ENOSPC', 'EROFS', 'EDQUOT'].includes(String(error.code))
  )
}

/** Runs `work` on every item, `width` at a time; the first error ends it after what is at hand. */
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
