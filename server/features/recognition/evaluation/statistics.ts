/** An estimated share with its 95 % confidence interval, each 0 to 1; NaN when nothing was measured. */
export interface Estimate {
  readonly share: number
  readonly low: number
  readonly high: number
}

/** How often something was the case, of how many times it could be. */
export interface Tally {
  readonly count: number
  readonly total: number
}

/** The 97.5th percentile of the normal distribution. */
const z = 1.96
const resampleCount = 1000

/**
 * Estimates a share of independent observations with the interval of Wilson (1927), which also holds near 0 and 1 and for few
 * observations.
 */
export function estimateShare({ count, total }: Tally): Estimate {
  if (total === 0) return { share: Number.NaN, low: Number.NaN, high: Number.NaN }
  const share = count / total
  const denominator = 1 + z ** 2 / total
  const middle = (share + z ** 2 / (2 * total)) / denominator
  const reach = (z / denominator) * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2))
  return { share, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) }
}

/** Creates a generator of numbers from 0 to 1 that is the same in each run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Adds tallies up. */
export function sumTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce((sum, { count, total }) => ({ count: sum.count + count, total: sum.total + total }), {
    count: 0,
    total: 0,
  })
}

/**
 * Estimates a share of observations in groups, such as the pictures of one person, which resemble each other: the groups are
 * drawn a thousand times with replacement (percentile bootstrap). The result is the same in each run.
 */
export function estimateGroupedShare(groups: readonly Tally[]): Estimate {
  const getShare = ({ count, total }: Tally) => count / total
  const overall = sumTallies(groups)
  // no resample differs when all observations are alike
  if (overall.count === 0 || overall.count === overall.total) return estimateShare(overall)
  const shares = resample(groups)
    .filter(({ total }) => total > 0)
    .map(getShare)
    .sort((a, b) => a - b)
  return {
    share: getShare(overall),
    low: shares[Math.floor(0.025 * shares.length)] ?? Number.NaN,
    high: shares[Math.floor(0.975 * shares.length)] ?? Number.NaN,
  }
}

/** Draws as many groups as there are with replacement, a thousand times, and returns the sum of each draw. */
function resample(groups: readonly Tally[]): Tally[] {
  const random = createRandom(1)
  return Array.from({ length: resampleCount }, () =>
    sumTallies(groups.map((_, __, all) => all[Math.floor(random() * all.length)] ?? { count: 0, total: 0 })),
  )
}

/** Formats a share as a percentage, `97.1 %`. */
export function formatShare(share: number): string {
  return Number.isNaN(share) ? '–' : `${(100 * share).toFixed(1)} %`
}

/** Formats a share with its interval, `97.1 % (96.0 to 98.0)`. */
export function formatEstimate({ share, low, high }: Estimate): string {
  if (Number.isNaN(share)) return '–'
  return `${formatShare(share)} (${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)})`
}

/** Formats a small share without an interval, `0.0021 %`. */
export function formatRareShare({ count, total }: Tally): string {
  return total === 0 ? '–' : `${((100 * count) / total).toFixed(4)} %`
}

/** Formats a mean with its interval, `0.05 (0.02 to 0.09)`. */
export function formatMean({ share, low, high }: Estimate): string {
  return Number.isNaN(share) ? '–' : `${share.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`
}

/** Selects up to `maxCount` items, evenly spread, so that the choice does not depend on alphabetical order. */
export function selectEvenly<Item>(items: readonly Item[], maxCount: number): Item[] {
  if (items.length <= maxCount) return [...items]
  return Array.from(
    { length: maxCount },
    (_, index) => items[Math.floor((index * items.length) / maxCount)],
  ).filter((item) => item !== undefined)
}
