import { appendFileSync } from 'node:fs'
import { getPercentile } from '../../../scripts/percentile.ts'

/** Values by name, in the order in which they are printed; a limit or a baseline follows the value that it belongs to. */
type Figures = Readonly<Record<string, number | string>>

/** Starts a stopwatch. @returns a function for the elapsed milliseconds */
export function startStopwatch(): () => number {
  const started = performance.now()
  return () => performance.now() - started
}

/**
 * Reports the figures of one test in a line: printed, and appended to the file that `FIGURES` names. `npm run test:money` and
 * `npm run test:abuse` print that file at their end.
 */
export function reportFigures(subject: string, figures: Figures): void {
  const line = `${subject}: ${Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}`
  console.log(line)
  if (process.env.FIGURES) appendFileSync(process.env.FIGURES, `${line}\n`)
}

/** Returns the number of outcomes that are true, as `3 of 20`. */
export const countTrue = (outcomes: readonly boolean[]): string =>
  `${outcomes.filter(Boolean).length} of ${outcomes.length}`

/** Returns median and 95th percentile of durations. */
export const summarizeTimes = (timesInMs: readonly number[]): { p50: string; p95: string } => ({
  p50: formatMilliseconds(getPercentile(timesInMs, 0.5)),
  p95: formatMilliseconds(getPercentile(timesInMs, 0.95)),
})

/** Formats a duration, as `120 ms`. */
export const formatMilliseconds = (durationInMs: number): string => `${Math.round(durationInMs)} ms`
