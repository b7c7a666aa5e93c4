import { and, eq, gte, ne } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { enqueue } from './jobs.ts'
import { jobs } from './tables.ts'

const dayInMs = 24 * 60 * 60_000

/** Returns the next midnight, UTC. */
export function getNextMidnight({ now }: Pick<Context, 'now'>): Date {
  return new Date((Math.floor(now.getTime() / dayInMs) + 1) * dayInMs)
}

/**
 * Enqueues a job without payload at the next midnight, UTC. A no-op when it is enqueued. A series calls it in each of its runs.
 *
 * A run is due by the clock of the database, so the next midnight by the clock of this process may be that of a run which has
 * begun already. The job is then enqueued a day later: its key would be that of the run, and the series would end. Runs of later
 * days that a wrong clock began are passed over in the same way, but only those from the next midnight on without a gap.
 */
export async function enqueueDaily(context: Context, kind: string): Promise<void> {
  const nextMidnight = getNextMidnight(context)
  const begunRuns = await context.db
    .select({ key: jobs.uniqueKey })
    .from(jobs)
    .where(
      and(
        eq(jobs.tenant, context.tenant.name),
        eq(jobs.kind, kind),
        gte(jobs.uniqueKey, nextMidnight.toISOString()),
        ne(jobs.state, 'Waiting'),
      ),
    )
  const begunKeys = new Set(begunRuns.map(({ key }) => key))
  let runAt = nextMidnight
  while (begunKeys.has(runAt.toISOString())) runAt = getNextMidnight({ now: runAt })
  await enqueue(context, { kind, key: runAt.toISOString(), payload: {}, runAt })
}
