import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Resident memory of a process. */
export interface ProcessMemory {
  readonly pid: number
  readonly residentInBytes: number
  /** Pages of files, such as programs and libraries, by path. Several processes share them. Empty where there is no /proc. */
  readonly filesInBytes: ReadonlyMap<string, number>
}

const kilobyteInBytes = 1024

/** Parses lines of `ps` with pid, parent and kilobytes. Returns a process, then its descendants. */
export function parseProcessTree(output: string, rootPid: number): ProcessMemory[] {
  const rows = output.split('\n').flatMap((line) => {
    const [pid, parentPid, kilobytes] = line.trim().split(/\s+/).map(Number)
    return pid === undefined || parentPid === undefined || kilobytes === undefined
      ? []
      : [{ pid, parentPid, residentInBytes: kilobytes * kilobyteInBytes }]
  })
  const root = rows.filter(({ pid }) => pid === rootPid)
  const tree = [...root]
  // the loop also visits what it appends
  for (const { pid } of tree) tree.push(...rows.filter(({ parentPid }) => parentPid === pid))
  return tree.map(({ pid, residentInBytes }) => ({ pid, residentInBytes, filesInBytes: new Map() }))
}

/** Parses /proc/PID/smaps. */
export function parseMappings(smaps: string): Pick<ProcessMemory, 'residentInBytes' | 'filesInBytes'> {
  let residentInBytes = 0
  const filesInBytes = new Map<string, number>()
  let path: string | undefined
  for (const line of smaps.split('\n')) {
    const [, mappedPath] = /^[\da-f]+-[\da-f]+ \S+ \S+ \S+ \S+ *(.*)$/.exec(line) ?? []
    if (mappedPath !== undefined) path = mappedPath.startsWith('/') ? mappedPath : undefined
    const [, field, kilobytes] = /^(Rss|Anonymous): +(\d+) kB$/.exec(line) ?? []
    const sizeInBytes = Number(kilobytes ?? 0) * kilobyteInBytes
    if (field === 'Rss') residentInBytes += sizeInBytes
    // pages of a file that the process has written to are anonymous, and belong to it alone
    if (field !== undefined && path !== undefined)
      filesInBytes.set(path, (filesInBytes.get(path) ?? 0) + (field === 'Rss' ? sizeInBytes : -sizeInBytes))
  }
  return { residentInBytes, filesInBytes }
}

/** Reads the memory of a process and its descendants. Empty when the process has ended. */
export function readProcessTree(rootPid: number): ProcessMemory[] {
  const output = existsSync('/proc/self/status') ? listWithProc() : listWithPs()
  return parseProcessTree(output, rootPid).map((process) => Object.assign(process, readMappings(process.pid)))
}

/** Lists processes as `ps` does, which small images of Linux do not have. */
function listWithProc(): string {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => readStatus(pid) ?? []).join('\n')
}

function readStatus(pid: string): string | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const [, parentPid] = /^PPid:\s+(\d+)/m.exec(status) ?? []
    // threads of the kernel and processes that have ended have no memory
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(status) ?? []
    return kilobytes === undefined ? undefined : `${pid} ${parentPid} ${kilobytes}`
  } catch {
    // it has ended meanwhile
    return undefined
  }
}

/** Lists processes with `ps`, which is left out. */
function listWithPs(): string {
  const output = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,comm='], { encoding: 'utf8' })
  return output
    .split('\n')
    .filter((line) => !/\bps$/.test(line))
    .join('\n')
}

function readMappings(pid: number): ReturnType<typeof parseMappings> | undefined {
  try {
    return parseMappings(readFileSync(`/proc/${pid}/smaps`, 'utf8'))
  } catch {
    // no Linux, or the process has ended meanwhile
    return undefined
  }
}

/**
 * Returns the resident memory of processes together. A file that several of them have mapped counts once, with the most pages
 * that one of them has. Unlike the proportional set size, the sum does not depend on other programs with the same files.
 */
export function sumMemory(tree: readonly ProcessMemory[]): number {
  const filesInBytes = new Map<string, number>()
  let sum = 0
  for (const process of tree) {
    sum += process.residentInBytes
    for (const [path, sizeInBytes] of process.filesInBytes) {
      sum -= sizeInBytes
      filesInBytes.set(path, Math.max(sizeInBytes, filesInBytes.get(path) ?? 0))
    }
  }
  return [...filesInBytes.values()].reduce((total, sizeInBytes) => total + sizeInBytes, sum)
}
