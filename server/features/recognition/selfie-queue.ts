import { Failure } from '../../platform/http/problem.ts'

/** Configures the capacity of a queue. */
export interface SelfieQueueOptions {
  /** Concurrency; the number of workers. */
  readonly concurrency: number
  readonly places?: number
  /** Total size of all pictures that wait in memory. */
  readonly sizeInBytes?: number
}

/** Caller and memory size of a selfie in the queue. */
export interface Claim {
  /** Key of the caller for limits, see `toClientKey`. */
  readonly client: string
  /** Memory used by the picture while it waits; 0 when it is read in its turn. */
  readonly sizeInBytes: number
}

/** A bounded queue in front of the face networks, fair between callers. */
export interface SelfieQueue {
  /**
   * Runs the work when its turn has come.
   *
   * @throws Failure `Overloaded` with a time to wait, immediately or when a caller with fewer selfies takes the place
   */
  run<T>(claim: Claim, work: () => Promise<T>): Promise<T>
}

const defaults = { places: 64, sizeInBytes: 128 * 1024 * 1024 }
/** Maximum share of places and memory of one caller; a finish area behind one address needs that much. */
const maxClientShare = 0.5
const repeatWindowInMs = 60_000
const retryAfterInSeconds = 5

interface QueueEntry extends Claim {
  /** Selfies that the caller sent within the last minute before this one. */
  readonly rank: number
  readonly start: () => void
  readonly reject: (error: Failure) => void
}

/**
 * Creates a queue ordered by the number of selfies that a caller has sent within a minute: first selfies precede repeats. When
 * it is full, the last entry is evicted for a caller with fewer.
 */
export function createSelfieQueue({
  concurrency,
  places = defaults.places,
  sizeInBytes = defaults.sizeInBytes,
}: SelfieQueueOptions): SelfieQueue {
  /** By rank, then in order of arrival. */
  const queuedEntries: QueueEntry[] = []
  const recentTimesByClient = new Map<string, number[]>()
  let runningCount = 0

  const createOverloadFailure = () => new Failure('Overloaded', { retryAfterInSeconds })

  /** Counts the selfie; returns how many the caller sent within the minute before it. */
  function countRecentSelfies(client: string): number {
    const now = performance.now()
    const since = now - repeatWindowInMs
    const times = (recentTimesByClient.get(client) ?? []).filter((time) => time > since)
    recentTimesByClient.delete(client)
    recentTimesByClient.set(client, [...times, now])
    // The map is ordered by the callers' last selfies.
    for (const [other, [...otherTimes]] of recentTimesByClient) {
      if ((otherTimes.at(-1) ?? 0) > since) break
      recentTimesByClient.delete(other)
    }
    return times.length
  }

  const fitsCapacity = (competing: readonly Claim[], newClaim: Claim, share: number) =>
    competing.length + 1 <= Math.max(1, places * share) &&
    competing.reduce((sum, each) => sum + each.sizeInBytes, newClaim.sizeInBytes) <= sizeInBytes * share

  /**
   * Evicts entries with a higher rank until the claim fits.
   *
   * @throws Failure `Overloaded` when there is no place and no entry of a higher rank
   */
  function evictUntilFits(claim: Claim, rank: number): void {
    const callerEntries = queuedEntries.filter(({ client }) => client === claim.client)
    if (!fitsCapacity(callerEntries, claim, maxClientShare)) throw createOverloadFailure()
    while (!fitsCapacity(queuedEntries, claim, 1)) {
      const last = queuedEntries.at(-1)
      if (!last || last.rank <= rank) throw createOverloadFailure()
      queuedEntries.pop()
      last.reject(createOverloadFailure())
    }
  }

  function waitForTurn(claim: Claim): Promise<void> {
    const rank = countRecentSelfies(claim.client)
    if (runningCount < concurrency) {
      runningCount++
      return Promise.resolve()
    }
    evictUntilFits(claim, rank)
    return new Promise((resolve, reject) => {
      const insertIndex = queuedEntries.findIndex((other) => other.rank > rank)
      const entry = { ...claim, rank, start: resolve, reject }
      queuedEntries.splice(insertIndex === -1 ? queuedEntries.length : insertIndex, 0, entry)
    })
  }

  return {
    async run(claim, work) {
      await waitForTurn(claim)
      try {
        return await work()
      } finally {
        const next = queuedEntries.shift()
        if (next) next.start()
        else runningCount--
      }
    },
  }
}
