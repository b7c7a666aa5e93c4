import { Failure } from './problem.ts'

/** Runs calls while there are not too many. */
export interface CallCapacity {
  /** @throws Failure as `run`, before the body of a call is read */
  check(): void
  /**
   * Runs a call and counts it until its answer.
   *
   * @throws Failure `Overloaded` with a time to wait while too many are in progress
   */
  run<Answer>(work: () => Promise<Answer>): Promise<Answer>
}

/**
 * Limit of a process: it answers 400 to 600 calls a second, so the last of them waits about 0.3 s for those before it.
 * Callers of more would wait longer and longer, until all of them give up.
 */
export const maxCalls = 128
/** Clients repeat reads by themselves up to 5 s later. A random pause spreads those that were refused together. */
const maxPauseInSeconds = 5

/** Creates the capacity of a process without calls. */
export function createCallCapacity(): CallCapacity {
  let count = 0
  const check = () => {
    if (count < maxCalls) return
    const retryAfterInSeconds = 1 + Math.floor(Math.random() * maxPauseInSeconds)
    throw new Failure('Overloaded', { retryAfterInSeconds })
  }
  return {
    check,
    async run(work) {
      check()
      count += 1
      try {
        return await work()
      } finally {
        count -= 1
      }
    },
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Calls in progress except uploads, whose features limit them. */
    readonly callCapacity: CallCapacity
  }
}
