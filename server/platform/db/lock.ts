import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isLivenessSocketOpen, type LivenessSocket, openLivenessSocket } from './liveness-socket.ts'

/** Identifies the process that has the embedded database open, and the port where it accepts commands. */
export interface LockHolder {
  readonly pid: number
  /** Start time of the process as the system counts it. Process ids are reused, in a container after every restart. */
  readonly startedAt?: string
  /** File name of its socket, for processes of other containers; see `LivenessSocket`. */
  readonly socket?: string
  readonly adminPort?: number
  readonly adminToken?: string
}

/** Thrown when another running process has the folder open. */
export class DatabaseLocked extends Error {
  override readonly name = 'DatabaseLocked'
  readonly holder: LockHolder
  constructor(holder: LockHolder) {
    super(
      `The embedded database is in use by process ${holder.pid}. Stop it first, or set DATABASE_URL to share a PostgreSQL.`,
    )
    this.holder = holder
  }
}

export interface Lock {
  /** Publishes the port and token where command-line tools reach the holder. */
  publishAdminEndpoint(admin: { adminPort: number; adminToken: string }): void
  release(): void
}

/**
 * Takes the lock file of the folder, which prevents silent data loss when two processes open one embedded database. A lock
 * left by a dead process is taken over.
 *
 * @throws DatabaseLocked while the holder is running
 */
export async function takeLock(dataDir: string): Promise<Lock> {
  const livenessSocket = await openLivenessSocket(dataDir)
  try {
    return await takeLockFile(dataDir, livenessSocket)
  } catch (error) {
    livenessSocket?.close()
    throw error
  }
}

async function takeLockFile(dataDir: string, livenessSocket: LivenessSocket | undefined): Promise<Lock> {
  const file = join(dataDir, 'database.lock')
  const ownHolder: LockHolder = {
    pid: process.pid,
    startedAt: readStartTime(process.pid),
    ...(livenessSocket && { socket: livenessSocket.socket }),
  }
  for (let attempt = 0; !createLockFile(file, ownHolder); attempt++) {
    if (attempt > 3) throw new Error(`The lock file ${file} cannot be replaced`)
    const holder = readHolder(dataDir)
    if (holder && (await isAlive(holder, file))) throw new DatabaseLocked(holder)
    removeDeadLock(file, holder)
  }
  ownLockFiles.add(file)
  return {
    publishAdminEndpoint: (admin) => renameSync(writeTemporaryFile(file, { ...ownHolder, ...admin }), file),
    release: () => {
      ownLockFiles.delete(file)
      if (readHolder(dataDir)?.pid === process.pid) rmSync(file, { force: true })
      livenessSocket?.close()
    },
  }
}

/** Lists the lock files of this process, for systems that do not report when a process started. */
const ownLockFiles = new Set<string>()

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

/** Removes the lock file of a dead holder, unless another process has replaced it meanwhile. */
function removeDeadLock(file: string, deadHolder: LockHolder | undefined): void {
  const renamedFile = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`
  try {
    renameSync(file, renamedFile)
  } catch {
    // Another process removed it first.
    return
  }
  if (JSON.stringify(readHolderFile(renamedFile)) !== JSON.stringify(deadHolder)) linkSync(renamedFile, file)
  else if (deadHolder?.socket) rmSync(join(dirname(file), deadHolder.socket), { force: true })
  rmSync(renamedFile, { force: true })
}

/** Reads the holder of the folder. Returns undefined when there is none. */
export function readHolder(dataDir: string): LockHolder | undefined {
  return readHolderFile(join(dataDir, 'database.lock'))
}

function readHolderFile(file: string): LockHolder | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof holder === 'object' && holder !== null && 'pid' in holder
      ? (holder as LockHolder)
      : undefined
  } catch {
    return undefined
  }
}

async function isAlive(holder: LockHolder, file: string): Promise<boolean> {
  if (isRunning(holder, file)) return true
  return holder.socket !== undefined && (await isLivenessSocketOpen(dirname(file), holder.socket))
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

/**
 * Returns the start time of a process in clock ticks since boot (proc(5), field 22), prefixed with the boot id. Undefined
 * where there is no such process or no /proc.
 */
function readStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return ticks === undefined ? undefined : `${bootId}:${ticks}`
  } catch {
    return undefined
  }
}
