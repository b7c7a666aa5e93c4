import { promisifyRequest } from 'idb-keyval'
import { withinLimit } from './memory/limit.ts'
import { whenPageReturns } from './memory/page-activity.ts'

/** For browsers that do not name their databases. */
const known = ['photofinish', 'photofinish-pictures', 'workbox-expiration']

/** Longest wait for one database: other pages may be writing large bytes. */
const answerLimitInMs = 10_000

/**
 * Empties every store of every database of this origin. They are not deleted: a connection of another tab or the
 * service worker would hold that up, while a transaction only waits its turn.
 *
 * @throws DOMException when a database cannot be opened or written, DatabaseSilent when it gives no answer
 */
export async function wipeDatabases(): Promise<void> {
  await whenPageReturns()
  const listed =
    'databases' in indexedDB ? await withinLimit(indexedDB.databases(), answerLimitInMs) : undefined
  const names = listed?.flatMap(({ name }) => name ?? []) ?? known
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
 * @param kept names of those that stay
 */
export async function wipeCaches(kept: RegExp): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !kept.test(name)).map((name) => caches.delete(name)))
}
