import type { Tenants } from '../../platform/app-parts.ts'
import type { Tenant } from '../../platform/context.ts'

/** The tenants that show the demo, those that show the whole of it first. */
export function demoTenantsOf(tenants: Tenants): Tenant[] {
  return tenants.all
    .filter(({ demo }) => demo.length > 0)
    .sort((one, other) => Number(other.demo === 'all') - Number(one.demo === 'all'))
}

/** What a tenant shows of the events of the demo, in their order. */
export function wishedEvents<Known extends { externalId: string }>(
  { demo }: Tenant,
  events: readonly Known[],
): { event: Known; photos: number | undefined }[] {
  if (demo === 'all') return events.map((event) => ({ event, photos: undefined }))
  return events.flatMap((event) => {
    const wish = demo.find((each) => each.event === event.externalId)
    return wish ? [{ event, photos: wish.photos }] : []
  })
}
