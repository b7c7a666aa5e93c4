import type { SendMailOptions } from 'nodemailer'
import { type Mail, tenantOfMailHeader } from '../../features/mailing/ports.ts'

/**
 * A mail as the relay gets it: in the tenant's name, from the installation's address, which the relay lets us use.
 *
 * @param from `Name <address>`, or an address alone
 */
export function messageOf({ id, tenant, ...content }: Mail, from: string): SendMailOptions {
  const address = /<([^>]+)>/.exec(from)?.[1] ?? from
  return {
    ...content,
    from: { name: tenant.title, address },
    messageId: `<${id}@photofinish>`,
    headers: { [tenantOfMailHeader]: tenant.name },
  }
}
