import type { Page } from '@playwright/test'

/**
 * Returns everything stored in this browser for the app and readable by scripts, as one text. Bytes are given by their number.
 */
export const readStoredData = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const countBytes = (value: unknown): string => {
      const size = value instanceof Blob ? value.size : value instanceof ArrayBuffer ? value.byteLength : 0
      return size > 0 ? `${size} bytes` : ''
    }
    const texts = [
      document.cookie,
      JSON.stringify(Object.assign({}, localStorage)),
      JSON.stringify(Object.assign({}, sessionStorage)),
    ]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error(name)))
      })
      for (const store of database.objectStoreNames) {
        const entries = await new Promise<unknown[]>((resolve) => {
          const found: unknown[] = []
          const request = database.transaction(store).objectStore(store).openCursor()
          request.addEventListener('success', () => {
            const cursor = request.result
            if (!cursor) return resolve(found)
            found.push(cursor.key, cursor.value, countBytes(cursor.value))
            cursor.continue()
          })
        })
        texts.push(JSON.stringify(entries))
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const type = (await cache.match(request))?.headers.get('content-type') ?? ''
        texts.push(
          request.url,
          type.includes('json') ? ((await (await cache.match(request))?.text()) ?? '') : type,
        )
      }
    }
    return texts.join('\n')
  })
