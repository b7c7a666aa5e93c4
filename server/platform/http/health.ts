import type { FastifyInstance } from 'fastify'
import { Failure } from './problem.ts'

/** Limits the wait for an answer. Probes of load balancers usually wait 5 s or longer. */
const pingTimeoutInMs = 4_000

/**
 * Serves `/healthz`, which answers while the process runs, and `/readyz`, which answers 503 unless the database answers within
 * four seconds. Neither is logged.
 *
 * @param ping throws when the database does not answer
 */
export function serveHealth(app: FastifyInstance, ping: () => Promise<void>): void {
  const options = { schema: { hide: true }, logLevel: 'silent' } as const
  app.get('/healthz', options, async () => ({ live: true }))
  app.get('/readyz', options, async () => {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the database does not answer')), pingTimeoutInMs)
    })
    try {
      await Promise.race([ping(), timeout])
      return { ready: true }
    } catch (error) {
      throw new Failure('ServiceUnavailable', { cause: error })
    } finally {
      clearTimeout(timer)
    }
  })
}
