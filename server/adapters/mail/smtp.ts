import { createTransport } from 'nodemailer'
import type { Mailer } from '../../features/mailing/ports.ts'
import { toMimeMessage } from './message.ts'

/** Shortens the defaults of nodemailer: two minutes for a connection, and ten without data. */
const defaultTimeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
}

/** Sends mails through a relay, `smtp://user:password@host:port` (`smtps:` for TLS from the first byte). */
export function createSmtpMailer(smtpUrl: string, from: string, timeouts = defaultTimeouts): Mailer {
  const transport = createTransport({ url: smtpUrl, ...timeouts })
  return {
    async send(mail) {
      await transport.sendMail(toMimeMessage(mail, from))
    },
  }
}
