import { randomBytes } from 'node:crypto'
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { checkHolder, type WaitOptions } from './holder-state.ts'
import { type LivenessSocket, openLivenessSocket } from './liveness-socket.ts'
import {
  createLockFile,
  DatabaseLocked,
  type LockHolder,
  readHolder,
  toLeaseName,
  writeLease,
  writeTemporaryFile,
} from './lock-file.ts'
import { ownLockFiles, readProcessTable, readSocketScope, readStartTime } from './processes.ts'
import { takeOver } from './take-over.ts'

export { DatabaseLocked, type LockHolder, readHolder } from './lock-file.ts'

export interface Lock {
  /** Publishes the port and token where command-line tools reach the holder. */
  publishAdminEndpoint(admin: { adminPort: number; adminToken: string }): void
  release(): void
}

export interface LockOptions extends WaitOptions {
  /** Interval between renewals of the lease. */
  readonly renewalIntervalInMs?: number
  /** Called once when another process has taken the lock over: this one must not write any more. */
  readonly onLost?: () => void
}

const defaultRenewalIntervalInMs = 5_000

/** Files of other processes that are older are deleted; each process changes its lease every few seconds. */
const leftoverAgeInMs = 24 * 3_600_000

/**
 * Takes the lock file of the folder, which prevents silent data loss when two processes open one embedded database. A lock
 * left by a dead process is taken over: at once where the system shows that the process has ended, otherwise after the time of
 * a lease. Renewals are counted and not dated, since the clocks of two hosts differ.
 *
 * @throws DatabaseLocked while the holder is running
 * @throws ConfigError when the lock belongs to a user whose files this process may not read
 */
export async function takeLock(dataDir: string, options: LockOptions = {}): Promise<Lock> {
  const livenessSocket = await openLivenessSocket(dataDir)
  const owner = randomBytes(12).toString('hex')
  const lease = join(dataDir, toLeaseName(owner))
  try {
    // before the lock that refers to it
    writeLease(lease, 0)
    const lock = await takeLockFile(
      dataDir,
      { owner, lease, ...(livenessSocket && { livenessSocket }) },
      options,
    )
    ignoreFailure(() => removeLeftovers(dataDir, [toLeaseName(owner), livenessSocket?.socket]))
    return lock
  } catch (error) {
    rmSync(lease, { force: true })
    livenessSocket?.close()
    throw error
  }
}

/** Deletes leases and sockets of processes that were killed while they waited for the lock. Call it as the holder of the lock. */
function removeLeftovers(dataDir: string, ownNames: readonly (string | undefined)[]): void {
  for (const name of readdirSync(dataDir)) {
    if (!/^database\.[^.]+\.(lease|sock)$/.test(name) || ownNames.includes(name)) continue
    const path = join(dataDir, name)
    const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (changedAt !== undefined && changedAt < Date.now() - leftoverAgeInMs) rmSync(path, { force: true })
  }
}

async function takeLockFile(
  dataDir: string,
  { owner, lease, livenessSocket }: { owner: string; lease: string; livenessSocket?: LivenessSocket },
  options: LockOptions,
): Promise<Lock> {
  const file = join(dataDir, 'database.lock')
  let ownHolder: LockHolder = {
    pid: process.pid,
    owner,
    host: hostname(),
    processTable: readProcessTable(),
    startedAt: readStartTime(process.pid),
    ...(livenessSocket && { socket: livenessSocket.socket, socketScope: readSocketScope(dataDir) }),
  }
  const isOwn = () => readHolder(dataDir)?.owner === owner
  const checkOwner = () => {
    const holder = readHolder(dataDir)
    // It is missing when an operator has deleted it.
    if (!holder) createLockFile(file, ownHolder)
    if (!holder || holder.owner === owner) return
    clearInterval(timer)
    options.onLost?.()
  }
  let isHeld = false
  let renewalCount = 0
  // It is renewed during a takeover too, whose file refers to it.
  const timer = setInterval(() => {
    ignoreFailure(() => writeLease(lease, ++renewalCount))
    if (isHeld) ignoreFailure(checkOwner)
  }, options.renewalIntervalInMs ?? defaultRenewalIntervalInMs).unref()
  try {
    for (let attempt = 0; !createLockFile(file, ownHolder); attempt++) {
      if (attempt > 9) throw new Error(`The lock file ${file} cannot be replaced`)
      const holder = readHolder(dataDir)
      const state = await checkHolder(file, holder, options)
      if (holder && state === 'running') throw new DatabaseLocked(holder)
      if (state === 'dead') await takeOver(file, { holder, ownHolder }, options)
    }
  } catch (error) {
    clearInterval(timer)
    throw error
  }
  isHeld = true
  ownLockFiles.add(file)
  return {
    publishAdminEndpoint: (admin) => {
      ownHolder = { ...ownHolder, ...admin }
      if (isOwn()) renameSync(writeTemporaryFile(file, ownHolder), file)
    },
    release: () => {
      clearInterval(timer)
      ownLockFiles.delete(file)
      ignoreFailure(() => {
        if (isOwn()) rmSync(file, { force: true })
      })
      rmSync(lease, { force: true })
      livenessSocket?.close()
    },
  }
}

/** Calls a function whose failure is ignored: where the drive does not answer, the next interval or the next start repeats it. */
function ignoreFailure(action: () => void): void {
  try {
    action()
  } catch {
    // ignored
  }
}
