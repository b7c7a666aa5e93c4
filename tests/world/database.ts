import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { type Database, fromPglite, openDatabase } from '../../server/platform/db/connect.ts'
import { sha256 } from '../../server/platform/ids.ts'
import { createLogger } from '../../server/platform/log.ts'
import { projectRoot } from '../../server/platform/root.ts'

/** The default of 128 MB takes longer to initialize than all the rest of an open. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

/**
 * Opens a migrated database for one caller: a new embedded one, or a new one on the PostgreSQL of TEST_DATABASE_URL, where
 * transactions are really concurrent. Embedded ones are copies of a template folder, because creating and migrating one takes
 * ten times as long. The template's name contains a hash of the migrations, so it is never stale.
 */
export async function openTestDatabase(): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL
  if (server) return openOnServer(server)
  const dataDir = mkdtempSync(join(tmpdir(), 'photofinish-database-'))
  const folder = await copyTestDatabase(dataDir)
  const database = await fromPglite(await PGlite.create({ dataDir: folder, startParams }))
  return {
    ...database,
    close: async () => {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Copies a migrated, empty database into the data folder of an installation.
 *
 * @returns the folder of the database
 */
export async function copyTestDatabase(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'database')
  execFileSync('cp', ['-R', await templateFolder(), folder])
  return folder
}

/** Returns the folder of a migrated database that is closed. Creates it if it does not exist. */
async function templateFolder(): Promise<string> {
  const template = join(tmpdir(), `photofinish-template-${hashOfMigrations()}`)
  if (existsSync(template)) return template
  const mine = `${template}.${randomBytes(6).toString('hex')}`
  const database = await fromPglite(await PGlite.create({ dataDir: mine, startParams }))
  await database.close()
  try {
    renameSync(mine, template)
  } catch (error) {
    // another process was faster
    rmSync(mine, { recursive: true, force: true })
    if (!existsSync(template)) throw error
  }
  return template
}

async function openOnServer(server: string): Promise<Database> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(server, `create database ${name}`)
  const databaseUrl = new URL(server)
  databaseUrl.pathname = `/${name}`
  const database = await openDatabase({
    databaseUrl: databaseUrl.href,
    dataDir: '',
    allowUnsafeDatabase: true,
    log: createLogger('silent'),
  })
  return {
    ...database,
    close: async () => {
      await database.close()
      await administer(server, `drop database ${name}`)
    },
  }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function hashOfMigrations(): string {
  const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
  const migrations = 'server/platform/db/migrations'
  const content = [
    read(`${migrations}/meta/_journal.json`),
    ...readdirSync(join(projectRoot, migrations))
      .filter((name) => name.endsWith('.sql'))
      .toSorted()
      .map((name) => read(join(migrations, name))),
    read('node_modules/@electric-sql/pglite/package.json'),
  ].join('\n')
  return sha256(content).slice(0, 16)
}
