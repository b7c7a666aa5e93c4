import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { type Database, fromPglite, openDatabase } from '../../server/platform/db/connect.ts'
import { sha256 } from '../../server/platform/ids.ts'
import { createLogger } from '../../server/platform/log.ts'
import { projectRoot } from '../../server/platform/root.ts'

/**
 * Opens a migrated database for one caller: in memory, or a new one on the PostgreSQL of TEST_DATABASE_URL, where
 * transactions are really concurrent. The first in-memory one is cached as a file, because loading it takes a fifth
 * of the time. The cache key is the migrations' hash, so it is never stale.
 */
export async function openTestDatabase(): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL
  if (server) return openOnServer(server)
  const template = templateFile()
  if (existsSync(template)) {
    return fromPglite(await PGlite.create({ loadDataDir: new Blob([readFileSync(template)]) }))
  }
  const pglite = await PGlite.create()
  const database = await fromPglite(pglite)
  const dump = await pglite.dumpDataDir('none')
  const mine = `${template}.${randomBytes(6).toString('hex')}`
  writeFileSync(mine, Buffer.from(await dump.arrayBuffer()))
  renameSync(mine, template)
  return database
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

function templateFile(): string {
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
  return join(tmpdir(), `photofinish-test-database-${sha256(content).slice(0, 16)}.tar`)
}
