import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { Logger } from '../log.ts'
import { type Lock, takeLock } from './lock.ts'
import { createRevisions, type Revisions } from './revisions.ts'
import { keepTidy } from './tidy.ts'

/** The database, or a transaction on it. */
export type Db = NodePgDatabase

export interface Database {
  readonly db: Db
  /** The embedded database has one session: nothing may ask the pool while inside a transaction. */
  readonly embedded: boolean
  /** Only of the embedded database. */
  readonly lock: Lock | undefined
  /** What this process has written. */
  readonly revisions: Revisions
  /** Asks the database for a sign of life; throws when there is none. */
  ping(): Promise<void>
  close(): Promise<void>
}

interface OpenOptions {
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  readonly allowUnsafeDatabase: boolean
  readonly log: Logger
  /** How often the embedded database is tidied up; a minute when absent. */
  readonly tidyEveryInMs?: number
}

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * Opens PostgreSQL by its address, or the embedded one in `dataDir`, and brings the tables up to date.
 *
 * @throws DatabaseLocked when another process has the embedded database open
 * @throws Error when PostgreSQL would acknowledge what it has not written (fsync or synchronous_commit off)
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  return options.databaseUrl ? openServer(options.databaseUrl, options) : openEmbedded(options)
}

async function openServer(
  url: string,
  options: { allowUnsafeDatabase: boolean; log: Logger },
): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 })
  // Without a listener a dropped connection ends the process: one that waits for work, and one that is at work.
  pool.on('error', (error) => options.log.error({ err: error }, 'database connection lost'))
  pool.on('connect', (client) =>
    client.on('error', (error) => options.log.error({ err: error }, 'database connection lost at work')),
  )
  const unsafe = await pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off'`,
  )
  if (unsafe.rows.length > 0 && !options.allowUnsafeDatabase) {
    await pool.end()
    const names = unsafe.rows.map((row) => row.name).join(', ')
    throw new Error(
      `PostgreSQL runs with ${names} off and could lose paid orders. Switch it on, or set ALLOW_UNSAFE_DATABASE=1.`,
    )
  }
  const { db, revisions } = onPool(pool)
  await migrate(db, { migrationsFolder })
  return { db, revisions, embedded: false, lock: undefined, ping: () => ping(pool), close: () => pool.end() }
}

async function openEmbedded({ dataDir, log, tidyEveryInMs }: OpenOptions): Promise<Database> {
  const lock = takeLock(dataDir)
  const folder = join(dataDir, 'database')
  try {
    const isNew = !existsSync(join(folder, 'PG_VERSION'))
    if (isNew) log.info('creating the embedded database')
    const pglite = await PGlite.create(folder)
    const database = await fromPglite(pglite)
    const stopTidying = keepTidy(database.db, log, tidyEveryInMs)
    return {
      ...database,
      lock,
      close: async () => {
        await stopTidying()
        await database.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Wraps a running PGlite, e.g. an in-memory one of a test, and brings its tables up to date. */
export async function fromPglite(pglite: PGlite): Promise<Database> {
  const pool = new pg.Pool(embeddedConfig(pglite))
  const { db, revisions } = onPool(pool)
  await migrate(db, { migrationsFolder })
  return {
    db,
    revisions,
    embedded: true,
    lock: undefined,
    ping: () => ping(pool),
    close: async () => {
      await pool.end()
      await pglite.close()
    },
  }
}

/**
 * The adapter takes a query's type parsers, which Drizzle gives with each query, for its parameter types and throws;
 * without them PostgreSQL infers the parameter types, as it does over the wire.
 */
function embeddedConfig(pglite: PGlite): pg.PoolConfig {
  const config = createPgConfig(pglite)
  const parse = config.connection.parse.bind(config.connection)
  config.connection.parse = (query: { text: string; name?: string }) =>
    parse({ text: query.text, name: query.name })
  // One session is all there is.
  return Object.assign(config, { max: 1, connectionTimeoutMillis: 30_000 })
}

/**
 * Drizzle on a pool, with transactions that always give their connection back. Drizzle's own keep it for good when
 * `begin` fails, so that ten restarts of PostgreSQL under load would leave none, and put it back as it is when
 * `rollback` fails.
 */
function onPool(pool: pg.Pool): { db: Db; revisions: Revisions } {
  const revisions = createRevisions()
  revisions.watchPool(pool)
  const db = drizzle(pool)
  const transaction: Db['transaction'] = async (work, settings) => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      return await revisions.watchTransaction(client, () => drizzle(client).transaction(work, settings))
    } catch (error) {
      // Nothing may be open on a connection that others will use; where that cannot be said, it is thrown away.
      broken = await client.query('rollback').then(
        () => undefined,
        (reason: Error) => reason,
      )
      throw error
    } finally {
      client.release(broken)
    }
  }
  return { db: Object.assign(db, { transaction }), revisions }
}

async function ping(pool: pg.Pool): Promise<void> {
  await pool.query('select 1')
}
