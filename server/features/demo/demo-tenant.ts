import type { Tenant } from '../../platform/context.ts'
import type { Tenants } from '../../platform/services.ts'

/** Returns the tenants that show the demo; those that show all of it come first. */
export function listDemoTenants(tenants: Tenants): Tenant[] {
  return tenants.all
    .filter(({ demo }) => demo.length > 0)
    .sort((one, other) => Number(other.demo === 'all') - Number(one.demo === 'all'))
}

/** Returns the demo events that a tenant shows, in their order, with the number of photos. */
export function selectEventsToSeed<EventLike extends { externalId: string }>(
  { demo }: Tenant,
  events: readonly EventLike[],
): { event: EventLike; photos: number | undefined }[] {
  if (demo === 'all') return events.map((event) => ({ event, photos: undefined }))
  return events.flatMap((event) => {
    const input = demo.find((each) => each.event === event.externalId)
    return input ? [{ event, photos: input.photos }] : []
  })
}
