import { selectByEffort } from '../trials.ts'

/** Time limit of a long run of the money tests, in minutes; the report shows how many runs it completed. */
export const limitInMinutes = Number(process.env.MONEY_MINUTES ?? Number.POSITIVE_INFINITY)

const minuteInMs = 60_000
/** Generous for a busy machine and long runs; a hang is still detected. */
export const timeoutInMs = selectByEffort({
  quick: 30 * minuteInMs,
  full: 240 * minuteInMs,
  long: 960 * minuteInMs,
})
