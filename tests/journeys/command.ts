import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readSentEmails, type SentEmail } from '../support/data/delivered-files.ts'
import { runCommandOnServer } from '../support/processes/server-command.ts'
import { testServer } from './test-server.ts'

const { dataDir } = testServer

/** Runs a command line in the journeys' server; returns the last line of its output. */
export const runCommand = (...words: string[]): Promise<string> => runCommandOnServer(dataDir, ...words)

/** Reads the e-mails about an order, in no order. */
async function readEmails(orderId: string): Promise<SentEmail[]> {
  // the folder is created with the first e-mail, after the page has announced it
  const files = await readdir(join(dataDir, 'outbox')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return files.length === 0 ? [] : readSentEmails({ services: { config: { dataDir } } }, orderId)
}

/** Returns the recipients of e-mails about an order, in no order. */
export const listRecipients = async (orderId: string): Promise<string[]> =>
  (await readEmails(orderId)).map(({ to }) => to).toSorted()

/** Returns the link to an order in an e-mail about it. The e-mail must have been sent. */
export async function readOrderLinkInEmail(orderId: string): Promise<URL> {
  const [email] = await readEmails(orderId)
  return new URL(/http\S+\/order\/\S+/.exec(email?.text ?? '')?.[0] ?? '')
}
