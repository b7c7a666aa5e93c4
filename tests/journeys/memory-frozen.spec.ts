import type { Page } from '@playwright/test'
import { emptyPagePath, exposeMemory } from './page-modules.ts'
import { addPackageToCart, chooseAtBank, expectPaid, fillCheckout, findPayButton } from './purchase-steps.ts'
import { chooseSelfie, findFirstPhoto, selfiePath } from './selfies.ts'
import { expect, test } from './test-server.ts'

// Playwright disables the back/forward cache of Chromium, so its events are dispatched manually.

// these tests wait for the time limits of the database
test.use({ limitFactor: 1 })

interface RecordedTransaction {
  scope: string[]
  mode: IDBTransactionMode
  isCommitted: boolean
}

declare global {
  interface Window {
    transactions: RecordedTransaction[]
    done: string[]
  }
}

/** Records every transaction of the page on the app's database, and whether it was committed explicitly. */
const recordTransactions = (page: Page) =>
  page.evaluate(() => {
    window.transactions = []
    const recordedByTransaction = new Map<unknown, RecordedTransaction>()
    IDBDatabase.prototype.transaction = new Proxy(
      Reflect.get(IDBDatabase.prototype, 'transaction') as () => IDBTransaction,
      {
        apply(begin, database: IDBDatabase, given: [string | string[], ...unknown[]]) {
          const transaction = Reflect.apply(begin, database, given) as IDBTransaction
          if (database.name !== 'photofinish') return transaction
          const recorded = { scope: [given[0]].flat(), mode: transaction.mode, isCommitted: false }
          window.transactions.push(recorded)
          recordedByTransaction.set(transaction, recorded)
          return transaction
        },
      },
    )
    IDBTransaction.prototype.commit = new Proxy(Reflect.get(IDBTransaction.prototype, 'commit'), {
      apply(commit, transaction) {
        const recorded = recordedByTransaction.get(transaction)
        if (recorded) recorded.isCommitted = true
        Reflect.apply(commit, transaction, [])
      },
    })
  })

/**
 * Writes into another database. Resolves after several tasks of the browser's storage: a transaction that the page has
 * requested before on an open connection has begun by then.
 */
const writeToAnotherDatabase = (page: Page) =>
  page.evaluate(async () => {
    const waitForEvent = (target: EventTarget, type: string) =>
      new Promise((resolve) => {
        target.addEventListener(type, resolve, { once: true })
      })
    for (let turn = 0; turn < 5; turn++) {
      const openRequest = indexedDB.open('another', turn + 1)
      openRequest.addEventListener('upgradeneeded', () =>
        openRequest.result.createObjectStore(`store${turn}`),
      )
      await waitForEvent(openRequest, 'success')
      const transaction = openRequest.result.transaction(`store${turn}`, 'readwrite')
      transaction.objectStore(`store${turn}`).put('value', 'key')
      await waitForEvent(transaction, 'complete')
      openRequest.result.close()
    }
  })

/** Keeps a readwrite transaction open, like a page that was frozen during it. @returns a function that ends it */
async function blockDatabase(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const openRequest = indexedDB.open('photofinish')
        openRequest.addEventListener('error', () => reject(new Error('not opened')))
        openRequest.addEventListener('success', () => {
          const transaction = openRequest.result.transaction(['records', 'bytes'], 'readwrite')
          const requestNext = () => {
            if ('isReleased' in window) return
            transaction.objectStore('records').get('none').addEventListener('success', requestNext)
            resolve()
          }
          requestNext()
        })
      }),
  )
  return () => page.evaluate(() => void Object.assign(window, { isReleased: true }))
}

