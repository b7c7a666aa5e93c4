import { createTransport } from 'nodemailer'
import type SMTPConnection from 'nodemailer/lib/smtp-connection/index.js'
import { type Mailer, RecipientRefused } from '../../features/mailing/ports.ts'
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
      try {
        await transport.sendMail(toMimeMessage(mail, from))
      } catch (error) {
        const replyCode = findRefusal(error)
        throw replyCode === undefined ? error : new RecipientRefused(replyCode, { cause: error })
      }
    },
  }
}

/** A fault of the settings, not of the recipient: the relay wants credentials first. */
const authenticationRequired = 530
/** Used for an address that nodemailer refuses to send to the relay. */
const mailboxNotAllowed = 553

/** Returns the code of a permanent reply to `RCPT TO`; undefined for all other errors, which may pass. */
function findRefusal(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  const { command, responseCode }: SMTPConnection.SMTPError = error
  if (command === 'API' && /^(Invalid recipient|No recipients)/.test(error.message)) return mailboxNotAllowed
  if (command !== 'RCPT TO' || responseCode === undefined || responseCode === authenticationRequired)
    return undefined
  return responseCode >= 500 && responseCode < 600 ? responseCode : undefined
}
