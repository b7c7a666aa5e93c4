import { appendFileSync } from 'node:fs'

/**
 * How much is tried: a fifth of `short` within `npm test`, `short` within `npm run test:all`, `full` by
 * `npm run test:money`, `long` by `-- --long`.
 */
export interface Effort {
  readonly short: number
  readonly full: number
  readonly long: number
}

/** The number for this run. */
export function effort(numbers: Effort): number {
  const level = process.env.MONEY_EFFORT
  if (level === 'quick') return Math.ceil(numbers.short / 5)
  return numbers[level === 'full' || level === 'long' ? level : 'short']
}

/** For whoever has less time than a long run takes; the figures tell how far it came. */
export const minutes = Number(process.env.MONEY_MINUTES ?? Number.POSITIVE_INFINITY)

const minuteInMs = 60_000
/** For a busy machine, and for one who has asked for hours; a hang is still found. */
export const timeoutInMs = effort({ short: 30 * minuteInMs, full: 240 * minuteInMs, long: 960 * minuteInMs })

/** The figures of one proof in a line: printed, and collected by `npm run test:money`. */
export function report(proof: string, figures: Readonly<Record<string, number | string>>): void {
  const line = `${proof}: ${Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}`
  console.log(line)
  if (process.env.MONEY_FIGURES) appendFileSync(process.env.MONEY_FIGURES, `${line}\n`)
}

/** The same things in another order. */
export function shuffled<Thing>(things: readonly Thing[], chance: () => number): Thing[] {
  return things
    .map((thing) => ({ thing, place: chance() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ thing }) => thing)
}
