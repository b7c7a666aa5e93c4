import type { Page } from '@playwright/test'
import { emptyPagePath, exposeMemory } from './page-modules.ts'
import { addPackageToCart } from './purchase-steps.ts'
import { expect, test, testServer } from './test-server.ts'

declare global {
  interface Window {
    openedDatabases: IDBDatabase[]
    changedKeys: (string | undefined)[]
  }
}

// these journeys test the time limits of the database, some with a fake clock
test.use({ limitFactor: 1 })

test('a selfie is read byte for byte, also after a reload, and a list of selfies does not load its bytes', async ({
  page,
}) => {
  await page.goto(emptyPagePath)
  await exposeMemory(page)
  const sha256 = await page.evaluate(async () => {
    const { selfies, sha256 } = window.memory
    const bytes = crypto.getRandomValues(new Uint8Array(60_000)).buffer
    const hash = await sha256(bytes)
    const selfie = { id: 'one', eventId: 'e', albumId: 'a', takenOn: 1, stage: 'saved' } as const
    await selfies.put('one', { ...selfie, mime: 'image/jpeg', bytes, sha256: hash, sizeInBytes: 60_000 })
    await selfies.change('one', (before) => before && { ...before, offset: 4_096 })
    return hash
  })
  await page.reload()
  await exposeMemory(page)
  const stored = await page.evaluate(async () => {
    const { selfies, sha256 } = window.memory
    const record = await selfies.get('one')
    const [listed] = await selfies.entries()
    await selfies.remove('one')
    const rest = await selfies.entries()
    const gone = (await selfies.get('one')) === undefined
    return { hash: record?.bytes && (await sha256(record.bytes)), offset: record?.offset, listed, rest, gone }
  })
  expect(stored).toMatchObject({ hash: sha256, offset: 4_096, rest: [], gone: true })
  expect(stored.listed).toEqual(['one', expect.not.objectContaining({ bytes: expect.anything() })])
})

test('reopens a database that the browser has closed', async ({ page }) => {
  await page.goto(emptyPagePath)
  await page.evaluate(() => {
    window.openedDatabases = []
    const open = indexedDB.open.bind(indexedDB)
    indexedDB.open = (...given) => {
      const request = open(...given)
      request.addEventListener('success', () => window.openedDatabases.push(request.result))
      return request
    }
  })
  await exposeMemory(page)
  const value = await page.evaluate(async () => {
    const { kvStore } = window.memory
    await kvStore.put('a', 'one')
    // phones close connections of background pages without an event
    window.openedDatabases[0]?.close()
    await kvStore.put('b', 'two')
    return { a: await kvStore.get('a'), b: await kvStore.get('b'), times: window.openedDatabases.length }
  })
  expect(value).toEqual({ a: 'one', b: 'two', times: 2 })
})

/** Leaves the first `times` calls of `indexedDB.open` unanswered, as phones do. */
const blockDatabaseOpening = (page: Page, times: number) =>
  page.addInitScript((count) => {
    let left = count
    const open = indexedDB.open.bind(indexedDB)
    indexedDB.open = (...given) => {
      if (left <= 0) return open(...given)
      left -= 1
      return new EventTarget() as IDBOpenDBRequest
    }
  }, times)

test('retries an opening that the phone leaves without an answer', async ({ page }) => {
  await blockDatabaseOpening(page, 1)
  await page.clock.install()
  await page.goto(emptyPagePath)
  await exposeMemory(page)
  const storedValue = page.evaluate(async () => {
    await window.memory.kvStore.put('a', 'one')
    return window.memory.kvStore.get('a')
  })
  await page.clock.runFor(3_000)
  expect(await storedValue).toBe('one')
})

test('opens a database whose files are locked once they are free', async ({ page }) => {
  await page.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB)
    let failures = 2
    indexedDB.open = (name, version) => {
      if (failures-- <= 0) return open(name, version)
      const failed = new EventTarget() as IDBOpenDBRequest
      Object.defineProperty(failed, 'error', { value: new DOMException('backing store', 'UnknownError') })
      queueMicrotask(() => failed.onerror?.(new Event('error')))
      return failed
    }
  })
  await page.goto(emptyPagePath)
  await exposeMemory(page)
  expect(await page.evaluate(() => window.memory.kvStore.put('a', 'one').then(() => 'kept'))).toBe('kept')
})

