import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Download, listOrderItems } from '../../contract/orders.ts'
import { answer } from './ask.ts'
import type { FindingWorld } from './finding.ts'

/** The files that an order hands out. */
export async function filesOf({ app }: Pick<FindingWorld, 'app'>, orderId: string): Promise<Download[]> {
  const { items } = await answer(app, listOrderItems, { params: { orderId } })
  return items.flatMap(({ downloads = [] }) => downloads)
}

/** A letter as it went out. */
export interface Letter {
  /** With its head, encoded. */
  raw: string
  to: string
  subject: string
  /** With its head, lines whole. */
  text: string
}

/** The letters that went out about something: an order, a gift, a request. By the names of their files. */
export async function lettersAbout({ ground }: Pick<FindingWorld, 'ground'>, id: string): Promise<Letter[]> {
  const folder = join(ground.config.dataDir, 'outbox')
  const names = (await readdir(folder)).filter((name) => name.includes(id))
  const letters = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')))
  return letters.map((raw) => ({
    raw,
    to: /^To: (.*)\r$/m.exec(raw)?.[1] ?? '',
    subject: decoded(/^Subject: (.*(?:\r\n .*)*)/m.exec(raw)?.[1] ?? ''),
    text: raw.replaceAll('=\r\n', ''),
  }))
}

/** RFC 2047, as mail programs read it. */
const decoded = (header: string) =>
  header
    .replaceAll(/\r\n /g, '')
    .replaceAll(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_whole, way: string, words: string) =>
      way.toUpperCase() === 'B'
        ? Buffer.from(words, 'base64').toString()
        : decodeURIComponent(words.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')),
    )