test('every transaction commits after its last request, and opens only the stores it needs', async ({
  page,
}) => {
  await page.goto(emptyPagePath)
  await exposeMemory(page)
  await recordTransactions(page)
  const seen = await page.evaluate(async () => {
    const { kvStore, storedFiles, sha256 } = window.memory
    await kvStore.put('a', 'one')
    await kvStore.change('a', () => 'two')
    await kvStore.entries()
    await kvStore.remove('a')
    const small = window.transactions.splice(0)
    const bytes = new Uint8Array(10).buffer
    const file = { orderId: 'o', fileKey: 'f', fileName: 'a.jpg', mime: 'image/jpeg', keptOn: 1 }
    const whole = { ...file, bytes, sha256: await sha256(bytes), sizeInBytes: 10 }
    await storedFiles.put('o/f', whole)
    await storedFiles.change('o/f', (before) => before && { ...before, keptOn: 2 })
    await storedFiles.clear()
    return { small, large: window.transactions.splice(0) }
  })
  expect(seen.small.length).toBeGreaterThanOrEqual(5)
  for (const each of [...seen.small, ...seen.large]) expect(each).toMatchObject({ isCommitted: true })
  for (const { scope } of seen.small) expect(scope).toEqual(['records'])
  for (const { scope } of seen.large) expect(scope).toEqual(['records', 'bytes'])
})

for (const [leaveEvent, returnEvent] of [
  ['pagehide', 'pageshow'],
  ['freeze', 'resume'],
] as const) {
  test(`no transaction begins between ${leaveEvent} and ${returnEvent}`, async ({ page }) => {
    await page.goto(emptyPagePath)
    await exposeMemory(page)
    await page.evaluate(() => window.memory.kvStore.put('a', 'one'))
    await recordTransactions(page)
    await page.evaluate((type) => {
      window.done = []
      const target = type === 'freeze' ? document : window
      // like listeners of pages, which run after those of the storage module
      target.addEventListener(
        type,
        () => void window.memory.kvStore.put('a', 'two').then(() => window.done.push('put')),
      )
      target.dispatchEvent(new Event(type))
      void window.memory.kvStore.change('b', () => 'three').then(() => window.done.push('change'))
      void window.memory.kvStore.get('a').then(() => window.done.push('get'))
    }, leaveEvent)
    await writeToAnotherDatabase(page)
    expect(await page.evaluate(() => window.transactions)).toEqual([])
    await page.evaluate((type) => {
      const target = type === 'resume' ? document : window
      target.dispatchEvent(new Event(type))
    }, returnEvent)
    await expect.poll(() => page.evaluate(() => window.done.toSorted())).toEqual(['change', 'get', 'put'])
    expect(await page.evaluate(() => window.memory.kvStore.get('a'))).toBe('two')
  })
}

test('a page left between reading and writing lets others write, and repeats its change', async ({
  page,
  context,
}) => {
  await page.goto(emptyPagePath)
  await exposeMemory(page)
  const other = await context.newPage()
  await other.goto(emptyPagePath)
  await exposeMemory(other)
  await other.evaluate(() => window.memory.kvStore.put('list', 'a'))
  await page.evaluate(() => {
    window.done = []
    const get = Reflect.get(IDBObjectStore.prototype, 'get') as (key: IDBValidKey) => IDBRequest
    // the page is left while its read is pending
    IDBObjectStore.prototype.get = new Proxy(get, {
      apply(_, store, given: [IDBValidKey]) {
        IDBObjectStore.prototype.get = get
        const request = Reflect.apply(get, store, given)
        dispatchEvent(new Event('pagehide'))
        return request
      },
    })
    void window.memory.kvStore
      .change('list', (before) => `${before} c`)
      .then((after) => window.done.push(after ?? ''))
  })
  await other.evaluate(() => window.memory.kvStore.change('list', (before) => `${before} b`))
  expect(await page.evaluate(() => window.done)).toEqual([])
  await page.evaluate(() => dispatchEvent(new Event('pageshow')))
  await expect.poll(() => page.evaluate(() => window.done)).toEqual(['a b c'])
})

