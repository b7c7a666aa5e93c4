import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Who holds the embedded database, and where it takes commands. */
export interface LockHolder {
  readonly pid: number
  /** When the process began, as the system counts: process ids come again, in a container after every restart. */
  readonly startedAt?: string
  readonly adminPort?: number
  readonly adminToken?: string
}

/** Another living process has the folder open. */
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
  /** Tells command-line tools where to reach the holder. */
  announce(admin: { adminPort: number; adminToken: string }): void
  release(): void
}

/**
 * Takes the folder's lock file. Two processes on one embedded database lose data silently,
 * so this is not a courtesy; a lock left behind by a dead process is taken over.
 *
 * @throws DatabaseLocked while the holder lives
 */
export function takeLock(dataDir: string): Lock {
  const file = join(dataDir, 'database.lock')
  const mine: LockHolder = { pid: process.pid, startedAt: startOf(process.pid) }
  for (let attempt = 0; !create(file, mine); attempt++) {
    if (attempt > 3) throw new Error(`The lock file ${file} cannot be replaced`)
    const holder = readHolder(dataDir)
    if (holder && isAlive(holder, file)) throw new DatabaseLocked(holder)
    setAside(file, holder)
  }
  heldHere.add(file)
  return {
    announce: (admin) => renameSync(writeBeside(file, { ...mine, ...admin }), file),
    release: () => {
      heldHere.delete(file)
      if (readHolder(dataDir)?.pid === process.pid) rmSync(file, { force: true })
    },
  }
}

/** What this process holds, where the system does not tell when a process began. */
const heldHere = new Set<string>()

/** Makes the lock file, whole at once; false when there is one. */
function create(file: string, holder: LockHolder): boolean {
  const written = writeBeside(file, holder)
  try {
    linkSync(written, file)
    return true
  } catch (error) {
    if (hasCode(error, ['EEXIST'])) return false
    // Some drives know no links: there a reader may see the file before its content.
    if (hasCode(error, ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])) return createInPlace(file, holder)
    throw error
  } finally {
    rmSync(written, { force: true })
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

/** Nobody ever reads half a lock file: it is written under another name first. */
function writeBeside(file: string, holder: LockHolder): string {
  const beside = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`
  writeFileSync(beside, JSON.stringify(holder), { mode: 0o600, flag: 'wx' })
  return beside
}

/** Takes a dead holder's file away, unless another process has put its own there meanwhile. */
function setAside(file: string, dead: LockHolder | undefined): void {
  const aside = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`
  try {
    renameSync(file, aside)
  } catch {
    // Somebody else was faster.
    return
  }
  if (JSON.stringify(readFrom(aside)) !== JSON.stringify(dead)) linkSync(aside, file)
  rmSync(aside, { force: true })
}

/** Reads who holds the folder; undefined when nobody does. */
export function readHolder(dataDir: string): LockHolder | undefined {
  return readFrom(join(dataDir, 'database.lock'))
}

function readFrom(file: string): LockHolder | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof holder === 'object' && holder !== null && 'pid' in holder
      ? (holder as LockHolder)
      : undefined
  } catch {
    return undefined
  }
}

function isAlive({ pid, startedAt }: LockHolder, file: string): boolean {
  const start = startOf(pid)
  if (startedAt !== undefined && start !== undefined) return startedAt === start
  if (pid === process.pid) return heldHere.has(file)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, ['EPERM'])
  }
}

/**
 * When a process began, in clock ticks since the machine's start, with the machine's own start
 * (proc(5), field 22); undefined where there is no such process or no /proc.
 */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return ticks === undefined ? undefined : `${boot}:${ticks}`
  } catch {
    return undefined
  }
}
