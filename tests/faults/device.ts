import type { Page } from '@playwright/test'

/** Everything that a browser stores for the app. */
export interface Device {
  readonly local: Record<string, string>
  /** URLs by cache. */
  readonly caches: Record<string, { url: string; type: string }[]>
  /** Records by store, `database/store`; bytes are reported as their count. */
  readonly stores: Record<string, { key: string; value: unknown }[]>
}

/** Reads everything that the page's origin stores. */
export async function readDevice(page: Page): Promise<Device> {
  const [stores, caches, local] = await Promise.all([
    readStores(page),
    readCaches(page),
    readLocalStorage(page),
  ])
  return { local, caches, stores }
}

/** Reads localStorage only. */
export function readLocalStorage(page: Page): Promise<Device['local']> {
  return page.evaluate(() => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>)
}

function readCaches(page: Page): Promise<Device['caches']> {
  return page.evaluate(async () => {
    const kept: Record<string, { url: string; type: string }[]> = {}
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      const requests = await cache.keys()
      const answers = await Promise.all(requests.map((request) => cache.match(request)))
      kept[name] = requests.map(({ url }, at) => ({
        url,
        type: answers[at]?.headers.get('content-type') ?? '',
      }))
    }
    return kept
  })
}

/** Reads the databases only. */
export function readStores(page: Page): Promise<Device['stores']> {
  return page.evaluate(async () => {
    const plain = (value: unknown): unknown => {
      if (value instanceof ArrayBuffer) return `${value.byteLength} bytes`
      if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`
      if (value instanceof Blob) return `${value.size} bytes`
      if (Array.isArray(value)) return value.map(plain)
      if (value instanceof Date) return value.toISOString()
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))
    }
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('a request failed')))
      })
    const stores: Record<string, { key: string; value: unknown }[]> = {}
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''))
      for (const store of database.objectStoreNames) {
        const reading = database.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all([done(reading.getAllKeys()), done(reading.getAll())])
        stores[`${name}/${store}`] = keys.map((key, at) => ({
          key: JSON.stringify(key),
          value: plain(values[at]),
        }))
      }
      database.close()
    }
    return stores
  })
}
