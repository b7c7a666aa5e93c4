import type { Language } from '../../../contract/common.ts'
import { getTenantNames } from '../../../contract/tenant-names.ts'
import type { Context } from '../../platform/context.ts'
import type { Mail } from './ports.ts'

/** Returns the sender of a tenant's mails, in the language of the reader. */
export const toSender = ({ tenant }: Context, language: Language): Mail['tenant'] => ({
  name: tenant.name,
  title: getTenantNames(tenant.settings, language).tenantName,
})
