import type { SendMailOptions } from 'nodemailer'
import { type Mail, tenantMailHeader } from '../../features/mailing/ports.ts'

/**
 * Returns a mail for the relay: with the tenant's name and the installation's address, which the relay accepts.
 *
 * @param from `Name <address>`, or only an address
 */
export function toMimeMessage(
  { id, tenant, images = [], unsubscribeUrl, ...content }: Mail,
  from: string,
): SendMailOptions {
  const address = /<([^>]+)>/.exec(from)?.[1] ?? from
  return {
    ...content,
    from: { name: tenant.title, address },
    messageId: `<${id}@photofinish>`,
    headers: { [tenantMailHeader]: tenant.name },
    ...(unsubscribeUrl !== undefined && { list: { unsubscribe: unsubscribeUrl } }),
    ...(images.length > 0 && {
      attachments: images.map(({ cid, bytes }) => ({
        cid,
        filename: `${cid}.jpg`,
        content: Buffer.from(bytes),
        contentType: 'image/jpeg',
        contentDisposition: 'inline' as const,
      })),
    }),
  }
}
