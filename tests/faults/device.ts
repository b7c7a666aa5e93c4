import type { Page } from '@playwright/test'

/** Everything that a browser stores for the app. */
export interface DeviceStorage {
  readonly local: Record<string, string>
  /** URLs by cache. */
  readonly caches: Record<string, { url: string; type: string }[]>
  /** Records by store, `database/store`; bytes are reported as their count. */
  readonly stores: Record<string, { key: string; value: unknown }[]>
}

/** Reads everything that the page's origin stores. */
export async function readDeviceStorage(page: Page): Promise<DeviceStorage> {
  const [stores, caches, local] = await Promise.all([
    readStores(page),
    readCaches(page),
    readLocalStorage(page),
  ])
  return { local, caches, stores }
}

/** Reads localStorage only. */
export function readLocalStorage(page: Page): Promise<DeviceStorage['local']> {
  return page.evaluate(() => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>)
}

function readCaches(page: Page): Promise<DeviceStorage['caches']> {
  return page.evaluate(async () => {
    const entriesByCache: Record<string, { url: string; type: string }[]> = {}
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      const requests = await cache.keys()
      const answers = await Promise.all(requests.map((request) => cache.match(request)))
      entriesByCache[name] = requests.map(({ url }, at) => ({
        url,
        type: answers[at]?.headers.get('content-type') ?? '',
      }))
    }
    return entriesByCache
  })
}

/** Reads the databases only. */
export function readStores(page: Page): Promise<DeviceStorage['stores']> {
  return page.evaluate(async () => {
    const toPlainValue = (value: unknown): unknown => {
      if (value instanceof ArrayBuffer) return `${value.byteLength} bytes`
      if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`
      if (value instanceof Blob) return `${value.size} bytes`
      if (Array.isArray(value)) return value.map(toPlainValue)
      if (value instanceof Date) return value.toISOString()
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toPlainValue(each)]))
    }
    const waitForRequest = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('a request failed')))
      })
    const stores: Record<string, { key: string; value: unknown }[]> = {}
    for (const { name } of await indexedDB.databases()) {
      const database = await waitForRequest(indexedDB.open(name ?? ''))
      for (const store of database.objectStoreNames) {
        const storeHandle = database.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all([
          waitForRequest(storeHandle.getAllKeys()),
          waitForRequest(storeHandle.getAll()),
        ])
        stores[`${name}/${store}`] = keys.map((key, at) => ({
          key: JSON.stringify(key),
          value: toPlainValue(values[at]),
        }))
      }
      database.close()
    }
    return stores
  })
}
