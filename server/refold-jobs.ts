import { refoldCompetitors } from './features/competitors/index.ts'
import { refoldEvents } from './features/events/index.ts'
import { refoldSurnameKeys } from './features/photos/index.ts'
import type { Context } from './platform/context.ts'
import { foldVersion } from './platform/fold-text.ts'
import { enqueue, type JobHandler } from './platform/jobs/jobs.ts'

const refoldJobKind = 'search.refold'

/**
 * Schedules that a tenant's folded texts of an earlier release are recomputed, so that their events and runners are found. Call
 * at the start. A no-op when it was done within a month.
 */
export async function scheduleRefold(context: Context): Promise<void> {
  await enqueue(context, { kind: refoldJobKind, key: String(foldVersion), payload: {} })
}

/** Creates the job that recomputes folded texts. It writes only those that differ. */
export function createRefoldJobs(): Readonly<Record<string, JobHandler>> {
  return {
    [refoldJobKind]: async (context) => {
      const events = await refoldEvents(context)
      const competitors = await refoldCompetitors(context)
      const answers = await refoldSurnameKeys(context)
      if (events + competitors + answers > 0)
        context.log.info({ events, competitors, answers }, 'texts of searches recomputed')
    },
  }
}
