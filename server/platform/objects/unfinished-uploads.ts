import type { Context } from '../context.ts'
import { enqueueDaily } from '../jobs/daily.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import { findUnavailableCode } from '../unavailable.ts'
import { objectFolders } from './keys.ts'
import type { ObjectStore } from './port.ts'

const removalJobKind = 'objects.remove-unfinished'
const dayInMs = 24 * 60 * 60_000

/**
 * Schedules the removal of unfinished uploads of killed processes for the next day. Call at the start; each run schedules the
 * next one. A no-op when another process has scheduled it.
 */
export async function scheduleRemoval(context: Context): Promise<void> {
  await enqueueDaily(context, removalJobKind)
}

/** Creates the job that removes unfinished uploads that began more than a day ago. */
export function createUnfinishedJobs({
  objects,
}: {
  objects: Pick<ObjectStore, 'removeUnfinished'>
}): Readonly<Record<string, JobHandler>> {
  return {
    [removalJobKind]: async (context) => {
      const { log, now } = context
      // first, so that a run that is given up does not end the series
      await scheduleRemoval(context)
      try {
        const removedCount = await objects.removeUnfinished?.(
          objectFolders,
          new Date(now.getTime() - dayInMs),
        )
        if (removedCount) log.info({ removed: removedCount }, 'unfinished uploads removed')
      } catch (error) {
        if (findUnavailableCode(error)) throw error
        // a missing permission, or a store without this call: repeating does not help
        log.warn(
          { err: error },
          'unfinished uploads not removed: grant the permissions or add a lifecycle rule',
        )
      }
    },
  }
}
