import type { JobHandler } from './platform/jobs/jobs.ts'
import type { Feature } from './platform/services.ts'

/**
 * Returns the job handlers of all features by kind.
 *
 * @throws Error when two features handle the same kind: one of them would never be called
 */
export function collectHandlers(features: readonly Feature[]): ReadonlyMap<string, JobHandler> {
  const handlers = new Map<string, JobHandler>()
  for (const [kind, handler] of features.flatMap((feature) => Object.entries(feature.jobs ?? {}))) {
    if (handlers.has(kind)) throw new Error(`Jobs of the kind ${kind} have two handlers: rename one`)
    handlers.set(kind, handler)
  }
  return handlers
}
