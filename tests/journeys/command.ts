import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandAtServer } from '../world/server-command.ts'
import { world } from './world.ts'

/** Runs a command line in the journeys' server; returns the last line of its output. */
export const command = (...words: string[]): Promise<string> => commandAtServer(world.dataDir, ...words)

/** Returns the recipients of e-mails about an order, in no order. */
export async function lettersTo(orderId: string): Promise<string[]> {
  const folder = join(world.dataDir, 'outbox')
  // the first letter creates the folder, after the page has shown that it will be sent
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const names = files.filter((name) => name.includes(orderId) && name.endsWith('.eml'))
  const letters = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return letters.map((letter) => /^To: (.*)\r$/m.exec(letter)?.[1] ?? '').toSorted()
}
