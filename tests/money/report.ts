import { appendFileSync } from 'node:fs'
import { effort } from '../trials.ts'

/** Time limit of a long run of the money tests, in minutes; the report shows how far it came. */
export const minutes = Number(process.env.MONEY_MINUTES ?? Number.POSITIVE_INFINITY)

/** Starts measuring for a report. @returns the milliseconds since */
export function startWatch(): () => number {
  const started = performance.now()
  return () => performance.now() - started
}

const minuteInMs = 60_000
/** Generous for a busy machine and long runs; a hang is still detected. */
export const timeoutInMs = effort({ quick: 30 * minuteInMs, full: 240 * minuteInMs, long: 960 * minuteInMs })

/** Reports the figures of one proof in a line: printed, and collected by `npm run test:money`. */
export function report(proof: string, figures: Readonly<Record<string, number | string>>): void {
  const line = `${proof}: ${Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}`
  console.log(line)
  if (process.env.MONEY_FIGURES) appendFileSync(process.env.MONEY_FIGURES, `${line}\n`)
}

/** Returns the items in random order. */
export function shuffled<Item>(items: readonly Item[], chance: () => number): Item[] {
  return items
    .map((item) => ({ item, place: chance() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
