import { watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { createNameLinks, type NameLinks } from './readable-names.ts'
import { type FoundFile, walk } from './walk.ts'

/** Sets the polling interval for drives that report no changes, e.g. network drives. */
const rescanInMs = 2000
/** Time without a change between two scans after which a file counts as completely written. */
const quietInMs = 700
/** Age of the last change from which a file counts as completely written at the first scan. */
const oldInMs = 10_000
/** Minimum time between two scans. */
const breathInMs = 200

/** Time source; tests replace it. */
export interface Clock {
  /** Milliseconds since any fixed moment. */
  now(): number
  /** Rejects when the signal aborts. */
  pause(timeInMs: number, signal: AbortSignal): Promise<void>
}

const systemClock: Clock = {
  now: () => performance.now(),
  pause: (timeInMs, signal) => wait(timeInMs, undefined, { signal }),
}

/** Receives files and returns the paths of those to retry later, because they may be incomplete. */
export type TakeBatch = (files: readonly FoundFile[]) => Promise<ReadonlySet<string>>

interface Look {
  /** Size and time of change: another stamp means another file. */
  readonly stamp: string
  readonly seenAt: number
  readonly isOld: boolean
}

/**
 * Hands over the files of a folder and those added later, each once it is completely written, until aborted.
 *
 * @throws when the folder cannot be read at the beginning
 */
export async function watchFolder(
  folder: string,
  take: TakeBatch,
  signal: AbortSignal,
  clock: Clock = systemClock,
): Promise<void> {
  const links = createNameLinks()
  try {
    await walk(folder, links)
    const dealtWith = new Map<string, string>()
    const growing = new Map<string, Look>()
    const changes = watchChanges(folder, signal, clock)
    while (!signal.aborted) {
      const ready = await findReady({ folder, links }, dealtWith, growing, clock)
      const later = ready.size > 0 ? await take([...ready.keys()]) : new Set<string>()
      for (const [{ path }, { stamp }] of ready) {
        growing.delete(path)
        if (!later.has(path)) dealtWith.set(path, stamp)
      }
      await changes.next(growing.size > 0 || later.size > 0 ? quietInMs : rescanInMs)
    }
  } finally {
    await links.remove()
  }
}

async function findReady(
  { folder, links }: { folder: string; links: NameLinks },
  dealtWith: ReadonlyMap<string, string>,
  growing: Map<string, Look>,
  clock: Clock,
): Promise<Map<FoundFile, Look>> {
  const ready = new Map<FoundFile, Look>()
  // A network drive may be unavailable temporarily.
  for (const file of await walk(folder, links).catch(() => [])) {
    const seen = await look(file.path, clock)
    if (!seen || dealtWith.get(file.path) === seen.stamp) continue
    const earlier = growing.get(file.path)
    const isQuiet = earlier?.stamp === seen.stamp && seen.seenAt - earlier.seenAt >= quietInMs
    if (seen.isOld || isQuiet) ready.set(file, seen)
    else if (earlier?.stamp !== seen.stamp) growing.set(file.path, seen)
  }
  return ready
}

async function look(path: string, clock: Clock): Promise<Look | undefined> {
  try {
    const { size, mtimeMs } = await stat(path)
    return {
      stamp: `${size}:${mtimeMs}`,
      seenAt: clock.now(),
      isOld: Date.now() - mtimeMs > oldInMs,
    }
  } catch {
    return undefined
  }
}

/** Waits for a change event of the file system, with a timeout; not every drive reports changes. */
function watchChanges(folder: string, signal: AbortSignal, clock: Clock) {
  let hasChanged = false
  let wake = () => {}
  const change = () => {
    hasChanged = true
    wake()
  }
  signal.addEventListener('abort', change, { once: true })
  try {
    const watcher = watch(folder, { signal }, change)
    watcher.on('error', () => watcher.close())
  } catch {
    // Falls back to polling.
  }
  return {
    next: async (timeoutInMs: number): Promise<void> => {
      // Debounce: a file that is being copied reports thousands of changes.
      await clock.pause(breathInMs, signal).catch(() => {})
      if (!hasChanged) {
        const woken = new AbortController()
        wake = () => woken.abort()
        await clock.pause(timeoutInMs, woken.signal).catch(() => {})
      }
      hasChanged = false
    },
  }
}
