import { execFileSync } from 'node:child_process'

/** Resident memory of a process. Pages that several processes share count for each of them. */
export interface ProcessMemory {
  readonly pid: number
  readonly residentInBytes: number
}

/** Parses lines of `ps` with pid, parent and kilobytes. Returns a process, then its descendants. */
export function parseProcessTree(output: string, rootPid: number): ProcessMemory[] {
  const rows = output.split('\n').flatMap((line) => {
    const [pid, parentPid, kilobytes] = line.trim().split(/\s+/).map(Number)
    return pid === undefined || parentPid === undefined || kilobytes === undefined
      ? []
      : [{ pid, parentPid, residentInBytes: kilobytes * 1024 }]
  })
  const root = rows.filter(({ pid }) => pid === rootPid)
  const tree = [...root]
  // the loop also visits what it appends
  for (const { pid } of tree) tree.push(...rows.filter(({ parentPid }) => parentPid === pid))
  return tree.map(({ pid, residentInBytes }) => ({ pid, residentInBytes }))
}

/** Reads the memory of a process and its descendants with `ps`, which is left out. Empty when the process has ended. */
export function readProcessTree(rootPid: number): ProcessMemory[] {
  const output = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,comm='], { encoding: 'utf8' })
  const lines = output.split('\n').filter((line) => !/\sps$/.test(line))
  return parseProcessTree(lines.join('\n'), rootPid)
}

/** Returns the resident memory of a process and its descendants. */
export function sumMemory(tree: readonly ProcessMemory[]): number {
  return tree.reduce((sum, { residentInBytes }) => sum + residentInBytes, 0)
}
