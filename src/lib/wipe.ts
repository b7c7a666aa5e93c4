import { promisifyRequest } from 'idb-keyval'

/** For browsers that do not name their databases. */
const known = ['photofinish', 'photofinish-pictures', 'workbox-expiration']

/**
 * Empties every store of every database of this origin. They are not deleted: a connection of another tab or the
 * service worker would hold that up, while a transaction only waits its turn.
 *
 * @throws DOMException when a database cannot be opened or written
 */
export async function wipeDatabases(): Promise<void> {
  const found = await indexedDB.databases?.()
  const names = found?.flatMap(({ name }) => name ?? []) ?? known
  for (const name of names) {
    const database = await promisifyRequest(indexedDB.open(name))
    try {
      const stores = [...database.objectStoreNames]
      if (stores.length === 0) continue
      const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' })
      for (const store of stores) transaction.objectStore(store).clear()
      await promisifyRequest(transaction)
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
