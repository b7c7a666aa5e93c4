import { Failure } from '../../platform/http/problem.ts'

/** Configures the capacity of a queue. */
export interface SelfieQueueOptions {
  /** Concurrency; the number of workers. */
  readonly concurrency: number
  readonly places?: number
}

/** A bounded queue in front of the face networks, fair between callers. */
export interface SelfieQueue {
  /**
   * Runs the work when its turn has come.
   *
   * @param client key of the caller for limits, see `toClientKey`
   * @throws Failure `Overloaded` with a time to wait, immediately or when a caller with fewer selfies takes the place
   */
  run<T>(client: string, work: () => Promise<T>): Promise<T>
}

const defaultPlaces = 64
/** Maximum share of places of one caller; a finish area behind one address needs that much. */
const maxClientShare = 0.5
const repeatWindowInMs = 60_000
const retryAfterInSeconds = 5

interface QueueEntry {
  readonly client: string
  /** Selfies that the caller sent within the last minute before this one. */
  readonly rank: number
  readonly start: () => void
  readonly reject: (error: Failure) => void
}

/**
 * Creates a queue ordered by the number of selfies that a caller has sent within a minute: first selfies precede repeats. When
 * it is full, the last entry is evicted for a caller with fewer.
 */
export function createSelfieQueue({ concurrency, places = defaultPlaces }: SelfieQueueOptions): SelfieQueue {
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

  /**
   * Evicts the last entry when the queue is full.
   *
   * @throws Failure `Overloaded` when the caller has its share of the places, or the last entry no higher rank
   */
  function makePlace(client: string, rank: number): void {
    const callerEntries = queuedEntries.filter((entry) => entry.client === client)
    if (callerEntries.length + 1 > Math.max(1, places * maxClientShare)) throw createOverloadFailure()
    if (queuedEntries.length < places) return
    const last = queuedEntries.at(-1)
    if (!last || last.rank <= rank) throw createOverloadFailure()
    queuedEntries.pop()
    last.reject(createOverloadFailure())
  }

  function waitForTurn(client: string): Promise<void> {
    const rank = countRecentSelfies(client)
    if (runningCount < concurrency) {
      runningCount++
      return Promise.resolve()
    }
    makePlace(client, rank)
    return new Promise((resolve, reject) => {
      const insertIndex = queuedEntries.findIndex((other) => other.rank > rank)
      const entry = { client, rank, start: resolve, reject }
      queuedEntries.splice(insertIndex === -1 ? queuedEntries.length : insertIndex, 0, entry)
    })
  }

  return {
    async run(client, work) {
      await waitForTurn(client)
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