test('a database blocked by another page fails soon, once, and is used again when it is free', async ({
  page,
  context,
}) => {
  await page.goto(emptyPagePath)
  await exposeMemory(page)
  await page.evaluate(() => window.memory.kvStore.put('a', 'one'))
  const other = await context.newPage()
  await other.goto(emptyPagePath)
  const release = await blockDatabase(other)
  const { codes, next } = await page.evaluate(async () => {
    const { kvStore, selfies } = window.memory
    const readCode = (error: { code: string }) => error.code
    const codes = await Promise.all([
      kvStore.put('a', 'two').catch(readCode),
      kvStore.change('a', () => 'three').catch(readCode),
      selfies.entries().catch(readCode),
    ])
    // the next call does not wait for the limit again, but fails within the same task
    const otherTask = new Promise((resolve) => setTimeout(() => resolve('a later task')))
    return { codes, next: await Promise.race([selfies.entries().catch(readCode), otherTask]) }
  })
  expect(codes).toEqual(['MemoryLost', 'MemoryLost', 'MemoryLost'])
  expect(next).toBe('MemoryLost')
  await release()
  const read = () => page.evaluate(() => window.memory.kvStore.entries().catch(() => 'not yet'))
  // a committed write is executed late, a read-modify-write never is
  await expect.poll(read).toEqual([['a', 'two']])
})

test('files arrive and a selfie is searched with while another page blocks the database', async ({
  page,
  context,
}) => {
  await addPackageToCart(page)
  await fillCheckout(page)
  await findPayButton(page).click()
  await chooseAtBank(page, 'Оплатить')
  await expectPaid(page)
  const other = await context.newPage()
  await other.goto(emptyPagePath)
  const release = await blockDatabase(other)
  await page.bringToFront()
  const download = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Скачать: / })
    .first()
    .click()
  expect(await (await download).failure()).toBeNull()
  await page.goto(selfiePath)
  await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
  await chooseSelfie(page, 'good-a01-andrei.jpg')
  await expect(page).toHaveURL(/\/my$/)
  await expect(findFirstPhoto(page)).toBeVisible()
  await release()
})

test('records of an earlier build are readable, and new records are readable by it', async ({ page }) => {
  await page.goto(emptyPagePath)
  await exposeMemory(page)
  const raw = await page.evaluate(async () => {
    const waitForRequest = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('refused')))
      })
    const openRequest = indexedDB.open('photofinish', 1)
    openRequest.addEventListener('upgradeneeded', () => {
      for (const name of ['records', 'bytes']) openRequest.result.createObjectStore(name)
    })
    const database = await waitForRequest(openRequest)
    const stores = () => {
      const transaction = database.transaction(['records', 'bytes'], 'readwrite')
      return { records: transaction.objectStore('records'), bytes: transaction.objectStore('bytes') }
    }
    const bytes = new Uint8Array([1, 2, 3]).buffer
    const hash = await window.memory.sha256(bytes)
    const selfie = { id: 's', eventId: 'e', albumId: 'a', takenOn: 1, mime: 'image/jpeg', stage: 'saved' }
    const before = stores()
    before.records.put({ version: 1, value: 'en' }, 'facts/appLanguage')
    before.records.put({ version: 1, value: { ...selfie, sha256: hash, sizeInBytes: 3 } }, 'selfies/s')
    await waitForRequest(before.bytes.put(bytes, 'selfies/s'))
    const { kvStore, selfies } = window.memory
    const read = [await kvStore.get('appLanguage'), (await selfies.get('s'))?.bytes?.byteLength]
    await kvStore.put('cartId', 'c')
    await selfies.change('s', (storedSelfie) => storedSelfie && { ...storedSelfie, takenOn: 2 })
    const after = stores()
    const [cart, record, storedSelfie] = await Promise.all([
      waitForRequest(after.records.get('facts/cartId')),
      waitForRequest(after.records.get('selfies/s')),
      waitForRequest(after.bytes.get('selfies/s')),
    ])
    return {
      read,
      cart,
      takenOn: record.value.takenOn,
      kept: storedSelfie.byteLength,
      version: database.version,
    }
  })
  expect(raw).toEqual({ read: ['en', 3], cart: { version: 1, value: 'c' }, takenOn: 2, kept: 3, version: 1 })
})
