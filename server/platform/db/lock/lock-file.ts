import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../config.ts'

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

/** Returns the name of the file in which the owner of a lock counts its renewals. */
export const toLeaseName = (owner: string) => `database.${owner}.lease`

/** Writes the number of a renewal in place: a full drive must not end the lease. Closing the file sends it to a network drive. */
export function writeLease(lease: string, renewalCount: number): void {
  const fd = openSync(lease, constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    writeSync(fd, String(renewalCount).padStart(12, '0'), 0)
  } finally {
    closeSync(fd)
  }
}

/** Creates the lock file atomically. Returns false when it exists. */
export function createLockFile(file: string, holder: LockHolder): boolean {
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

/** Writes the content to a temporary file, so that no reader ever sees half a lock file. */
export function writeTemporaryFile(file: string, holder: LockHolder): string {
  const temporaryFile = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`
  writeFileSync(temporaryFile, JSON.stringify(holder), { mode: 0o600, flag: 'wx' })
  return temporaryFile
}

/**
 * Reads the holder of the folder. Returns undefined when there is none.
 *
 * @throws Error when the lock file cannot be read; see `readText`
 */
export function readHolder(dataDir: string): LockHolder | undefined {
  return readHolderFile(join(dataDir, 'database.lock'))
}

/** Reads a lock file. Returns undefined when there is none or it is incomplete. @throws as `readText` */
export function readHolderFile(file: string): LockHolder | undefined {
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

/**
 * Reads a file of the lock. A network drive may return its attributes from a cache, but not its text. Returns undefined only when
 * there is no such file: one that cannot be read says nothing about its process.
 *
 * @throws ConfigError when this process may not read it
 * @throws Error when the drive does not answer
 */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return undefined
    if (hasCode(error, ['EACCES', 'EPERM']))
      throw new ConfigError(`${path} belongs to another user and may not be read. Run this as that user.`)
    throw error
  }
}

/** Returns whether the error is one of the system with one of the codes. */
export const hasCode = (error: unknown, codes: readonly string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))
