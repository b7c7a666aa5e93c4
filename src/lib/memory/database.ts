import { promisifyRequest, type UseStore } from 'idb-keyval'
import { limitFactor } from '../timeouts.ts'
import { DatabaseSilent, withinLimit } from './limit.ts'
import { isPageLeft, onPageLeave, whenPageReturns } from './page-activity.ts'

const name = 'photofinish'

/** Names the stores: small records, and the large bytes of some under the same keys. A listing never loads the bytes. */
const storeNames = ['records', 'bytes'] as const
type StoreName = (typeof storeNames)[number]
export type Stores = Readonly<Record<StoreName, IDBObjectStore>>

/** Timeout of an open request. Phones sometimes never answer one; a second request is answered at once. */
const openingLimitInMs = 3_000 * limitFactor
const openingsAtMost = 2
/**
 * Lists the pauses before each retry. Chromium fails with UnknownError when the app restarts before the system has
 * released its files after a kill.
 */
const pausesAfterFailureInMs = [100, 400, 1_500]
type Mode = 'readonly' | 'readwrite'
/** Timeout of a transaction, which may be queued behind one of another tab. */
const answerLimitInMs = 5_000
/** Timeout of writes that may include a whole photo. */
const largeWriteLimitInMs = 10_000

const chooseTimeout = (scope: readonly StoreName[], mode: Mode) =>
  mode === 'readwrite' && scope.includes('bytes') ? largeWriteLimitInMs : answerLimitInMs

/** Duration for which each use fails at once after a timeout, unless the database answers again before. */
const restInMs = 30_000

let connection: Promise<IDBDatabase> | undefined
/** The resolved value of `connection`. */
let current: IDBDatabase | undefined
/** Reason why uses fail at once, and the time since which they do; ms of `performance.now()`. */
let rest: { since: number; reason: Error } | undefined

function open(): Promise<IDBDatabase> {
  if (rest && performance.now() - rest.since < restInMs) return Promise.reject(rest.reason)
  if (connection) return connection
  const opening = connect()
  connection = opening
  opening.then(follow, () => {
    connection = undefined
  })
  return opening
}

function follow(database: IDBDatabase): void {
  rest = undefined
  current = database
  const forget = () => forgetConnection(database)
  database.addEventListener('close', forget)
  // another page deletes or upgrades the database: an open connection would block it
  database.addEventListener('versionchange', () => {
    database.close()
    forget()
  })
}

/** Makes the next use reopen the database, unless it was reopened already. */
function forgetConnection(database: IDBDatabase): void {
  if (current !== database) return
  current = undefined
  connection = undefined
}

async function connect(): Promise<IDBDatabase> {
  for (let opening = 0; opening < openingsAtMost; opening++) {
    const database = await withTimeout(requestPatiently())
    if (database) return database
  }
  const reason = new Error('the database does not open')
  rest = { since: performance.now(), reason }
  throw reason
}

async function requestPatiently(): Promise<IDBDatabase> {
  for (const pauseInMs of pausesAfterFailureInMs) {
    try {
      return await request()
    } catch (error) {
      if ((error as DOMException).name !== 'UnknownError') throw error
      await new Promise((resolve) => setTimeout(resolve, pauseInMs))
    }
  }
  return request()
}

function request(): Promise<IDBDatabase> {
  const asked = indexedDB.open(name, 1)
  asked.addEventListener('upgradeneeded', () => {
    for (const store of storeNames) asked.result.createObjectStore(store)
  })
  return promisifyRequest(asked)
}

/**
 * Resolves to undefined when opening takes too long. A connection that opens later is closed, so that it blocks no
 * upgrade.
 */
function withTimeout(opening: Promise<IDBDatabase>): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    let late = false
    const timer = setTimeout(() => {
      late = true
      resolve(undefined)
    }, openingLimitInMs)
    opening.then(
      (database) => {
        clearTimeout(timer)
        if (!late) resolve(database)
        else {
          database.close()
          // the database is responsive again
          rest = undefined
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
    await whenPageReturns()
    const database = await open()
    if (!isPageLeft()) return database
  }
}

/** Recognizes a lost connection. Phones close the connections of background pages and report it with several errors. */
function isConnectionLost(error: unknown): boolean {
  const { name: kind, message } = error as DOMException
  return kind === 'InvalidStateError' || kind === 'UnknownError' || /connection|server/i.test(message ?? '')
}

type Work<Result> = (transaction: IDBTransaction, stores: Stores) => Result | PromiseLike<Result>

/** Runs the work in a transaction; retries once with a new connection when the old one was lost. */
async function transact<Result>(
  scope: readonly StoreName[],
  mode: Mode,
  work: Work<Result>,
): Promise<Result> {
  const database = await openWhenActive()
  try {
    return await attempt(database, scope, mode, work)
  } catch (error) {
    if (!isConnectionLost(error)) throw error
    forgetConnection(database)
    database.close()
    return attempt(await openWhenActive(), scope, mode, work)
  }
}

async function attempt<Result>(
  database: IDBDatabase,
  scope: readonly StoreName[],
  mode: Mode,
  work: Work<Result>,
): Promise<Result> {
  const transaction = database.transaction(scope, mode, { durability: 'strict' })
  const stores = Object.fromEntries(
    scope.map((each) => [each, transaction.objectStore(each)]),
  ) as unknown as Stores
  const done = waitForCompletion(transaction)
  // the error of the work is more specific
  done.catch(() => {})
  const answer = (async () => {
    const result = await work(transaction, stores)
    if (mode === 'readwrite') await done
    return result
  })()
  try {
    return await withinLimit(answer, chooseTimeout(scope, mode), () => lastEnd)
  } catch (error) {
    abort(transaction)
    if (error instanceof DatabaseSilent) restFor(database, error)
    throw error
  }
}

/** End of this thread's last transaction; ms of `performance.now()`. */
let lastEnd = Number.NEGATIVE_INFINITY

function waitForCompletion(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => {
      lastEnd = performance.now()
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
function restFor(database: IDBDatabase, reason: DatabaseSilent): void {
  rest = { since: performance.now(), reason }
  forgetConnection(database)
  database.close()
  void probe().catch(() => {})
}

/** Resolves when a read that needs all locks was answered, without a timeout. */
async function probe(): Promise<void> {
  const database = await request()
  try {
    const transaction = database.transaction(storeNames, 'readonly')
    const asked = transaction.objectStore('records').getKey('')
    transaction.commit()
    await promisifyRequest(asked)
    rest = undefined
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
export function atOnce<Result>(
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
    let stop = () => {}
    try {
      return await transact(scope, 'readwrite', async (transaction, stores) => {
        stop = onPageLeave(() => {
          wasLeft = true
          abort(transaction)
        })
        const result = write(stores, await read(stores))
        transaction.commit()
        stop()
        return result
      })
    } catch (error) {
      if (!wasLeft) throw error
    } finally {
      stop()
    }
  }
}

/**
 * Provides the records as a custom store of idb-keyval, for reads and writes of a single record. Its `createStore`
 * would open the database without a limit and without the second store, and its `update` cannot leave a record as it
 * is.
 */
export const records: UseStore = (mode, use) =>
  atOnce(['records'], mode as Mode, (stores) => use(stores.records))
