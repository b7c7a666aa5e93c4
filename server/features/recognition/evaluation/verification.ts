import { distanceBetween } from '../embedding.ts'
import type { FaceThresholds } from '../ports.ts'
import { type Estimate, estimateGroupedShare, type Tally } from './statistics.ts'

/** Rates of false matches at which models are compared. */
export const falseMatchRates: readonly number[] = [0.001, 0.0001, 0.00001]

/** The thresholds that are distances. */
export type DistanceName = Exclude<keyof FaceThresholds, 'crowdShares'>

/**
 * Largest rate of false matches of each threshold: those of the models that come with cards, whose distances were chosen by
 * searches (docs/decisions.md#tiers-of-face-search). `evenOdds` is not chosen by a rate: see `findEqualErrorDistance`.
 */
const targetRates: Readonly<Record<Exclude<DistanceName, 'evenOdds'>, number>> = {
  strong: 0.00001,
  sure: 0.00015,
  maybe: 0.002,
  sameBib: 0.002,
  smallFace: 0.00001,
  crowd: 0.014,
}

/** The face of a picture, or null when none was found where the person is. */
export interface Probe {
  readonly person: string
  /** Normalized, see `normalise`. */
  readonly embedding: Float32Array | null
}

/** Distances between faces of different people, ascending, and of each person's own pictures. */
export interface Comparison {
  readonly impostors: readonly number[]
  /** Infinity for a picture without a face. */
  readonly genuine: ReadonlyMap<string, readonly number[]>
}

/** Compares selfies with photos: with those of the same person, and with those of all others. */
export function compareFaces(selfies: readonly Probe[], photos: readonly Probe[]): Comparison {
  const impostors: number[] = []
  const genuine = new Map<string, number[]>()
  for (const selfie of selfies)
    for (const photo of photos) {
      const distance =
        selfie.embedding && photo.embedding ? distanceBetween(selfie.embedding, photo.embedding) : Infinity
      if (selfie.person !== photo.person) impostors.push(distance)
      else genuine.set(selfie.person, [...(genuine.get(selfie.person) ?? []), distance])
    }
  return { impostors: impostors.sort((a, b) => a - b), genuine }
}

/**
 * Returns the largest distance at which no more than a share of the pairs of different people match, or null when there are too
 * few pairs to know it.
 *
 * @param impostors distances, ascending
 */
export function findThreshold(impostors: readonly number[], falseMatchRate: number): number | null {
  const allowedCount = Math.floor(impostors.length * falseMatchRate + 1e-9)
  const firstRefused = impostors[allowedCount]
  if (allowedCount < 1 || firstRefused === undefined) return null
  // just below the first pair that must not match
  return firstRefused - 1e-6
}

/** Counts the pairs of each person that match, i.e. whose distance is at most `threshold`. */
export function countMatches({ genuine }: Comparison, threshold: number): Tally[] {
  return [...genuine.values()].map((distances) => ({
    count: distances.filter((distance) => distance <= threshold).length,
    total: distances.length,
  }))
}

/** Counts the pairs of different people that match. */
export function countFalseMatches({ impostors }: Comparison, threshold: number): Tally {
  return {
    count: impostors.filter((distance) => distance <= threshold).length,
    total: impostors.length,
  }
}

/** The errors of a model whose faces match up to a distance. */
export interface OperatingPoint {
  readonly distance: number
  /** Pairs of one person that match. */
  readonly trueMatches: Estimate
  /** Pairs of two people that match. */
  readonly falseMatches: Tally
}

/** Measures the errors of a model at a distance. */
export function measureAt(comparison: Comparison, distance: number): OperatingPoint {
  return {
    distance,
    trueMatches: estimateGroupedShare(countMatches(comparison, distance)),
    falseMatches: countFalseMatches(comparison, distance),
  }
}

/**
 * Returns the distance at which the share of pairs of two people that match is the share of pairs of one person that do not
 * (equal error rate). Pictures without a face do not count.
 *
 * @returns null without pairs of both kinds
 */
export function findEqualErrorDistance({ impostors, genuine }: Comparison): number | null {
  const own = [...genuine.values()]
    .flat()
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b)
  if (own.length === 0) return null
  let matching = 0
  for (const [i, distance] of impostors.entries()) {
    while ((own[matching] ?? Infinity) <= distance) matching++
    if ((i + 1) / impostors.length >= 1 - matching / own.length) return distance
  }
  return null
}

/** Returns the thresholds that these pictures suggest; null for one whose rate needs more pairs of two people. */
export function recommendThresholds(comparison: Comparison): Readonly<Record<DistanceName, number | null>> {
  const { impostors } = comparison
  const find = (name: keyof typeof targetRates) => findThreshold(impostors, targetRates[name])
  return {
    strong: find('strong'),
    sure: find('sure'),
    maybe: find('maybe'),
    sameBib: find('sameBib'),
    smallFace: find('smallFace'),
    crowd: find('crowd'),
    evenOdds: findEqualErrorDistance(comparison),
  }
}
