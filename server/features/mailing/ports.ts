/** Names the header with the name of the sending tenant. */
export const tenantMailHeader = 'X-Photofinish-Tenant'

/** A mail to one recipient. */
export interface Mail {
  /** Idempotency key: it becomes the Message-ID. */
  readonly id: string
  /** Sending tenant: name of its rows, and title for readers. */
  readonly tenant: { readonly name: string; readonly title: string }
  readonly to: string
  /** Reply address; defaults to the sender. */
  readonly replyTo?: string
  /** Unsubscribe page of letters of this kind, for the List-Unsubscribe header (RFC 2369). */
  readonly unsubscribeUrl?: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** JPEGs that `html` refers to by `cid:` and their id. */
  readonly images?: readonly MailImage[]
}

export interface MailImage {
  readonly cid: string
  readonly bytes: Uint8Array
}

/** Makes the pictures of bought photos for letters. */
export interface Thumbnailer {
  /**
   * Returns a JPEG of 280 × 210 pixels without metadata.
   *
   * @param original bytes of the bought file
   * @throws ImageRejected (of the photos feature) when it cannot be read
   */
  make(original: Uint8Array): Promise<Uint8Array>
}

/** Thrown when the relay permanently refuses the recipient's address: sending again is useless until it is corrected. */
export class RecipientRefused extends Error {
  override readonly name = 'RecipientRefused'
  /** SMTP reply code, 500 to 599. */
  readonly replyCode: number

  constructor(replyCode: number, options?: ErrorOptions) {
    super(`The relay refused the recipient with code ${replyCode}`, options)
    this.replyCode = replyCode
  }
}

/** Sends mails: through a relay, or into a folder for inspection. */
export interface Mailer {
  /**
   * @throws RecipientRefused
   * @throws Error when the relay did not accept it for another reason; sending again is safe
   */
  send(mail: Mail): Promise<void>
}
