import { errorStatus } from '../../../contract/errors.ts'
import { decideAfterFailure, type Failure } from '../../../src/lib/outbox/rules.ts'
import { getPercentile } from '../../percentile.ts'

/** Describes the hour after a race in which every runner sends one selfie. */
export interface PeakHour {
  readonly perSecond: number
  /** Rate of its busiest minute. */
  readonly perSecondAtPeak: number
  /** Workers that recognize faces. */
  readonly workers: number
  /** Places of the queue in front of them. */
  readonly places: number
  /** Measured times of one recognition, drawn at random. */
  readonly timesInMs: readonly number[]
}

interface Selfie {
  readonly sentAt: number
  at: number
  tries: number
}

const hourInMs = 3_600_000
const minuteInMs = 60_000
const overloaded: Failure = {
  code: 'Overloaded',
  status: errorStatus.Overloaded,
  retryAfterInMs: 5_000,
}

/** Returns when selfies arrive: evenly in the hour, with a busiest minute in its middle. */
function listArrivals({ perSecond, perSecondAtPeak }: PeakHour): number[] {
  const arrivals: number[] = []
  for (let at = 0; at < hourInMs; ) {
    arrivals.push(at)
    const isPeak = at >= hourInMs / 2 && at < hourInMs / 2 + minuteInMs
    at += 1_000 / (isPeak ? perSecondAtPeak : perSecond)
  }
  return arrivals
}

/**
 * Simulates the queue of selfies, with phones that follow the rules of the outbox when it is full.
 *
 * @param random 0 to 1
 * @returns the p95 of the seconds from the first attempt to the answer, of the hour and of its busiest minute
 */
export function simulateSelfies(hour: PeakHour, random: () => number): { p95: number; p95AtPeak: number } {
  const { workers, places, timesInMs } = hour
  const due: Selfie[][] = []
  const tickInMs = 10
  const put = (selfie: Selfie) => (due[Math.ceil(selfie.at / tickInMs)] ??= []).push(selfie)
  for (const at of listArrivals(hour)) put({ sentAt: at, at, tries: 0 })
  const queue: Selfie[] = []
  const freeAt = Array.from({ length: workers }, () => 0)
  const waits: { sentAt: number; seconds: number }[] = []
  for (let tick = 0; tick < due.length || queue.length > 0; tick++) {
    const now = tick * tickInMs
    for (const selfie of due[tick] ?? []) {
      if (queue.length < places) queue.push(selfie)
      else {
        selfie.tries += 1
        const history = { tries: selfie.tries, counted: 0, ageInMs: now - selfie.sentAt }
        const verdict = decideAfterFailure(overloaded, history, random)
        if (verdict.type === 'parked') throw new Error('A full queue has parked a selfie')
        selfie.at = now + verdict.waitInMs
        put(selfie)
      }
    }
    due[tick] = []
    for (let worker = 0; worker < workers && queue.length > 0; worker++) {
      if ((freeAt[worker] ?? 0) > now) continue
      const selfie = queue.shift()
      if (!selfie) break
      const timeInMs = timesInMs[Math.floor(random() * timesInMs.length)] ?? 0
      freeAt[worker] = now + timeInMs
      waits.push({ sentAt: selfie.sentAt, seconds: (now + timeInMs - selfie.sentAt) / 1_000 })
    }
  }
  const atPeak = waits.filter(({ sentAt }) => sentAt >= hourInMs / 2 && sentAt < hourInMs / 2 + minuteInMs)
  return {
    p95: getPercentile(
      waits.map(({ seconds }) => seconds),
      0.95,
    ),
    p95AtPeak: getPercentile(
      atPeak.map(({ seconds }) => seconds),
      0.95,
    ),
  }
}
