import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { connectToEmbedded, type Database, openDatabase } from '../../../server/platform/db/connect.ts'
import { shareSession, startParams } from '../../../server/platform/db/shared-session.ts'
import { sha256 } from '../../../server/platform/ids.ts'
import { createLogger } from '../../../server/platform/log.ts'
import { projectRoot } from '../../../server/platform/root.ts'

/**
 * Opens a migrated, empty database for one caller: an embedded one, or a new one on the PostgreSQL of TEST_DATABASE_URL, where
 * transactions are really concurrent. Embedded ones are copies of a template folder, because creating and migrating one takes
 * ten times as long, and are emptied for the next caller when they are closed. The template's name contains a hash of the
 * migrations, so it is never stale.
 */
export async function openTestDatabase(): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL
  if (server) return openOnServer(server)
  const pglite = idleDatabases.pop() ?? (await openCopy())
  const database = await connectToEmbedded({ ...shareSession(pglite), close: async () => undefined })
  return {
    ...database,
    close: async () => {
      await database.close()
      if (await emptyDatabase(pglite)) idleDatabases.push(pglite)
      else await pglite.close()
    },
  }
}

/** Open databases of this process that are not in use. */
const idleDatabases: PGlite[] = []

const namePrefix = 'photofinish-database-'

async function openCopy(): Promise<PGlite> {
  deleteFoldersOfEndedProcesses()
  const folder = await copyTestDatabase(mkdtempSync(join(tmpdir(), `${namePrefix}${process.pid}-`)))
  const pglite = await PGlite.create({ dataDir: folder, startParams })
  schema ??= await readSchema(pglite)
  return pglite
}

/** Needed because test processes may be killed. */
function deleteFoldersOfEndedProcesses(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = new RegExp(`^${namePrefix}(\\d+)-`).exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Lists columns, triggers, constraints and functions, to detect a schema that a test has changed. */
const schemaQuery = `select string_agg(entry, ',' order by entry) as schema from (
  select format('%s.%s %s %s', relnamespace::regnamespace, relname, attname, atttypid) as entry
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind in ('r', 'v', 'i', 'S') and relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace)
  union all select tgname from pg_trigger where not tgisinternal
  union all select conname from pg_constraint
  union all select proname from pg_proc where pronamespace = 'public'::regnamespace) as entries`

async function readSchema(pglite: PGlite): Promise<string | undefined> {
  const { rows } = await pglite.query<{ schema: string }>(schemaQuery)
  return rows[0]?.schema
}

/** Schema of the migrations. */
let schema: string | undefined

/** Deletes all rows and ends an open transaction. @returns false when the database is not as the migrations made it */
async function emptyDatabase(pglite: PGlite): Promise<boolean> {
  await pglite.exec('rollback')
  await pglite.exec('discard all')
  if ((await readSchema(pglite)) !== schema) return false
  const tables = await pglite.query<{ name: string }>(
    "select format('%I', tablename) as name from pg_tables where schemaname = 'public'",
  )
  // truncating all of them would take twice as long
  const filledTables = await pglite.query<{ name: string }>(
    tables.rows
      .map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
      .join(' union all '),
  )
  if (filledTables.rows.length > 0)
    await pglite.exec(
      `truncate ${filledTables.rows.map(({ name }) => name).join(', ')} restart identity cascade`,
    )
  return true
}

/**
 * Copies a migrated, empty database into the data folder of an installation.
 *
 * @returns the folder of the database
 */
export async function copyTestDatabase(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'database')
  execFileSync('cp', ['-R', await prepareTemplateFolder(), folder])
  return folder
}

/** Returns the folder of a migrated database that is closed. Creates it if it does not exist. */
async function prepareTemplateFolder(): Promise<string> {
  const template = join(tmpdir(), `photofinish-template-${hashMigrations()}`)
  if (existsSync(template)) return template
  const temporaryFolder = `${template}.${randomBytes(6).toString('hex')}`
  const database = await connectToEmbedded(
    shareSession(await PGlite.create({ dataDir: temporaryFolder, startParams })),
  )
  await database.close()
  try {
    renameSync(temporaryFolder, template)
  } catch (error) {
    // another process was faster
    rmSync(temporaryFolder, { recursive: true, force: true })
    if (!existsSync(template)) throw error
  }
  return template
}

async function openOnServer(server: string): Promise<Database> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await runAsAdmin(server, `create database ${name}`)
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
      await runAsAdmin(server, `drop database ${name}`)
    },
  }
}

async function runAsAdmin(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function hashMigrations(): string {
  const readProjectFile = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
  const migrations = 'server/platform/db/migrations'
  const content = [
    readProjectFile(`${migrations}/meta/_journal.json`),
    ...readdirSync(join(projectRoot, migrations))
      .filter((name) => name.endsWith('.sql'))
      .toSorted()
      .map((name) => readProjectFile(join(migrations, name))),
    readProjectFile('node_modules/@electric-sql/pglite/package.json'),
  ].join('\n')
  return sha256(content).slice(0, 16)
}
