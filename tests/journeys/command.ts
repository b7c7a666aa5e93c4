import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Letter, lettersAbout } from '../support/data/delivered-files.ts'
import { commandAtServer } from '../support/server/server-command.ts'
import { testServer } from './test-server.ts'

const { dataDir } = testServer

/** Runs a command line in the journeys' server; returns the last line of its output. */
export const command = (...words: string[]): Promise<string> => commandAtServer(dataDir, ...words)

/** Reads the e-mails about an order, in no order. */
async function readLetters(orderId: string): Promise<Letter[]> {
  // the folder is created with the first e-mail, after the page has announced it
  const files = await readdir(join(dataDir, 'outbox')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return files.length === 0 ? [] : lettersAbout({ services: { config: { dataDir } } }, orderId)
}

/** Returns the recipients of e-mails about an order, in no order. */
export const lettersTo = async (orderId: string): Promise<string[]> =>
  (await readLetters(orderId)).map(({ to }) => to).toSorted()

/** Returns the link to an order in an e-mail about it. The e-mail must have been sent. */
export async function linkInLetter(orderId: string): Promise<URL> {
  const [letter] = await readLetters(orderId)
  return new URL(/http\S+\/order\/\S+/.exec(letter?.text ?? '')?.[0] ?? '')
}
