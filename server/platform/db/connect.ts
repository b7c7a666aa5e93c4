import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { startChildProcess } from '../child-process.ts'
import type { Logger } from '../log.ts'
import { startDatabaseClock } from './clock.ts'
import { openInThread } from './database-thread.ts'
import { type Lock, takeLock } from './lock/lock.ts'
import { createNamingClient } from './named-statements.ts'
import { SessionSocket } from './session-socket.ts'
import type { SharedSession } from './shared-session.ts'
import { createTableVersions, type TableVersions } from './table-versions.ts'
import { vacuumRegularly } from './vacuum.ts'

/** Represents the database, or a transaction on it. */
export type Db = NodePgDatabase

export interface Database {
  readonly db: Db
  /** The embedded database has one session: using the pool inside a transaction would deadlock. */
  readonly embedded: boolean
  /** Only for the embedded database. */
  readonly lock: Lock | undefined
  /** Counts the writes of this process per table, which invalidates its caches. */
  readonly tableVersions: TableVersions
  /**
   * Returns the time by the clock of the database, which all hosts share, so that times written by different hosts can be
   * compared. The embedded database has the clock of its host.
   */
  readonly clock: () => Date
  /** Checks that the database answers; throws otherwise. */
  ping(): Promise<void>
  close(): Promise<void>
}

interface OpenOptions {
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  readonly allowUnsafeDatabase: boolean
  /** Statement timeout of PostgreSQL. Default: 15 s. */
  readonly databaseTimeoutInMs?: number
  readonly log: Logger
  /** Interval between maintenance runs of the embedded database. Default: one minute. */
  readonly vacuumIntervalInMs?: number
  /** Ends the wait for the lock of the embedded database, with an `AbortError`. */
  readonly signal?: AbortSignal | undefined
}

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * Opens PostgreSQL by URL, or the embedded database in `dataDir`, and applies migrations.
 *
 * @throws DatabaseLocked when another process has the embedded database open
 * @throws Error when PostgreSQL acknowledges unwritten data (fsync or synchronous_commit off)
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  return options.databaseUrl ? openPostgres(options.databaseUrl, options) : openEmbedded(options)
}

async function openPostgres(url: string, options: OpenOptions): Promise<Database> {
  const pool = openPool(url, options)
  const unsafeSettings = await pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off'`,
  )
  if (unsafeSettings.rows.length > 0 && !options.allowUnsafeDatabase) {
    await pool.end()
    const names = unsafeSettings.rows.map((row) => row.name).join(', ')
    throw new Error(
      `PostgreSQL runs with ${names} off and could lose paid orders. Switch it on, or set ALLOW_UNSAFE_DATABASE=1.`,
    )
  }
  await migratePostgres(url)
  const database = createPostgresDatabase(pool)
  const clock = await startDatabaseClock(database.db, options.log)
  return {
    ...database,
    clock: clock.now,
    close: () => {
      clock.stop()
      return database.close()
    },
  }
}

/**
 * Opens PostgreSQL by URL without migrations and checks, with the clock of this host. Connects on the first query. Use
 * {@link openDatabase} unless these are unwanted.
 */
export function connectToServer(
  url: string,
  options: Pick<OpenOptions, 'log' | 'databaseTimeoutInMs'>,
): Database {
  return createPostgresDatabase(openPool(url, options))
}

function createPostgresDatabase(pool: pg.Pool): Database {
  const { db, tableVersions } = createDrizzle(pool, { isEmbedded: false })
  return {
    db,
    tableVersions,
    embedded: false,
    lock: undefined,
    clock: readHostClock,
    ping: () => ping(pool),
    close: () => pool.end(),
  }
}

const readHostClock = () => new Date()

const defaultTimeoutInMs = 15_000

/**
 * Lets PostgreSQL cancel first. The client timeout covers a server that does not even report that, e.g. behind a dead network.
 */
const clientTimeoutMarginInMs = 5_000

function openPool(
  url: string,
  { log, databaseTimeoutInMs = defaultTimeoutInMs }: Pick<OpenOptions, 'log' | 'databaseTimeoutInMs'>,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    statement_timeout: databaseTimeoutInMs,
    query_timeout: databaseTimeoutInMs + clientTimeoutMarginInMs,
    // limits how long a hung process holds locks in an open transaction
    idle_in_transaction_session_timeout: Math.max(60_000, databaseTimeoutInMs),
  })
  // Without listeners, a dropped connection ends the process: both for idle connections and for connections in use.
  pool.on('error', (error) => log.error({ err: error }, 'database connection lost'))
  pool.on('connect', (client) =>
    client.on('error', (error) => log.error({ err: error }, 'database connection lost at work')),
  )
  return pool
}

