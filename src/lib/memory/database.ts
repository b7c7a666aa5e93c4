import { promisifyRequest, type UseStore } from 'idb-keyval'
import { limitFactor } from '../timeouts.ts'
import { DatabaseTimeout, withinLimit } from './limit.ts'
import { isPageLeft, onPageLeave, waitForPageReturn } from './page-activity.ts'

const name = 'photofinish'

/** Names the stores: small records, and the large bytes of some under the same keys. A listing never loads the bytes. */
const storeNames = ['records', 'bytes'] as const
type StoreName = (typeof storeNames)[number]
export type Stores = Readonly<Record<StoreName, IDBObjectStore>>

/** Timeout of an open request. Phones sometimes never answer one; a second request is answered at once. */
const openingLimitInMs = 3_000 * limitFactor
const maxOpenings = 2
/**
 * Lists the pauses before each retry. Chromium fails with UnknownError when the app restarts before the system has
 * released its files after a kill.
 */
const retryPausesInMs = [100, 400, 1_500]
type Mode = 'readonly' | 'readwrite'
/** Timeout of a transaction, which may be queued behind one of another tab. */
const answerLimitInMs = 5_000
/** Timeout of writes that may include a whole photo. */
const largeWriteLimitInMs = 10_000

const chooseTimeout = (scope: readonly StoreName[], mode: Mode) =>
  mode === 'readwrite' && scope.includes('bytes') ? largeWriteLimitInMs : answerLimitInMs

/** Duration for which each use fails at once after a timeout, unless the database answers again before. */
const failFastInMs = 30_000

let connection: Promise<IDBDatabase> | undefined
/** The resolved value of `connection`. */
let currentDatabase: IDBDatabase | undefined
/** Reason why uses fail at once, and the time since which they do; ms of `performance.now()`. */
let failFastState: { since: number; reason: Error } | undefined

function openDatabase(): Promise<IDBDatabase> {
  if (failFastState && performance.now() - failFastState.since < failFastInMs)
    return Promise.reject(failFastState.reason)
  if (connection) return connection
  const opening = connect()
  connection = opening
  opening.then(watchDatabase, () => {
    connection = undefined
  })
  return opening
}

function watchDatabase(database: IDBDatabase): void {
  failFastState = undefined
  currentDatabase = database
  const onClose = () => resetConnection(database)
  database.addEventListener('close', onClose)
  // another page deletes or upgrades the database: an open connection would block it
  database.addEventListener('versionchange', () => {
    database.close()
    onClose()
  })
}

/** Makes the next use reopen the database, unless it was reopened already. */
function resetConnection(database: IDBDatabase): void {
  if (currentDatabase !== database) return
  currentDatabase = undefined
  connection = undefined
}

async function connect(): Promise<IDBDatabase> {
  for (let opening = 0; opening < maxOpenings; opening++) {
    const database = await withTimeout(requestWithRetries())
    if (database) return database
  }
  const reason = new Error('the database does not open')
  failFastState = { since: performance.now(), reason }
  throw reason
}

async function requestWithRetries(): Promise<IDBDatabase> {
  for (const pauseInMs of retryPausesInMs) {
    try {
      return await requestDatabase()
    } catch (error) {
      if ((error as DOMException).name !== 'UnknownError') throw error
      await new Promise((resolve) => setTimeout(resolve, pauseInMs))
    }
  }
  return requestDatabase()
}

function requestDatabase(): Promise<IDBDatabase> {
  const idbRequest = indexedDB.open(name, 1)
  idbRequest.addEventListener('upgradeneeded', () => {
    for (const store of storeNames) idbRequest.result.createObjectStore(store)
  })
  return promisifyRequest(idbRequest)
}

/**
 * Resolves to undefined when opening takes too long. A connection that opens later is closed, so that it blocks no
 * upgrade.
 */
