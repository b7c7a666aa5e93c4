import { readdirSync, readFileSync } from 'node:fs'

/** Returns the sum of the peak resident memory of a process and all its descendants, in MB; Linux only. */
export function peakMemoryInMb(pid: number): number {
  const parents = new Map<number, { parent: number; peakInKb: number }>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8')
      const field = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
      parents.set(Number(name), { parent: field('PPid'), peakInKb: field('VmHWM') })
    } catch {
      // the process has ended meanwhile
    }
  }
  const isBelow = (id: number): boolean => id === pid || (id > 1 && isBelow(parents.get(id)?.parent ?? 0))
  const ours = [...parents].filter(([id]) => isBelow(id))
  return ours.reduce((sum, [, { peakInKb }]) => sum + peakInKb, 0) / 1024
}
