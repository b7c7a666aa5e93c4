import { watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type FoundFile, walk } from './walk.ts'

/** The folder is looked through this often even when the system reports no change, e.g. on a network drive. */
const rescanInMs = 2000
/** A file counts as written when it has not changed for so long between two looks, */
const quietInMs = 700
/** or when its last change is so long ago at the first. */
const oldInMs = 10_000
/** The least time between two looks. */
const breathInMs = 200

/** Hands over files and answers the paths of those that it will not take yet, because more may come of them. */
export type TakeBatch = (files: readonly FoundFile[]) => Promise<ReadonlySet<string>>

interface Look {
  /** Size and time of change: a file of another stamp is another file. */
  readonly stamp: string
  readonly seenAt: number
  readonly isOld: boolean
}

/**
 * Hands over the files of a folder and those that come into it later, each once it is written to its end,
 * until told to stop.
 *
 * @throws when the folder cannot be read at the beginning
 */
export async function watchFolder(folder: string, take: TakeBatch, signal: AbortSignal): Promise<void> {
  await walk(folder)
  const dealtWith = new Map<string, string>()
  const growing = new Map<string, Look>()
  const changes = watchChanges(folder, signal)
  while (!signal.aborted) {
    const ready = await findReady(folder, dealtWith, growing)
    const later = ready.size > 0 ? await take([...ready.keys()]) : new Set<string>()
    for (const [{ path }, { stamp }] of ready) {
      growing.delete(path)
      if (!later.has(path)) dealtWith.set(path, stamp)
    }
    await changes.next(growing.size > 0 || later.size > 0 ? quietInMs : rescanInMs)
  }
}

async function findReady(
  folder: string,
  dealtWith: ReadonlyMap<string, string>,
  growing: Map<string, Look>,
): Promise<Map<FoundFile, Look>> {
  const ready = new Map<FoundFile, Look>()
  // A network drive may be away for a moment.
  for (const file of await walk(folder).catch(() => [])) {
    const seen = await look(file.path)
    if (!seen || dealtWith.get(file.path) === seen.stamp) continue
    const earlier = growing.get(file.path)
    const isQuiet = earlier?.stamp === seen.stamp && seen.seenAt - earlier.seenAt >= quietInMs
    if (seen.isOld || isQuiet) ready.set(file, seen)
    else if (earlier?.stamp !== seen.stamp) growing.set(file.path, seen)
  }
  return ready
}

async function look(path: string): Promise<Look | undefined> {
  try {
    const { size, mtimeMs } = await stat(path)
    return {
      stamp: `${size}:${mtimeMs}`,
      seenAt: performance.now(),
      isOld: Date.now() - mtimeMs > oldInMs,
    }
  } catch {
    return undefined
  }
}

/** Waits for the system to report a change, at most a while; such reports are a courtesy that not every drive offers. */
function watchChanges(folder: string, signal: AbortSignal) {
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
    // Then the rescan alone has to do.
  }
  return {
    next: async (timeoutInMs: number): Promise<void> => {
      // A file that is being copied reports thousands of changes.
      if (!signal.aborted) await wait(breathInMs)
      if (!hasChanged) await sleepUntil(timeoutInMs, (end) => (wake = end))
      hasChanged = false
    },
  }
}

function sleepUntil(timeoutInMs: number, onWake: (end: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutInMs)
    onWake(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
