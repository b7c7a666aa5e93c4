import { createTransport } from 'nodemailer'
import type { Mailer } from '../../features/mailing/ports.ts'
import { messageOf } from './message.ts'

/** Sends mails through a relay, `smtp://user:password@host:port` (`smtps:` for TLS from the first byte). */
export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport(smtpUrl)
  return {
    async send(mail) {
      await transport.sendMail(messageOf(mail, from))
    },
  }
}
