import { appendFileSync } from 'node:fs'

/**
 * Number of attempts: a fifth of `short` in `npm test`, `full` in `npm run test:money`, `long` with `-- --long`, else `short`.
 */
export interface Effort {
  readonly short: number
  readonly full: number
  readonly long: number
}

/** Returns the number for this run. */
export function effort(numbers: Effort): number {
  const level = process.env.MONEY_EFFORT
  if (level === 'quick') return Math.ceil(numbers.short / 5)
  return numbers[level === 'full' || level === 'long' ? level : 'short']
}

/** Time limit of a long run, in minutes; the report shows how far it came. */
export const minutes = Number(process.env.MONEY_MINUTES ?? Number.POSITIVE_INFINITY)

/** Starts measuring for a report. @returns the milliseconds since */
export function startWatch(): () => number {
  const started = performance.now()
  return () => performance.now() - started
}

const minuteInMs = 60_000
/** Generous for a busy machine and long runs; a hang is still detected. */
export const timeoutInMs = effort({ short: 30 * minuteInMs, full: 240 * minuteInMs, long: 960 * minuteInMs })

/** Reports the figures of one proof in a line: printed, and collected by `npm run test:money`. */
export function report(proof: string, figures: Readonly<Record<string, number | string>>): void {
  const line = `${proof}: ${Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}`
  console.log(line)
  if (process.env.MONEY_FIGURES) appendFileSync(process.env.MONEY_FIGURES, `${line}\n`)
}

/** Returns the items in random order. */
export function shuffled<Thing>(things: readonly Thing[], chance: () => number): Thing[] {
  return things
    .map((thing) => ({ thing, place: chance() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ thing }) => thing)
}