test('a database that does not open fails soon, and later calls do not wait for it again', async ({
  page,
}) => {
  await blockDatabaseOpening(page, 2)
  await page.clock.install()
  await page.goto(emptyPagePath)
  await exposeMemory(page)
  const put = () =>
    page.evaluate(() =>
      window.memory.kvStore.put('a', 'one').then(
        () => 'kept',
        (error: { code: string }) => error.code,
      ),
    )
  const first = put()
  await page.clock.runFor(6_000)
  expect(await first).toBe('MemoryLost')
  expect(await put()).toBe('MemoryLost')
  await page.clock.runFor(30_000)
  expect(await put()).toBe('kept')
})

for (const [fault, times] of [
  ['refuses its database', 0],
  ['leaves its database without an answer', 1_000_000],
] as const) {
  test(`where the browser ${fault}, the cart works with a network`, async ({ page }) => {
    if (times > 0) await blockDatabaseOpening(page, times)
    else {
      await page.addInitScript(() => {
        indexedDB.open = () => {
          throw new DOMException('not here', 'SecurityError')
        }
      })
    }
    await addPackageToCart(page)
    await expect(page.getByRole('link', { name: /^Оформить/ })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: /^Удалить «/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Корзина пуста' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Корзина пуста' })).toBeVisible()
  })
}

test('bytes that were stored incorrectly are never reported as saved', async ({ page }) => {
  await page.goto(emptyPagePath)
  await exposeMemory(page)
  const code = await page.evaluate(async () => {
    // simulates a disk or browser that damages data
    IDBObjectStore.prototype.put = new Proxy(
      Reflect.get(IDBObjectStore.prototype, 'put') as () => IDBRequest,
      {
        apply(put, store, [value, key]: [unknown, IDBValidKey]) {
          const damaged =
            value instanceof ArrayBuffer ? new Uint8Array(value.byteLength).fill(9).buffer : value
          return Reflect.apply(put, store, [damaged, key])
        },
      },
    )
    const { selfies, sha256 } = window.memory
    const bytes = new Uint8Array(1_000).buffer
    const record = {
      id: 'x',
      eventId: 'e',
      albumId: 'a',
      takenOn: 1,
      stage: 'saved',
      mime: 'image/jpeg',
    } as const
    const fullRecord = { ...record, bytes, sha256: await sha256(bytes), sizeInBytes: 1_000 }
    return selfies.put('x', fullRecord).then(
      () => 'saved',
      (error: { code: string }) => error.code,
    )
  })
  expect(code).toBe('MemoryLost')
})

test('a device without room reports it, and keeps its data', async ({ page, context }) => {
  await page.goto(emptyPagePath)
  const devTools = await context.newCDPSession(page)
  await devTools.send('Storage.overrideQuotaForOrigin', { origin: testServer.url, quotaSize: 2_000_000 })
  await exposeMemory(page)
  await page.evaluate(() => window.memory.kvStore.put('before', 'is here'))
  const result = await page.evaluate(async () => {
    const { kvStore, storedFiles, sha256 } = window.memory
    const bytes = crypto.getRandomValues(new Uint8Array(60_000)).buffer
    const large = new Uint8Array(12_000_000)
    for (let at = 0; at < large.length; at += bytes.byteLength) large.set(new Uint8Array(bytes), at)
    const file = { orderId: 'o', fileKey: 'f', fileName: 'a.jpg', mime: 'image/jpeg', keptOn: 1 }
    const fullRecord = {
      ...file,
      bytes: large.buffer,
      sha256: await sha256(large.buffer),
      sizeInBytes: large.length,
    }
    const code = await storedFiles.put('o/f', fullRecord).then(
      () => 'saved',
      (error: { code: string }) => error.code,
    )
    return { code, kept: await storedFiles.entries(), before: await kvStore.get('before') }
  })
  await devTools.send('Storage.overrideQuotaForOrigin', { origin: testServer.url })
  expect(result).toEqual({ code: 'DeviceFull', kept: [], before: 'is here' })
})

test('tabs receive each other’s changes, and concurrent changes of one record lose nothing', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(emptyPagePath)
    await exposeMemory(tab)
  }
  await other.evaluate(() => {
    window.changedKeys = []
    window.memory.kvStore.onChange((key) => window.changedKeys.push(key))
  })
  const countUp = (tab: Page) =>
    tab.evaluate(async () => {
      const add = (before = '0') => String(Number(before) + 1)
      await Promise.all(Array.from({ length: 100 }, () => window.memory.kvStore.change('count', add)))
    })
  await Promise.all([countUp(page), countUp(other)])
  expect(await other.evaluate(() => window.memory.kvStore.get('count'))).toBe('200')
  await page.evaluate(() => window.memory.kvStore.put('from here', 'yes'))
  await expect.poll(() => other.evaluate(() => window.changedKeys)).toContain('from here')
})
