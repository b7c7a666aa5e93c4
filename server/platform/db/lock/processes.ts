import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { hasCode, type LockHolder } from './lock-file.ts'

/** Lists the lock files of this process, for systems that do not report when a process started, such as Windows. */
export const ownLockFiles = new Set<string>()

/** Returns whether the process is running, among those whose ids this process sees. */
export function isRunning({ pid, startedAt }: LockHolder, file: string): boolean {
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
export function readProcessTable(): string {
  const bootId = readBootId()
  if (bootId === undefined) return `${process.platform}:${hostname()}`
  try {
    return `${bootId}:${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return `${bootId}:${hostname()}`
  }
}

/** Identifies the boot of the system and the mounted drive of a folder, which one system numbers. Undefined without a boot id. */
export function readSocketScope(folder: string): string | undefined {
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
export function readStartTime(pid: number): string | undefined {
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