/**
 * Applies migrations over a connection without timeouts: an index of a large table may take minutes. Processes that start
 * together migrate one after the other. Their lock ends with a transaction, not with a session, which PgBouncer may share.
 */
async function migratePostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // queries reject with the error of the connection; without a listener, it would also end the process
  client.on('error', () => undefined)
  await client.connect()
  try {
    await drizzle(client).transaction(async (transaction) => {
      await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('migrations', 0))`)
      // Drizzle opens a transaction for the migrations. As a savepoint, it does not end this one and its lock.
      transaction._.session.transaction = (work) => transaction.transaction(work)
      await migrate(transaction, { migrationsFolder })
    })
  } finally {
    await client.end()
  }
}

async function openEmbedded({ dataDir, log, vacuumIntervalInMs, signal }: OpenOptions): Promise<Database> {
  const lock = await takeLock(dataDir, {
    signal,
    onWait: (holder) =>
      log.warn(
        { pid: holder?.pid, host: holder?.host },
        'checking whether the last user of the embedded database is running: takes 20 seconds at most',
      ),
    onLost: () => {
      // Closing the database would write to it.
      log.fatal(
        'stopping: another server has opened the embedded database, as this one did not run for a while',
      )
      process.exit(1)
    },
  })
  const folder = join(dataDir, 'database')
  try {
    const isNew = !existsSync(join(folder, 'PG_VERSION'))
    if (isNew) {
      log.info('creating the embedded database')
      // a folder that cannot be made is reported before the work of seconds
      mkdirSync(folder, { recursive: true })
      await createInChildProcess(folder)
    }
    const database = await connectToEmbedded(await openInThread(folder))
    const stopVacuum = vacuumRegularly(database.db, log, vacuumIntervalInMs)
    return {
      ...database,
      lock,
      close: async () => {
        await stopVacuum()
        await database.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The programs run for seconds only: optimizing their code would take 100 MB and another second. */
const creationFlags = ['--liftoff-only']

/**
 * Creates the embedded database in a child process: the programs for it take 650 MB, most of which this process would keep. A
 * failure is left to the caller, which opens or creates the folder.
 */
async function createInChildProcess(folder: string): Promise<void> {
  const options = { nodeFlags: creationFlags }
  try {
    await once(startChildProcess(import.meta.url, './create-database.worker', [folder], options), 'exit')
  } catch {
    // no memory for another process
  }
}

/** Connects to an open embedded database, e.g. one in this thread for a test, and applies migrations. */
export async function connectToEmbedded(session: SharedSession): Promise<Database> {
  const pool = openEmbeddedPool(session)
  const { db, tableVersions } = createDrizzle(pool, { isEmbedded: true })
  await migrate(db, { migrationsFolder })
  return {
    db,
    tableVersions,
    embedded: true,
    lock: undefined,
    clock: readHostClock,
    ping: () => ping(pool),
    close: async () => {
      await pool.end()
      await session.close()
    },
  }
}

/** Opens a pool whose clients share a session. Several of them keep its thread at work while answers are on their way. */
function openEmbeddedPool(session: SharedSession): pg.Pool {
  let clients = 0
  const pool = new pg.Pool({
    max: 10,
    connectionTimeoutMillis: 30_000,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    Client: createNamingClient(),
    stream: () => new SessionSocket(session, clients++),
  })
  // queries reject with the error of the session; without listeners, it would also end the process
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Creates Drizzle on a pool, with transactions that always release their connection. Drizzle's own transactions leak the
 * connection when `begin` fails: ten restarts of PostgreSQL under load would exhaust the pool. They also release it unchanged
 * when `rollback` fails.
 */
function createDrizzle(
  pool: pg.Pool,
  { isEmbedded }: { isEmbedded: boolean },
): { db: Db; tableVersions: TableVersions } {
  // the lock of the embedded database keeps other processes out
  const tableVersions = createTableVersions(isEmbedded)
  tableVersions.watchPool(pool)
  const db = drizzle(pool)
  const transaction: Db['transaction'] = async (work, settings) => {
    const client = await pool.connect()
    let releaseError: Error | undefined
    try {
      return await tableVersions.watchTransaction(client, () => drizzle(client).transaction(work, settings))
    } catch (error) {
      // A connection goes back to the pool only without an open transaction. If `rollback` fails, it is discarded.
      releaseError = await client.query('rollback').then(
        () => undefined,
        (reason: Error) => reason,
      )
      throw error
    } finally {
      client.release(releaseError)
    }
  }
  return { db: Object.assign(db, { transaction }), tableVersions }
}

async function ping(pool: pg.Pool): Promise<void> {
  await pool.query('select 1')
}
