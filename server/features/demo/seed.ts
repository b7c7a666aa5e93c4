import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../platform/context.ts'
import type { Services } from '../../platform/services.ts'
import { type CoverMaker, type EventRow, listAllEvents } from '../events/index.ts'
import type { FramePainter } from '../frame/index.ts'
import { type IngestProgress, type IngestServices, ingestFolder, readManifest } from '../ingest/index.ts'
import { type DemoEvent, demoFolder, readDemoEvents } from './demo-data.ts'
import { selectEventsToSeed } from './demo-tenant.ts'
import { seedEvent } from './seed-event.ts'
import { seedPromoCodes } from './seed-promo-codes.ts'
import { beginSeed, findSeed, takeOverSeed, writeSeed } from './store.ts'

/**
 * Limits the time without a renewal of the lease. On a shared database another server may be seeding; after this time it is
 * considered dead.
 */
const leaseTimeoutInMs = 60_000

/** Receives the seed's progress and its warnings. */
export interface SeedReport {
  progress(progress: IngestProgress): void
  note(text: string): void
}

/**
 * Creates the demo of a tenant, once: its events with start lists, prices, promo codes and photos, through the regular ingest.
 * A killed seed resumes at the next start.
 *
 * @param context of the tenant that holds the demo
 * @param signal stops it after the current photos
 * @param folder of a demo; the bundled one when absent
 * @returns `Skipped` when there is nothing (more) to do here
 */
export async function seedDemo(
  services: Services,
  context: Context,
  ingest: IngestServices & { readonly painter: FramePainter; readonly covers: CoverMaker },
  report: SeedReport,
  signal: AbortSignal,
  folder: string = demoFolder,
): Promise<'Skipped' | 'Done' | 'Stopped'> {
  if (!(await claimSeed(services, context, folder))) return 'Skipped'
  const { events, promoCodes } = await readDemoEvents(folder)
  const seedInputs = selectEventsToSeed(context.tenant, events)
  const { painter, covers } = ingest
  const parts = { folder, objects: services.objects, painter, covers }
  const rows = new Map<(typeof seedInputs)[number], EventRow>()
  for (const input of seedInputs) {
    const videos = input.photos === undefined ? input.event.videos : []
    rows.set(input, await seedEvent(context, parts, { ...input.event, videos }))
  }
  await seedPromoCodes(context, promoCodes, [...rows.values()])
  const manifest = await readManifest(join(folder, 'photos.json'), 'UTC')
  const progressCounter = createProgressCounter(
    services,
    context,
    report,
    await countPhotoFiles(folder, seedInputs),
  )
  for (const [{ event: demoEvent, photos: maxPhotos }, event] of rows) {
    if (demoEvent.photos === undefined) continue
    const input = {
      event,
      folder: join(folder, demoEvent.photos),
      manifest,
      ...(maxPhotos && { maxFiles: maxPhotos }),
    }
    const summary = await ingestFolder(context, ingest, input, progressCounter.next(), signal)
    if (summary.stopped) return 'Stopped'
  }
  await progressCounter.finish()
  return 'Done'
}

/** Returns whether the demo exists, or would be created by `seedDemo`. */
export async function isDemoAvailable(services: Services, context: Context): Promise<boolean> {
  if (services.config.demo === 'off') return false
  if (services.config.demo === 'on') return true
  // The events first: those of a seed that another server begins between the two reads are not other events.
  const events = await listAllEvents(context)
  return events.length === 0 || (await findSeed(context)) !== undefined
}

/** Claims the seed for this process; returns whether to create or resume the demo. */
async function claimSeed(services: Services, context: Context, folder: string): Promise<boolean> {
  const { demo, databaseUrl } = services.config
  if (demo === 'off') return false
  const seed = await findSeed(context)
  if (seed?.state === 'Done') return false
  const now = services.clock()
  if (seed) {
    // The embedded database has one process, so an earlier one that began this has ended.
    const toleranceInMs = databaseUrl === undefined ? -leaseTimeoutInMs : leaseTimeoutInMs
    return takeOverSeed({ ...context, now }, new Date(now.getTime() - toleranceInMs))
  }
  if (!(await isDemoAvailable(services, context))) return false
  const { events } = await readDemoEvents(folder)
  return beginSeed(
    { ...context, now },
    await countPhotoFiles(folder, selectEventsToSeed(context.tenant, events)),
  )
}

async function countPhotoFiles(
  folder: string,
  seedInputs: readonly { event: DemoEvent; photos: number | undefined }[],
): Promise<number> {
  const counts = await Promise.all(
    seedInputs.map(async ({ event, photos: maxPhotos }) =>
      Math.min(await countFiles(folder, event), maxPhotos ?? Infinity),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Counts the photos in the folder of an event. */
export async function countFiles(folder: string, { photos }: Pick<DemoEvent, 'photos'>): Promise<number> {
  return photos === undefined ? 0 : (await readdir(join(folder, photos))).length
}

/** Sums the progress of consecutive folders and stores it in the database. */
function createProgressCounter(services: Services, context: Context, report: SeedReport, total: number) {
  const startedAt = performance.now()
  let previous = { done: 0, added: 0 }
  let current = previous
  let pendingWrite: Promise<void> | undefined
  const writeProgress = (state: 'Running' | 'Done') =>
    writeSeed(context, { state, done: current.done, total, renewedOn: services.clock() })

  const reportProgress = () => {
    report.progress({ ...current, total, elapsedInMs: performance.now() - startedAt })
    // One write at a time; the next one includes the skipped values.
    pendingWrite ??= writeProgress('Running')
      .catch((error: unknown) => context.log.warn({ err: error }, 'the demo could not say how far it is'))
      .finally(() => {
        pendingWrite = undefined
      })
  }
  return {
    next: () => {
      previous = current
      return {
        progress: ({ done, added }: IngestProgress) => {
          current = { done: previous.done + done, added: previous.added + added }
          reportProgress()
        },
        refused: (_kind: string, { name, reason }: { name: string; reason: string }) =>
          report.note(`${name}: ${reason}`),
        added: () => {},
      }
    },
    finish: async () => {
      await pendingWrite
      await writeProgress('Done')
    },
  }
}