function withTimeout(opening: Promise<IDBDatabase>): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    let hasTimedOut = false
    const timer = setTimeout(() => {
      hasTimedOut = true
      resolve(undefined)
    }, openingLimitInMs)
    opening.then(
      (database) => {
        clearTimeout(timer)
        if (!hasTimedOut) resolve(database)
        else {
          database.close()
          // the database is responsive again
          failFastState = undefined
        }
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

/** Opens the database again if the page was left meanwhile; see `page-activity.ts`. */
async function openWhenActive(): Promise<IDBDatabase> {
  for (;;) {
    await waitForPageReturn()
    const database = await openDatabase()
    if (!isPageLeft()) return database
  }
}

/** Recognizes a lost connection. Phones close the connections of background pages and report it with several errors. */
function isConnectionLost(error: unknown): boolean {
  const { name: errorName, message } = error as DOMException
  return (
    errorName === 'InvalidStateError' ||
    errorName === 'UnknownError' ||
    /connection|server/i.test(message ?? '')
  )
}

type TransactionWork<Result> = (transaction: IDBTransaction, stores: Stores) => Result | PromiseLike<Result>

/** Runs the work in a transaction; retries once with a new connection when the old one was lost. */
async function transact<Result>(
  scope: readonly StoreName[],
  mode: Mode,
  work: TransactionWork<Result>,
): Promise<Result> {
  const database = await openWhenActive()
  try {
    return await runOnConnection(database, scope, mode, work)
  } catch (error) {
    if (!isConnectionLost(error)) throw error
    resetConnection(database)
    database.close()
    return runOnConnection(await openWhenActive(), scope, mode, work)
  }
}

async function runOnConnection<Result>(
  database: IDBDatabase,
  scope: readonly StoreName[],
  mode: Mode,
  work: TransactionWork<Result>,
): Promise<Result> {
  const transaction = database.transaction(scope, mode, { durability: 'strict' })
  const stores = Object.fromEntries(
    scope.map((each) => [each, transaction.objectStore(each)]),
  ) as unknown as Stores
  const completion = waitForCompletion(transaction)
  // the error of the work is more specific
  completion.catch(() => {})
  const answer = (async () => {
    const result = await work(transaction, stores)
    if (mode === 'readwrite') await completion
    return result
  })()
  try {
    return await withinLimit(answer, chooseTimeout(scope, mode), () => lastTransactionEnd)
  } catch (error) {
    abort(transaction)
    if (error instanceof DatabaseTimeout) startFailFast(database, error)
    throw error
  }
}

/** End of this thread's last transaction; ms of `performance.now()`. */
let lastTransactionEnd = Number.NEGATIVE_INFINITY

function waitForCompletion(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => {
      lastTransactionEnd = performance.now()
      resolve()
    })
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new DOMException('the transaction was aborted', 'AbortError')),
    )
  })
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // it has completed already
  }
}

/** Makes every use fail at once until the database answers again, so that timeouts do not add up. */
function startFailFast(database: IDBDatabase, reason: DatabaseTimeout): void {
  failFastState = { since: performance.now(), reason }
  resetConnection(database)
  database.close()
  void waitUntilResponsive().catch(() => {})
}

/** Resolves when a read that needs all locks was answered, without a timeout. */
async function waitUntilResponsive(): Promise<void> {
  const database = await requestDatabase()
  try {
    const transaction = database.transaction(storeNames, 'readonly')
    const idbRequest = transaction.objectStore('records').getKey('')
    transaction.commit()
    await promisifyRequest(idbRequest)
    failFastState = undefined
  } finally {
    database.close()
  }
}

/**
 * Runs one transaction whose requests do not depend on each other's results. It is committed as soon as `use` returns,
 * so that it ends also when the page is frozen before the results arrive.
 *
 * @param use makes all its requests before it returns or awaits
 * @throws what the browser throws; DatabaseSilent; Error when the database does not open
 */
export function runTransaction<Result>(
  scope: readonly StoreName[],
  mode: Mode,
  use: (stores: Stores) => Result | PromiseLike<Result>,
): Promise<Result> {
  return transact(scope, mode, (transaction, stores) => {
    const result = use(stores)
    transaction.commit()
    return result
  })
}

/**
 * Runs one transaction that writes depending on what it has read. When the page is left in between, the transaction is aborted
 * and repeated after the return: frozen, it would block every other page.
 *
 * @param read makes all its requests before it awaits
 * @param write receives the result of `read`, again at each repeat; makes its requests before it returns
 * @throws as {@link atOnce}
 */
export async function readThenWrite<Read, Result>(
  scope: readonly StoreName[],
  read: (stores: Stores) => PromiseLike<Read>,
  write: (stores: Stores, read: Read) => Result,
): Promise<Result> {
  for (;;) {
    let wasLeft = false
    let stopWatching = () => {}
    try {
      return await transact(scope, 'readwrite', async (transaction, stores) => {
        stopWatching = onPageLeave(() => {
          wasLeft = true
          abort(transaction)
        })
        const result = write(stores, await read(stores))
        transaction.commit()
        stopWatching()
        return result
      })
    } catch (error) {
      if (!wasLeft) throw error
    } finally {
      stopWatching()
    }
  }
}

/**
 * Provides the records as a custom store of idb-keyval, for reads and writes of a single record. Its `createStore`
 * would open the database without a limit and without the second store, and its `update` cannot leave a record as it
 * is.
 */
export const records: UseStore = (mode, use) =>
  runTransaction(['records'], mode as Mode, (stores) => use(stores.records))
