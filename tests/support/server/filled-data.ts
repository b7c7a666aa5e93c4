import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../../../server/cli/run.ts'
import { compose } from '../../../server/compose.ts'
import { createLogger } from '../../../server/platform/log.ts'
import { projectRoot } from '../../../server/platform/root.ts'
import { readConfig } from '../../../server/read-config.ts'
import { copyTestDatabase } from './database.ts'
import { fillServer } from './fill.ts'

/**
 * Copies the data folder of a server with the events and photos of `fillServer` to `dataDir`. The first call on a machine
 * creates the data and keeps it for later ones, because recognizing the photos takes half a minute. Its name contains a
 * hash of what it is made from, so it is never stale.
 *
 * @param dataDir must not exist
 * @returns the event of the half marathon
 */
export async function copyFilledData(dataDir: string): Promise<string> {
  const template = join(tmpdir(), `photofinish-filled-${hashSources()}`)
  if (!existsSync(template)) await createTemplate(template)
  await cp(join(template, 'data'), dataDir, { recursive: true })
  return readFileSync(join(template, 'event-id'), 'utf8')
}

async function createTemplate(template: string): Promise<void> {
  const folder = await mkdtemp(`${template}-`)
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  await copyTestDatabase(dataDir)
  const config = readConfig({ DATA_DIR: dataDir, DEMO: '0', SANDBOX_BANK: '1' })
  const composition = await compose(config, createLogger('error'))
  const report = { note: () => {}, progress: () => {} }
  const runLine = async (words: readonly string[]) => {
    const { lines } = await runCommand(composition, words, projectRoot, report, new AbortController().signal)
    return lines.at(-1) ?? ''
  }
  try {
    writeFileSync(join(folder, 'event-id'), await fillServer(runLine, folder))
  } finally {
    await composition.close()
  }
  try {
    renameSync(folder, template)
  } catch (error) {
    // another process was faster
    await rm(folder, { recursive: true, force: true })
    if (!existsSync(template)) throw error
  }
}

/** Returns a hash of all code and files that may affect the stored data. */
function hashSources(): string {
  const hash = createHash('sha256')
  for (const source of ['contract', 'server', 'demo', 'tenants', 'tests/support'])
    for (const entry of readdirSync(join(projectRoot, source), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) hash.update(readFileSync(join(entry.parentPath, entry.name)))
  return hash.digest('hex').slice(0, 16)
}
