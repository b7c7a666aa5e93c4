import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ConfigError } from '../../config.ts'
import { connectLivenessSocket } from './liveness-socket.ts'
import { type LockHolder, readText, toLeaseName } from './lock-file.ts'
import { isRunning, readProcessTable, readSocketScope } from './processes.ts'

/** Describes how long and how to wait for a lease that has to be watched. */
export interface WaitOptions {
  /** A holder that cannot be checked otherwise is dead when it has not renewed its lease for this time. */
  readonly leaseInMs?: number
  /** Called before the wait for a lease to be renewed or to end. */
  readonly onWait?: (holder: LockHolder | undefined) => void
  /** Ends the wait for a lease, with an `AbortError`. */
  readonly signal?: AbortSignal | undefined
}

/** Shorter than the 30 s after which Kubernetes ends a container that does not answer: each start would wait anew. */
const defaultLeaseInMs = 20_000

/** `changed`: the lock file is another one now, or complete. */
export type HolderState = 'running' | 'dead' | 'changed'

/**
 * Returns whether the holder named in a lock file is running. Where the system cannot tell, waits for its lease to be renewed or to
 * end.
 *
 * @throws ConfigError when the file belongs to a user whose files this process may not read
 */
export async function checkHolder(
  file: string,
  holder: LockHolder | undefined,
  { leaseInMs = defaultLeaseInMs, onWait, signal }: WaitOptions,
): Promise<HolderState> {
  const folder = dirname(file)
  if (holder) {
    const socketState = holder.socket && (await connectLivenessSocket(folder, holder.socket))
    if (socketState === 'open') return 'running'
    if (holder.processTable === readProcessTable()) return isRunning(holder, file) ? 'running' : 'dead'
    // The lock of an earlier version: its id may be that of a process of another container, which is not seen.
    if (holder.processTable === undefined && isRunning(holder, file)) return 'running'
    const socketScope = readSocketScope(folder)
    if (socketState === 'refused' && socketScope !== undefined && holder.socketScope === socketScope)
      return 'dead'
  }
  if (readText(file) === undefined) return 'changed'
  onWait?.(holder)
  return watchLease(file, holder, { leaseInMs, signal })
}

/** Number of reads of a lock file and its lease during the time of a lease. */
const readCount = 60

async function watchLease(
  file: string,
  holder: LockHolder | undefined,
  { leaseInMs, signal }: { leaseInMs: number; signal: AbortSignal | undefined },
): Promise<HolderState> {
  const lease = holder?.owner === undefined ? undefined : join(dirname(file), toLeaseName(holder.owner))
  const readTexts = () => {
    try {
      return { lock: readText(file), lease: lease && readText(lease) }
    } catch (error) {
      if (error instanceof ConfigError) throw error
      return undefined
    }
  }
  let first = readTexts()
  let unchangedReads = 0
  while (unchangedReads < readCount) {
    await wait(leaseInMs / readCount, undefined, signal && { signal })
    const texts = readTexts()
    if (texts && first) {
      if (texts.lock !== first.lock) return 'changed'
      if (texts.lease !== first.lease) return 'running'
      unchangedReads++
    } else {
      // While the drive does not answer, the holder cannot renew its lease either.
      first ??= texts
      unchangedReads = 0
    }
  }
  return 'dead'
}
