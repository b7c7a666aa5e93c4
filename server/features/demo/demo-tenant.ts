import type { Tenants } from '../../platform/app-parts.ts'
import type { Tenant } from '../../platform/context.ts'

/** The tenant that holds the demo: whoever answers for all hosts. */
export function demoTenantOf(tenants: Tenants): Tenant | undefined {
  return tenants.all.find(({ hosts }) => hosts.includes('*')) ?? tenants.all[0]
}
