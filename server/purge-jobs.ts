import { listTenantsOfCarts, purgeCarts } from './features/cart/index.ts'
import { deletePersonData } from './features/photos/index.ts'
import { listTenantsOfAlerts, purgeAlerts } from './features/push/index.ts'
import { listTenantsOfSelfies, purgeSelfies } from './features/recognition/index.ts'
import { listTenantsOfShares, purgeShares } from './features/shares/index.ts'
import type { Context } from './platform/context.ts'
import { enqueueDaily } from './platform/jobs/daily.ts'
import type { JobHandler } from './platform/jobs/jobs.ts'
import type { Services } from './platform/services.ts'

const purgeJobKind = 'tenants.purge-expired'

/** Personal data with an end: the tenants that have rows of it, and the deletion of what has expired of one tenant. */
interface ExpiringData {
  readonly listTenants: (context: Context) => Promise<string[]>
  readonly purge: (context: Context) => Promise<void>
}

const expiringData: readonly ExpiringData[] = [
  { listTenants: listTenantsOfSelfies, purge: (context) => purgeSelfies(context, deletePersonData) },
  { listTenants: listTenantsOfCarts, purge: purgeCarts },
  { listTenants: listTenantsOfAlerts, purge: purgeAlerts },
  { listTenants: listTenantsOfShares, purge: purgeShares },
]

/**
 * Schedules the deletion of expired data for the next day, also of tenants that were removed, whose own jobs no longer run. Call
 * at the start for each tenant, since any of them may be removed; each run schedules the next one. A no-op when another process
 * has scheduled it.
 */
export async function schedulePurgeOfTenants(context: Context): Promise<void> {
  await enqueueDaily(context, purgeJobKind)
}

/** Creates the job that deletes the expired data of its tenant and of removed ones. */
export function createPurgeJobs({
  tenants,
}: {
  tenants: Pick<Services['tenants'], 'byName'>
}): Readonly<Record<string, JobHandler>> {
  return {
    [purgeJobKind]: async (context) => {
      // first, so that a run that is given up does not end the series
      await schedulePurgeOfTenants(context)
      const isPurged = (name: string) => name === context.tenant.name || !tenants.byName(name)
      // The settings of a removed tenant are unknown. A purge uses its name alone.
      for (const { listTenants, purge } of expiringData)
        for (const name of (await listTenants(context)).filter(isPurged))
          await purge({ ...context, tenant: { ...context.tenant, name } })
    },
  }
}
