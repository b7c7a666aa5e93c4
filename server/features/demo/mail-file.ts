import { tenantMailHeader } from '../mailing/index.ts'

/** Describes a mail as the outbox page shows it. */
export interface MailView {
  /** Name of the tenant that sent it. */
  readonly tenant: string
  readonly subject: string
  readonly to: string
  readonly sentOn: Date | undefined
  /** `html` when the mail has such a part. */
  readonly body: { readonly kind: 'html' | 'text'; readonly content: string }
}

interface Part {
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Parses a mail file (RFC 5322, RFC 2045): headers, and the part to show. Supports only what our own mails use. */
export function readMailFile(bytes: Uint8Array): MailView {
  const mail = parsePart(Buffer.from(bytes).toString('latin1'))
  const parts = listLeaves(mail)
  const html = parts.find((part) => readContentType(part).startsWith('text/html'))
  const text = parts.find((part) => readContentType(part).startsWith('text/plain'))
  const shownPart = html ?? text
  return {
    ...toMailHead(mail),
    body: {
      kind: html ? 'html' : 'text',
      content: shownPart ? inlinePictures(decodeContent(shownPart), parts) : '',
    },
  }
}

/** Replaces `cid:` addresses with the pictures that the mail carries. */
function inlinePictures(html: string, parts: readonly Part[]): string {
  const pictures = parts.filter((part) => readContentType(part).startsWith('image/jpeg'))
  return pictures.reduce((text, { headers, body }) => {
    const cid = (headers.get('content-id') ?? '').replaceAll(/[<>]/g, '')
    return cid === ''
      ? text
      : text.replaceAll(`"cid:${cid}"`, `"data:image/jpeg;base64,${body.replaceAll(/\s/g, '')}"`)
  }, html)
}

/** Parses only what the list of mails shows; `head` may end before the body. */
export function readMailHead(bytes: Uint8Array): Omit<MailView, 'body'> {
  return toMailHead(parsePart(Buffer.from(bytes).toString('latin1')))
}

function toMailHead(mail: Part): Omit<MailView, 'body'> {
  const sentOn = new Date(mail.headers.get('date') ?? '')
  return {
    tenant: mail.headers.get(tenantMailHeader.toLowerCase()) ?? '',
    subject: decodeEncodedWords(mail.headers.get('subject') ?? ''),
    to: decodeEncodedWords(mail.headers.get('to') ?? ''),
    sentOn: Number.isNaN(sentOn.getTime()) ? undefined : sentOn,
  }
}

function parsePart(raw: string): Part {
  const text = raw.replaceAll('\r\n', '\n')
  const end = text.search(/\n\n|$(?![\s\S])/)
  const head = text.slice(0, end).replace(/\n[ \t]+/g, ' ')
  const headers = new Map<string, string>()
  for (const line of head.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return { headers, body: text.slice(end + 2) }
}

/** Returns the parts that hold content, at any depth of multipart containers. */
function listLeaves(part: Part): Part[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(part.headers.get('content-type') ?? '')?.[1]
  if (!readContentType(part).startsWith('multipart/') || boundary === undefined) return [part]
  return part.body
    .split(`--${boundary}`)
    .slice(1)
    .filter((piece) => !piece.startsWith('--'))
    .flatMap((piece) => listLeaves(parsePart(piece.replace(/^\n/, ''))))
}

const readContentType = (part: Part) => (part.headers.get('content-type') ?? 'text/plain').toLowerCase()

function decodeContent({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body.replace(/=\n/g, ''))
  return Buffer.from(body, 'latin1').toString()
}

const decodeQuotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_whole, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    ),
    'latin1',
  ).toString()

/** Decodes RFC 2047 words: `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`. */
function decodeEncodedWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_whole, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : decodeQuotedPrintable(word.replaceAll('_', ' ')),
    )
}
