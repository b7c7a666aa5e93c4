import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { type CoverMaker, type EventRow, listAllEvents } from '../events/index.ts'
import type { FramePainter } from '../frame/index.ts'
import { type IngestParts, type IngestProgress, ingestFolder, readManifest } from '../ingest/index.ts'
import { type DemoEvent, demoFolder, readDemoEvents } from './demo-data.ts'
import { wishedEvents } from './demo-tenant.ts'
import { seedEvent } from './seed-event.ts'
import { seedPromoCodes } from './seed-promo-codes.ts'
import { beginSeed, findSeed, takeOverSeed, writeSeed } from './store.ts'

/** On a shared database another server may be at it; silent for so long, it is dead. */
const silenceInMs = 60_000

/** Where the seed tells how far it is, and what did not go well. */
export interface SeedReport {
  progress(progress: IngestProgress): void
  note(text: string): void
}

/**
 * Makes the demo of a tenant, once: its events with start lists, prices, promo codes and photos, through the same
 * code that takes in everybody's photos. Killed in the middle, it goes on at the next start.
 *
 * @param context of the tenant that holds the demo
 * @param signal stops it after the photos at hand
 * @param folder of a demo; ours when absent
 * @returns what it came to: `Skipped` when there is nothing (more) to do here
 */
export async function seedDemo(
  ground: Ground,
  context: Context,
  ingest: IngestParts & { readonly painter: FramePainter; readonly covers: CoverMaker },
  report: SeedReport,
  signal: AbortSignal,
  folder: string = demoFolder,
): Promise<'Skipped' | 'Done' | 'Stopped'> {
  if (!(await claim(ground, context, folder))) return 'Skipped'
  const { events, promoCodes } = await readDemoEvents(folder)
  const wished = wishedEvents(context.tenant, events)
  const { painter, covers } = ingest
  const parts = { folder, objects: ground.objects, painter, covers }
  const rows = new Map<(typeof wished)[number], EventRow>()
  for (const wish of wished) {
    const videos = wish.photos === undefined ? wish.event.videos : []
    rows.set(wish, await seedEvent(context, parts, { ...wish.event, videos }))
  }
  await seedPromoCodes(context, promoCodes, [...rows.values()])
  const manifest = await readManifest(join(folder, 'photos.json'))
  const counted = countingReport(ground, context, report, await countPhotoFiles(folder, wished))
  for (const [{ event: wanted, photos: most }, event] of rows) {
    if (wanted.photos === undefined) continue
    const wish = { event, folder: join(folder, wanted.photos), manifest, ...(most && { most }) }
    const summary = await ingestFolder(context, ingest, wish, counted.next(), signal)
    if (summary.stopped) return 'Stopped'
  }
  await counted.finish()
  return 'Done'
}

/** Whether the demo is here, or will be as soon as `seedDemo` is called. */
export async function holdsDemo(ground: Ground, context: Context): Promise<boolean> {
  if (ground.config.demo === 'off') return false
  if (ground.config.demo === 'on' || (await findSeed(context))) return true
  return (await listAllEvents(context)).length === 0
}

/** Whether it is for this process to make the demo, or to go on with it. */
async function claim(ground: Ground, context: Context, folder: string): Promise<boolean> {
  const { demo, databaseUrl } = ground.config
  if (demo === 'off') return false
  const seed = await findSeed(context)
  if (seed?.state === 'Done') return false
  const now = ground.clock()
  if (seed) {
    // The embedded database has one owner: whoever began this is gone.
    const silence = databaseUrl === undefined ? -silenceInMs : silenceInMs
    return takeOverSeed({ ...context, now }, new Date(now.getTime() - silence))
  }
  if (!(await holdsDemo(ground, context))) return false
  const { events } = await readDemoEvents(folder)
  return beginSeed({ ...context, now }, await countPhotoFiles(folder, wishedEvents(context.tenant, events)))
}

async function countPhotoFiles(
  folder: string,
  wished: readonly { event: DemoEvent; photos: number | undefined }[],
): Promise<number> {
  const counts = await Promise.all(
    wished.map(async ({ event, photos: most }) =>
      Math.min(await countFiles(folder, event), most ?? Infinity),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** How many photos the folder of an event holds. */
export async function countFiles(folder: string, { photos }: Pick<DemoEvent, 'photos'>): Promise<number> {
  return photos === undefined ? 0 : (await readdir(join(folder, photos))).length
}

/** Adds the progress of one folder after another up to one, and keeps it in the database. */
function countingReport(ground: Ground, context: Context, report: SeedReport, total: number) {
  const startedAt = performance.now()
  let before = { done: 0, added: 0 }
  let current = before
  let writing: Promise<void> | undefined
  const write = (state: 'Running' | 'Done') =>
    writeSeed(context, { state, done: current.done, total, renewedOn: ground.clock() })

  const show = () => {
    report.progress({ ...current, total, elapsedInMs: performance.now() - startedAt })
    // One at a time; the next one brings what this one misses.
    writing ??= write('Running')
      .catch((error: unknown) => context.log.warn({ err: error }, 'the demo could not say how far it is'))
      .finally(() => {
        writing = undefined
      })
  }
  return {
    next: () => {
      before = current
      return {
        progress: ({ done, added }: IngestProgress) => {
          current = { done: before.done + done, added: before.added + added }
          show()
        },
        refused: (_kind: string, { name, reason }: { name: string; reason: string }) =>
          report.note(`${name}: ${reason}`),
        added: () => {},
      }
    },
    finish: async () => {
      await writing
      await write('Done')
    },
  }
}
