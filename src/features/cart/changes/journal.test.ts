// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installFakeDatabase } from '../../../../tests/fake-database.ts'
import releasedAddition from '../../../../tests/fixtures/released/cart-addition.json' with { type: 'json' }
import {
  type CartService,
  createMoney,
  stubCartService,
} from '../../../../tests/support/data/cart-service.ts'

// code that a page loads late belongs to the modules of the next page, which has not run its entry yet
vi.mock('../../../lib/outbox/connect.ts', () => ({
  connectOutbox: () => {},
  loadOutbox: async () => (await import('../../../app/outbox.ts')).queue,
}))

installFakeDatabase()

// transforms the modules of a page, which takes seconds on a busy machine, before the time limit of the first test begins
await Promise.all([import('./add.ts'), import('./replay-additions.ts'), import('../../../app/outbox.ts')])

let service: CartService

beforeEach(() => {
  localStorage.clear()
  document.documentElement.lang = 'ru'
  service = stubCartService()
  service.storesAddedPhotos = true
})

/** Collects unfinished work of the pages of a test. It runs after they may use IndexedDB again. */
const unfinished: (() => Promise<unknown>)[] = []

// no page of one test may act in the next
afterEach(async () => {
  vi.restoreAllMocks()
  dispatchEvent(new Event('pageshow'))
  for (const finish of unfinished.splice(0)) await finish()
})

/** Opens a page: modules without state, on the device storage that earlier pages have left. */
async function openPage() {
  vi.resetModules()
  const { addItems, loadCartOperations } = await import('./lazy-cart.ts')
  const { readShownItems } = await import('../state.ts')
  const { outbox } = await import('../../../lib/outbox/index.ts')
  const { errorsAtom } = await import('../../../platform/errors/index.ts')
  const { getEventSearch } = await import('../../../platform/storage/index.ts')
  const { getDefaultStore } = await import('jotai')
  const subject = { kind: 'event' as const, label: '' }
  getEventSearch('e').eventToken.write({
    token: 't',
    expiresOn: '2030-01-01T00:00:00.000Z',
    total: 3,
    subject,
  })
  unfinished.push(async () => {
    await outbox.flush()
    const { refreshCart } = await loadCartOperations()
    await refreshCart()
  })
  return {
    add(photoId: string) {
      const added = addItems({
        eventId: 'e',
        event: { title: 'Race', catalogId: 'c' },
        additions: [
          {
            item: { productId: 'single', photoId },
            shownItem: { title: 'Photo', productType: 'photo', price: createMoney(39_000) },
          },
        ],
      })
      unfinished.unshift(() => added)
      return added
    },
    /** Reads the cart as its page does, until it shows one photo. Pages of the same device may write it concurrently. */
    async waitForPhoto(photo: string) {
      const operations = await loadCartOperations()
      operations.subscribeToOutbox()
      await vi.waitFor(async () => {
        await operations.refreshCart()
        expect(readShownItems().map(({ photoId }) => photoId)).toEqual([photo])
      }, 5_000)
    },
    /** Reads the cart as its page does. */
    async readCart() {
      const operations = await loadCartOperations()
      operations.subscribeToOutbox()
      await operations.refreshCart()
    },
    outbox,
    errors: () => getDefaultStore().get(errorsAtom),
  }
}

const readPhotoId = ({ body }: { body: unknown }) => (body as { photoId: string }).photoId
const listKeys = (photoId: string) =>
  service
    .findPosts('/items')
    .filter((sent) => readPhotoId(sent) === photoId)
    .map(({ key }) => key)

/** Fires `pagehide`. The page's IndexedDB calls then wait for `pageshow`, which does not follow. */
const leavePage = () => dispatchEvent(new Event('pagehide'))

const listRecordKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('cartAdding.'))

test('what is added in the task in which the page is left is in the cart of the next page', async () => {
  const first = await openPage()
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction')
  void first.add('p1')
  leavePage()
  expect(transactions).not.toHaveBeenCalled()

  const second = await openPage()
  await second.waitForPhoto('p1')
  await second.outbox.flush()
  expect(service.findPosts('/items').map(readPhotoId)).toEqual(['p1'])
  expect(listRecordKeys()).toEqual([])
})

test('a database that answers late does not lose what is added', async () => {
  const delayed: (() => void)[] = []
  const open = indexedDB.open.bind(indexedDB)
  const openSpy = vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    const request = open(...args)
    const dispatch = request.dispatchEvent.bind(request)
    request.dispatchEvent = (event) => {
      if (event.type !== 'success') return dispatch(event)
      delayed.push(() => dispatch(event))
      return true
    }
    return request
  })
  const first = await openPage()
  void first.add('p2')
  await vi.waitFor(() => expect(delayed).toHaveLength(1))
  leavePage()

  openSpy.mockRestore()
  const second = await openPage()
  await second.waitForPhoto('p2')
  for (const answer of delayed) answer()
  await second.outbox.flush()
  expect(listKeys('p2')).toHaveLength(1)
})

test('a page that comes back and the page that took over its record add a photo once', async () => {
  const first = await openPage()
  const added = first.add('p3')
  leavePage()
  const second = await openPage()
  await second.readCart()
  await second.outbox.flush()

  dispatchEvent(new Event('pageshow'))
  expect(await added).toBe(true)
  expect(first.errors()).toEqual([])
  expect(listKeys('p3')).toHaveLength(1)
})

test('two tabs that find the same record add its photo once', async () => {
  const first = await openPage()
  void first.add('p4')
  leavePage()
  const tabs = [await openPage(), await openPage()]
  await Promise.all(tabs.map((tab) => tab.readCart()))
  await Promise.all(tabs.map((tab) => tab.outbox.flush()))
  expect(listKeys('p4')).toHaveLength(1)
})

test('a record that cannot be read is removed', async () => {
  localStorage.setItem('cartAdding.broken', '{"eventId":')
  localStorage.setItem('cartAdding.other', '{"eventId":7}')
  const page = await openPage()
  await page.readCart()
  expect(listRecordKeys()).toEqual([])
})

test('the journal holds 50 records at most', async () => {
  for (let at = 0; at < 50; at++) localStorage.setItem(`cartAdding.${at}`, '{}')
  const page = await openPage()
  void page.add('p5')
  leavePage()
  expect(listRecordKeys()).toHaveLength(50)
})

test('an addition that the first release has recorded reaches the cart', async () => {
  localStorage.setItem('cartAdding.1-2-3-4', JSON.stringify(releasedAddition))
  const page = await openPage()
  await page.readCart()
  await page.waitForPhoto('p1')
})
