import { promisifyRequest } from 'idb-keyval'

const name = 'photofinish'

/** Small records, and beside them the large bytes of some under the same keys, so that a listing never loads those. */
export const stores = { records: 'records', bytes: 'bytes' } as const

let connection: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  if (connection) return connection
  const opening = connect()
  connection = opening
  opening.then(
    (database) => {
      database.addEventListener('close', forgetConnection)
      // somebody wants to delete or change the database: an open connection would block them
      database.addEventListener('versionchange', () => {
        database.close()
        forgetConnection()
      })
    },
    () => forgetConnection(),
  )
  return opening
}

async function connect(): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.addEventListener('upgradeneeded', () => {
    for (const store of Object.values(stores)) request.result.createObjectStore(store)
  })
  return promisifyRequest(request)
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

/** One transaction over both stores. Opens the database anew and repeats once when the connection was lost. */
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
