/** Header that says in which tenant's name a mail was sent. */
export const tenantOfMailHeader = 'X-Photofinish-Tenant'

/** One mail to one person. */
export interface Mail {
  /** Two mails of one id are one mail: it becomes the Message-ID. */
  readonly id: string
  /** In whose name it is sent: name of the tenant's rows, and what readers know it by. */
  readonly tenant: { readonly name: string; readonly title: string }
  readonly to: string
  /** Where an answer goes; without it, to whoever sends. */
  readonly replyTo?: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The way out for mails: a relay, or a folder that a person can look into. */
export interface Mailer {
  /** @throws Error when the relay did not take it; sending again is safe */
  send(mail: Mail): Promise<void>
}
