import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../../server/platform/root.ts'
import { world } from './world.ts'

/** Runs a command line next to the journeys' server; returns the last line of its output. */
export async function command(...words: string[]): Promise<string> {
  const program = join(projectRoot, 'dist', 'server', 'server', 'cli', 'main.js')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, ...words],
    { env: { ...process.env, DATA_DIR: world.dataDir, DATABASE_URL: '' }, cwd: projectRoot },
  )
  return stdout.trim().split('\n').at(-1) ?? ''
}

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
