import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { type MailView, readMailFile, readMailHead } from './mail-file.ts'

/** Exceeds the size of the headers of our mails. */
const headSizeInBytes = 8 * 1024
const maxMails = 50

/** Returns the folder that mails are written to when there is no mail server. */
export function getOutboxFolder(config: Config): string {
  return join(config.dataDir, 'outbox')
}

/** Returns the newest mails of a tenant in the outbox, newest first; empty when there is no folder yet. */
export async function listMails(
  config: Config,
  tenant: string,
): Promise<{ name: string; subject: string; to: string; sentOn: Date }[]> {
  const folder = getOutboxFolder(config)
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(
    names
      .filter((name) => mailNamePattern.test(name))
      .map(async (name) => ({ name, writtenOn: (await stat(join(folder, name))).mtime })),
  )
  const newest = files
    .toSorted((one, other) => other.writtenOn.getTime() - one.writtenOn.getTime())
    .slice(0, maxMails)
  const mails = await Promise.all(
    newest.map(async ({ name, writtenOn }) => {
      const { tenant: sender, subject, to, sentOn } = readMailHead(await readHead(join(folder, name)))
      return sender === tenant ? [{ name, subject, to, sentOn: sentOn ?? writtenOn }] : []
    }),
  )
  return mails.flat()
}

/** Returns one mail of a tenant in the outbox; undefined for an unknown name. */
export async function findMail(config: Config, tenant: string, name: string): Promise<MailView | undefined> {
  if (!mailNamePattern.test(name)) return undefined
  const bytes = await readFile(join(getOutboxFolder(config), name)).catch(() => undefined)
  const mail = bytes && readMailFile(bytes)
  return mail?.tenant === tenant ? mail : undefined
}

/** No separators: a name cannot leave the folder. */
const mailNamePattern = /^[\w@+=.-]+\.eml$/

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headSizeInBytes), 0, headSizeInBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
