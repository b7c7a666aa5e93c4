import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ConfigError } from '../config.ts'
import { connectLivenessSocket, type LivenessSocket, openLivenessSocket } from './liveness-socket.ts'

/** Identifies the process that has the embedded database open, and the port where it accepts commands. */
export interface LockHolder {
  readonly pid: number
  /** Random id of this holding of the lock. Process ids repeat in containers and on other hosts. */
  readonly owner?: string
  readonly host?: string
  /** Process ids can be looked up by processes with the same table alone: of this boot of the system and this container. */
  readonly processTable?: string
  /** Start time of the process as the system counts it. Process ids are reused, in a container after every restart. */
  readonly startedAt?: string
  /** File name of its socket, for processes of other containers; see `LivenessSocket`. */
  readonly socket?: string
  /** Boot of the system and drive where the socket was opened. A process with the same ones sees whether it is open. */
  readonly socketScope?: string
  readonly adminPort?: number
  readonly adminToken?: string
}

/** Thrown when another running process has the folder open. */
export class DatabaseLocked extends Error {
  override readonly name = 'DatabaseLocked'
  readonly holder: LockHolder
  constructor(holder: LockHolder) {
    const host = holder.host === undefined ? '' : ` of ${holder.host}`
    super(
      `The embedded database is in use by process ${holder.pid}${host}. Stop it first, or set DATABASE_URL to share a PostgreSQL.`,
    )
    this.holder = holder
  }
}

export interface Lock {
  /** Publishes the port and token where command-line tools reach the holder. */
  publishAdminEndpoint(admin: { adminPort: number; adminToken: string }): void
  release(): void
}

export interface LockOptions {
  /** Interval between renewals of the lease. */
  readonly renewalIntervalInMs?: number
  /** A holder that cannot be checked otherwise is dead when it has not renewed its lease for this time. */
  readonly leaseInMs?: number
  /** Called before the wait for a lease to be renewed or to end. */
  readonly onWait?: (holder: LockHolder | undefined) => void
  /** Called once when another process has taken the lock over: this one must not write any more. */
  readonly onLost?: () => void
  /** Ends the wait for a lease, with an `AbortError`. */
  readonly signal?: AbortSignal | undefined
}

const defaultRenewalIntervalInMs = 5_000
/** Shorter than the 30 s after which Kubernetes ends a container that does not answer: each start would wait anew. */
const defaultLeaseInMs = 20_000
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

/** Lists the lock files of this process, for systems that do not report when a process started, such as Windows. */
const ownLockFiles = new Set<string>()

const toLeaseName = (owner: string) => `database.${owner}.lease`

/** Writes the number of a renewal in place: a full drive must not end the lease. Closing the file sends it to a network drive. */
function writeLease(lease: string, renewalCount: number): void {
  const fd = openSync(lease, constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    writeSync(fd, String(renewalCount).padStart(12, '0'), 0)
  } finally {
    closeSync(fd)
  }
}

/** Creates the lock file atomically. Returns false when it exists. */
function createLockFile(file: string, holder: LockHolder): boolean {
  const temporaryFile = writeTemporaryFile(file, holder)
  try {
    linkSync(temporaryFile, file)
    return true
  } catch (error) {
    if (hasCode(error, ['EEXIST'])) return false
    // Some drives do not support links: there, a reader may see the file before its content.
    if (hasCode(error, ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])) return createInPlace(file, holder)
    throw error
  } finally {
    rmSync(temporaryFile, { force: true })
  }
}

function createInPlace(file: string, holder: LockHolder): boolean {
  try {
    writeFileSync(file, JSON.stringify(holder), { mode: 0o600, flag: 'wx' })
    return true
  } catch (error) {
    if (hasCode(error, ['EEXIST'])) return false
    throw error
  }
}

