import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Download, listOrderItems } from '../../../contract/orders.ts'
import { fetchAnswer } from '../server/api-calls.ts'
import type { SearchServer } from '../server/search-server.ts'

/** Returns the files of an order. */
export async function listOrderFiles(
  { app }: Pick<SearchServer, 'app'>,
  orderId: string,
): Promise<Download[]> {
  const { items } = await fetchAnswer(app, listOrderItems, { params: { orderId } })
  return items.flatMap(({ downloads = [] }) => downloads)
}

/** A sent e-mail. */
export interface SentEmail {
  /** With headers, encoded. */
  raw: string
  to: string
  subject: string
  /** With headers, lines unfolded and the plain text decoded. */
  text: string
}

/** Returns the e-mails about an order, a gift or a request, by their file names. */
export async function readSentEmails(
  { services }: { services: { config: { dataDir: string } } },
  id: string,
): Promise<SentEmail[]> {
  const folder = join(services.config.dataDir, 'outbox')
  const names = (await readdir(folder)).filter((name) => name.includes(id) && name.endsWith('.eml'))
  const emails = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')))
  return emails.map((raw) => ({
    raw,
    to: /^To: (.*)\r$/m.exec(raw)?.[1] ?? '',
    subject: decodeHeader(/^Subject: (.*(?:\r\n .*)*)/m.exec(raw)?.[1] ?? ''),
    text: decodePlainText(raw).replaceAll('=\r\n', ''),
  }))
}

/** Decodes the plain-text part: base64 when most of its letters are not Latin, else quoted-printable. */
const decodePlainText = (raw: string) =>
  raw
    .replace(
      /(Content-Type: text\/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n)([\w+/=\r\n]+)/,
      (_whole, head: string, body: string) => head + Buffer.from(body, 'base64').toString(),
    )
    .replace(
      /(Content-Type: text\/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n)([^]+?\r\n)(?=--)/,
      (_whole, head: string, body: string) => head + decodeQuotedPrintable(body),
    )

const decodeQuotedPrintable = (body: string) =>
  Buffer.from(
    body
      .replaceAll('=\r\n', '')
      .replaceAll(/=([\dA-F]{2})/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString()

/** Decodes RFC 2047 headers. */
const decodeHeader = (header: string) =>
  header
    .replaceAll(/\r\n /g, '')
    .replaceAll(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_whole, encoding: string, words: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(words, 'base64').toString()
        : decodeURIComponent(words.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')),
    )
