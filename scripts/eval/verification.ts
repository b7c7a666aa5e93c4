import { distanceBetween } from '../../server/features/recognition/embedding.ts'
import type { Tally } from './statistics.ts'

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
