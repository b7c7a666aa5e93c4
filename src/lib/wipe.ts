import { promisifyRequest } from 'idb-keyval'
import { withinLimit } from './memory/limit.ts'
import { waitForPageReturn } from './memory/page-activity.ts'

/** Lists the databases to clear in browsers without `indexedDB.databases()`. */
const defaultDatabaseNames = ['photofinish', 'photofinish-pictures', 'workbox-expiration']

/** Limits the wait for one database: other pages may be writing large bytes. */
const answerLimitInMs = 10_000

/**
 * Clears all stores of all databases of this origin. The databases are not deleted: an open connection of another tab or the
 * service worker would block that, while a transaction only waits its turn.
 *
 * @throws DOMException when a database cannot be opened or written, DatabaseTimeout when it does not answer
 */
export async function wipeDatabases(): Promise<void> {
  await waitForPageReturn()
  const listed =
    'databases' in indexedDB ? await withinLimit(indexedDB.databases(), answerLimitInMs) : undefined
  const names = listed?.flatMap(({ name }) => name ?? []) ?? defaultDatabaseNames
  for (const name of names) {
    const database = await withinLimit(promisifyRequest(indexedDB.open(name)), answerLimitInMs)
    try {
      const stores = [...database.objectStoreNames]
      if (stores.length === 0) continue
      const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' })
      for (const store of stores) transaction.objectStore(store).clear()
      transaction.commit()
      await withinLimit(promisifyRequest(transaction), answerLimitInMs)
    } finally {
      database.close()
    }
  }
}

/**
 * Deletes the caches of this origin.
 *
 * @param retained matches the names of caches that are not deleted
 */
export async function wipeCaches(retained: RegExp): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !retained.test(name)).map((name) => caches.delete(name)))
}
