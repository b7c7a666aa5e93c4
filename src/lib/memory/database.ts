import { promisifyRequest } from 'idb-keyval'

const name = 'photofinish'

/** Small records, and beside them the large bytes of some under the same keys, so that a listing never loads those. */
export const stores = { records: 'records', bytes: 'bytes' } as const

/** Phones sometimes leave an opening without any answer; the next one is answered at once. */
const openingLimitInMs = 3_000
const openingsAtMost = 2
/**
 * A start right after the app was killed may come before the system has let go of its files: Chromium then fails with
 * UnknownError. Pauses before each new attempt.
 */
const pausesAfterFailureInMs = [100, 400, 1_500]
/** After all of them had no answer nobody waits again for so long. */
const restInMs = 30_000

let connection: Promise<IDBDatabase> | undefined
/** When openings had no answer last; ms of `performance.now()`. */
let unansweredOn: number | undefined

function open(): Promise<IDBDatabase> {
  if (connection) return connection
  if (unansweredOn !== undefined && performance.now() - unansweredOn < restInMs)
    return Promise.reject(new Error('the database did not open a moment ago'))
  const opening = connect()
  connection = opening
  opening.then(follow, forgetConnection)
  return opening
}

function follow(database: IDBDatabase): void {
  unansweredOn = undefined
  database.addEventListener('close', forgetConnection)
  // somebody wants to delete or change the database: an open connection would block them
  database.addEventListener('versionchange', () => {
    database.close()
    forgetConnection()
  })
}

async function connect(): Promise<IDBDatabase> {
  for (let opening = 0; opening < openingsAtMost; opening++) {
    const database = await inTime(requestPatiently())
    if (database) return database
  }
  unansweredOn = performance.now()
  throw new Error('the database does not open')
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
    for (const store of Object.values(stores)) asked.result.createObjectStore(store)
  })
  return promisifyRequest(asked)
}

/** What is opened, or undefined when that takes too long; what comes later is closed, so that it blocks nobody. */
function inTime(opening: Promise<IDBDatabase>): Promise<IDBDatabase | undefined> {
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
          // it does open after all
          unansweredOn = undefined
        }
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

function forgetConnection(): void {
  connection = undefined
}

type WithBoth = <Result>(
  mode: IDBTransactionMode,
  use: (records: IDBObjectStore, bytes: IDBObjectStore) => Result | PromiseLike<Result>,
) => Promise<Result>

const withBothOnce: WithBoth = async (mode, use) => {
  const database = await open()
  const transaction = database.transaction(Object.values(stores), mode, { durability: 'strict' })
  return use(transaction.objectStore(stores.records), transaction.objectStore(stores.bytes))
}

/** Phones close the connection of a page that was in the background, and say so in several ways. */
function isConnectionLost(error: unknown): boolean {
  const { name: kind, message } = error as DOMException
  return kind === 'InvalidStateError' || kind === 'UnknownError' || /connection|server/i.test(message ?? '')
}

/**
 * One transaction over both stores. Opens the database anew and repeats once when the connection was lost.
 *
 * @throws what the browser throws; Error when the database does not open within six seconds
 */
export const withBoth: WithBoth = async (mode, use) => {
  try {
    return await withBothOnce(mode, use)
  } catch (error) {
    if (!isConnectionLost(error)) throw error
    const lost = connection
    forgetConnection()
    lost?.then((database) => database.close()).catch(() => {})
    return withBothOnce(mode, use)
  }
}
