import type { Context } from '../../platform/context.ts'
import type { Mail } from './ports.ts'

/** In whose name a tenant's mails go out. */
export const senderOf = ({ tenant }: Context): Mail['tenant'] => ({
  name: tenant.name,
  title: tenant.settings.tenantName,
})
