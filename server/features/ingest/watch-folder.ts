import { watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type FoundFile, listFiles } from './list-files.ts'
import { createNameLinks, type NameLinks } from './readable-names.ts'

/** Sets the polling interval for drives that report no changes, e.g. network drives. */
const pollIntervalInMs = 2000
/** Time without a change between two scans after which a file counts as completely written. */
const stableDurationInMs = 700
/** Age of the last change from which a file counts as completely written at the first scan. */
const oldFileAgeInMs = 10_000
/** Minimum time between two scans. */
const minScanIntervalInMs = 200

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
export type ProcessFiles = (files: readonly FoundFile[]) => Promise<ReadonlySet<string>>

interface FileSnapshot {
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
  processFiles: ProcessFiles,
  signal: AbortSignal,
  clock: Clock = systemClock,
): Promise<void> {
  const links = createNameLinks()
  try {
    await listFiles(folder, links)
    const processedStamps = new Map<string, string>()
    const unstableFiles = new Map<string, FileSnapshot>()
    const changes = watchChanges(folder, signal, clock)
    while (!signal.aborted) {
      const completeFiles = await findCompleteFiles({ folder, links }, processedStamps, unstableFiles, clock)
      const retryPaths =
        completeFiles.size > 0 ? await processFiles([...completeFiles.keys()]) : new Set<string>()
      for (const [{ path }, { stamp }] of completeFiles) {
        unstableFiles.delete(path)
        if (!retryPaths.has(path)) processedStamps.set(path, stamp)
      }
      await changes.waitForChange(
        unstableFiles.size > 0 || retryPaths.size > 0 ? stableDurationInMs : pollIntervalInMs,
      )
    }
  } finally {
    await links.remove()
  }
}

async function findCompleteFiles(
  { folder, links }: { folder: string; links: NameLinks },
  processedStamps: ReadonlyMap<string, string>,
  unstableFiles: Map<string, FileSnapshot>,
  clock: Clock,
): Promise<Map<FoundFile, FileSnapshot>> {
  const completeFiles = new Map<FoundFile, FileSnapshot>()
  // A network drive may be unavailable temporarily.
  for (const file of await listFiles(folder, links).catch(() => [])) {
    const snapshot = await takeSnapshot(file.path, clock)
    if (!snapshot || processedStamps.get(file.path) === snapshot.stamp) continue
    const previous = unstableFiles.get(file.path)
    const isStable =
      previous?.stamp === snapshot.stamp && snapshot.seenAt - previous.seenAt >= stableDurationInMs
    if (snapshot.isOld || isStable) completeFiles.set(file, snapshot)
    else if (previous?.stamp !== snapshot.stamp) unstableFiles.set(file.path, snapshot)
  }
  return completeFiles
}

async function takeSnapshot(path: string, clock: Clock): Promise<FileSnapshot | undefined> {
  try {
    const { size, mtimeMs } = await stat(path)
    return {
      stamp: `${size}:${mtimeMs}`,
      seenAt: clock.now(),
      isOld: Date.now() - mtimeMs > oldFileAgeInMs,
    }
  } catch {
    return undefined
  }
}

/** Waits for a change event of the file system, with a timeout; not every drive reports changes. */
function watchChanges(folder: string, signal: AbortSignal, clock: Clock) {
  let hasChanged = false
  let abortPause = () => {}
  const onChange = () => {
    hasChanged = true
    abortPause()
  }
  signal.addEventListener('abort', onChange, { once: true })
  try {
    const watcher = watch(folder, { signal }, onChange)
    watcher.on('error', () => watcher.close())
  } catch {
    // Falls back to polling.
  }
  return {
    waitForChange: async (timeoutInMs: number): Promise<void> => {
      // Debounce: a file that is being copied reports thousands of changes.
      await clock.pause(minScanIntervalInMs, signal).catch(() => {})
      if (!hasChanged) {
        const pauseAbort = new AbortController()
        abortPause = () => pauseAbort.abort()
        await clock.pause(timeoutInMs, pauseAbort.signal).catch(() => {})
      }
      hasChanged = false
    },
  }
}
