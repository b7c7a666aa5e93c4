/** The lowest index of the machines for which Lighthouse's default slowdown emulates a phone of the middle class. */
const defaultMachineIndex = 1_500
const defaultSlowdown = 4

/**
 * Returns how many times Lighthouse slows the processor down to emulate a phone of the middle class: four times, its default, and
 * in proportion less on a slower machine, as its guide to throttling recommends. Otherwise the same page gets other figures on
 * each machine, and on a shared one at each hour.
 *
 * @param benchmarkIndex Lighthouse's measure of the machine: 1,500 to 2,000 for a fast desktop, 125 to 800 for such a phone
 */
export function computeCpuSlowdown(benchmarkIndex: number): number {
  const slowdown = (defaultSlowdown * benchmarkIndex) / defaultMachineIndex
  return Math.round(10 * Math.min(defaultSlowdown, Math.max(1, slowdown))) / 10
}
