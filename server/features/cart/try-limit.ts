/** Counts tries of somebody within a window of time that begins with the first. */
export interface TryLimit {
  /** @returns false when there were too many, and for how long that stays so */
  count(who: string, now: Date): { allowed: true } | { allowed: false; retryAfterInSeconds: number }
}

/** At most `max` tries in `windowInMs`; what nobody tries any more is forgotten. */
export function createTryLimit(max: number, windowInMs: number): TryLimit {
  const tries = new Map<string, { count: number; until: number }>()
  return {
    count(who, now) {
      const moment = now.getTime()
      for (const [other, { until }] of tries) {
        if (until > moment) break
        tries.delete(other)
      }
      const known = tries.get(who)
      if (!known || known.until <= moment) {
        tries.delete(who)
        tries.set(who, { count: 1, until: moment + windowInMs })
        return { allowed: true }
      }
      known.count++
      if (known.count <= max) return { allowed: true }
      return { allowed: false, retryAfterInSeconds: Math.ceil((known.until - moment) / 1000) }
    },
  }
}
