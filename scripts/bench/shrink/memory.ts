import { readdirSync, readFileSync } from 'node:fs'

/** Returns the sum of the peak resident memory of a process and all its descendants, in MB; Linux only. */
export function readPeakMemoryInMb(pid: number): number {
  const parents = new Map<number, { parent: number; peakInKb: number }>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8')
      const readField = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
      parents.set(Number(name), { parent: readField('PPid'), peakInKb: readField('VmHWM') })
    } catch {
      // the process has ended meanwhile
    }
  }
  const isDescendant = (id: number): boolean =>
    id === pid || (id > 1 && isDescendant(parents.get(id)?.parent ?? 0))
  const descendants = [...parents].filter(([id]) => isDescendant(id))
  return descendants.reduce((sum, [, { peakInKb }]) => sum + peakInKb, 0) / 1024
}