const hasCode = (error: unknown, codes: readonly string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** Writes the content to a temporary file, so that no reader ever sees half a lock file. */
function writeTemporaryFile(file: string, holder: LockHolder): string {
  const temporaryFile = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`
  writeFileSync(temporaryFile, JSON.stringify(holder), { mode: 0o600, flag: 'wx' })
  return temporaryFile
}

/**
 * Removes the lock file of a dead holder. Only the process that has created the file of the takeover may do so: another one that
 * has found the same holder dead would remove the new lock of the first.
 *
 * @throws DatabaseLocked while another process takes the lock over
 */
async function takeOver(
  file: string,
  { holder, ownHolder }: { holder: LockHolder | undefined; ownHolder: LockHolder },
  options: LockOptions,
): Promise<void> {
  const takeoverFile = `${file}.takeover`
  if (!createLockFile(takeoverFile, ownHolder)) {
    const other = readHolderFile(takeoverFile)
    const state = await checkHolder(takeoverFile, other, options)
    if (other && state === 'running') throw new DatabaseLocked(other)
    if (state === 'dead') removeDeadLock(takeoverFile, other)
    return
  }
  try {
    if (!isSameHolder(readHolderFile(file), holder)) return
    rmSync(file, { force: true })
    removeTraces(file, holder)
  } finally {
    rmSync(takeoverFile, { force: true })
  }
}

/** Removes a file of a process that died during a takeover, unless another process has replaced it meanwhile. */
function removeDeadLock(file: string, deadHolder: LockHolder | undefined): void {
  const renamedFile = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`
  try {
    renameSync(file, renamedFile)
  } catch {
    // Another process removed it first.
    return
  }
  if (isSameHolder(readHolderFile(renamedFile), deadHolder)) removeTraces(file, deadHolder)
  else renameSync(renamedFile, file)
  rmSync(renamedFile, { force: true })
}

const isSameHolder = (one: LockHolder | undefined, other: LockHolder | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)

function removeTraces(file: string, deadHolder: LockHolder | undefined): void {
  const { socket, owner } = deadHolder ?? {}
  for (const name of [socket, owner && toLeaseName(owner)])
    if (name) rmSync(join(dirname(file), name), { force: true })
}

/**
 * Reads the holder of the folder. Returns undefined when there is none.
 *
 * @throws Error when the lock file cannot be read; see `readText`
 */
export function readHolder(dataDir: string): LockHolder | undefined {
  return readHolderFile(join(dataDir, 'database.lock'))
}

function readHolderFile(file: string): LockHolder | undefined {
  const text = readText(file)
  if (text === undefined) return undefined
  try {
    const holder: unknown = JSON.parse(text)
    return typeof holder === 'object' && holder !== null && 'pid' in holder
      ? (holder as LockHolder)
      : undefined
  } catch {
    return undefined
  }
}

/** `changed`: the lock file is another one now, or complete. */
type HolderState = 'running' | 'dead' | 'changed'

async function checkHolder(
  file: string,
  holder: LockHolder | undefined,
  { leaseInMs = defaultLeaseInMs, onWait, signal }: LockOptions,
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

/**
 * Reads a file of the lock. A network drive may return its attributes from a cache, but not its text. Returns undefined only when
 * there is no such file: one that cannot be read says nothing about its process.
 *
 * @throws ConfigError when this process may not read it
 * @throws Error when the drive does not answer
 */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return undefined
    if (hasCode(error, ['EACCES', 'EPERM']))
      throw new ConfigError(`${path} belongs to another user and may not be read. Run this as that user.`)
    throw error
  }
}

/** Returns whether the process is running, among those whose ids this process sees. */
function isRunning({ pid, startedAt }: LockHolder, file: string): boolean {
  const start = readStartTime(pid)
  if (startedAt !== undefined && start !== undefined) return startedAt === start
  if (pid === process.pid) return ownLockFiles.has(file)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, ['EPERM'])
  }
}

/** Identifies the processes whose ids this process sees: on Linux those of a container, elsewhere those of a host. */
function readProcessTable(): string {
  const bootId = readBootId()
  if (bootId === undefined) return `${process.platform}:${hostname()}`
  try {
    return `${bootId}:${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return `${bootId}:${hostname()}`
  }
}

/** Identifies the boot of the system and the mounted drive of a folder, which one system numbers. Undefined without a boot id. */
function readSocketScope(folder: string): string | undefined {
  const bootId = readBootId()
  return bootId === undefined ? undefined : `${bootId}:${statSync(folder).dev}`
}

function readBootId(): string | undefined {
  return readProcText('/proc/sys/kernel/random/boot_id')?.trim()
}

/** Reads a file of /proc. Returns undefined when there is none, or no such process (any more). */
function readProcText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Returns the start time of a process in clock ticks since boot (proc(5), field 22), prefixed with the boot id, or by `ps` on
 * other systems than Linux. Undefined where there is no such process, or neither of them.
 */
function readStartTime(pid: number): string | undefined {
  if (process.platform !== 'linux') return readStartTimeByPs(pid)
  const stat = readProcText(`/proc/${pid}/stat`)
  const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  const bootId = readBootId()
  return ticks === undefined || bootId === undefined ? undefined : `${bootId}:${ticks}`
}

/** Returns the start time of a process to the second. That of Linux can change by a second, as it is computed from two clocks. */
export function readStartTimeByPs(pid: number): string | undefined {
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    })
    return text.trim() || undefined
  } catch {
    // no such process, or no such program, as on Windows
    return undefined
  }
}
