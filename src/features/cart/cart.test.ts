// @vitest-environment happy-dom
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  buildCartItem,
  type CartService,
  createMoney,
  respondAfterAdding,
  respondWithBadGateway,
  respondWithError,
  stubCartService,
} from '../../../tests/support/data/cart-service.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { errorsAtom } from '../../platform/errors/index.ts'
import { device, getEventSearch } from '../../platform/storage/index.ts'
import { addItems, getOrCreateCartId } from './changes/add.ts'
import type { ItemToAdd } from './changes/add-items-input.ts'
import { removeItem } from './changes/remove.ts'
import { findRestoringScope, restoreItem } from './changes/restore.ts'
import { cartCount } from './count.ts'
import { refreshCart, syncWithOutbox } from './refresh-cart.ts'
import { cachedCart, cartLoadAtom, clearCart, readShownItems } from './state.ts'

const store = getDefaultStore()

let service: CartService

beforeEach(async () => {
  await syncWithOutbox()
  clearCart()
  localStorage.clear()
  store.set(errorsAtom, [])
  document.documentElement.lang = 'ru'
  // in development every reported error is also logged there
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const token = { expiresOn: '2030-01-01T00:00:00.000Z', total: 3 }
  getEventSearch('e').eventToken.write({ ...token, token: 'of-event', subject: { kind: 'event', label: '' } })
  getEventSearch('e').token.write({ ...token, token: 'of-person', subject: { kind: 'number', label: '128' } })
  getEventSearch('e').last.write({ by: 'number', number: '128' })
  service = stubCartService()
})

const event = { title: 'Race', catalogId: 'c' }

const buildPhotoAddition = (photoId: string): ItemToAdd => ({
  item: { productId: 'single', photoId },
  shownItem: { title: 'Photo', productType: 'photo', price: createMoney(39_000) },
})

const addPhotos = (...photoIds: string[]) =>
  addItems({ eventId: 'e', event, additions: photoIds.map(buildPhotoAddition) })

const addPackage = () =>
  addItems({
    eventId: 'e',
    event,
    additions: [
      { item: { productId: 'package' }, shownItem: { title: 'All', productType: 'photos_with_me' } },
    ],
    tokenScope: 'person',
  })

afterEach(async () => {
  // no queued entry of one test may be sent in the next
  for (const { id } of await outbox.entries()) await outbox.drop(id)
  await refreshCart()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the first item creates a cart with an id of the device, its language and theme', async () => {
  service.cartItems = [buildCartItem('p1')]
  service.cartOverrides = { attributes: [] }
  expect(await addPhotos('p1')).toBe(true)
  const cartId = device.cartId.read()
  expect(cartId).toMatch(/^[0-9a-f-]{36}$/)
  expect(service.findPosts('/shoppingCarts')[0]?.body).toEqual({ shoppingCartId: cartId })
  expect(service.requests.find(({ method }) => method === 'PATCH')?.body).toEqual([
    { key: 'Language', value: 'ru' },
    { key: 'Theme', value: 'photofinish' },
  ])
  expect(cachedCart.read()?.items).toHaveLength(1)
  expect(cartCount.read()).toBe(1)
})

test('adds a photo with the event’s token, a package with the person’s', async () => {
  await addPhotos('p1')
  await addPackage()
  expect(service.findPosts('/items').map(({ bearer }) => bearer)).toEqual([
    'Bearer of-event',
    'Bearer of-person',
  ])
})

test('adds several photos by one call, without those already in the cart', async () => {
  service.cartItems = [buildCartItem('p1')]
  await addPhotos('p1')
  await addPhotos('p1', 'p2', 'p3')
  const photos = [
    { productId: 'single', photoId: 'p2' },
    { productId: 'single', photoId: 'p3' },
  ]
  expect(service.findPosts('/items/v2')[0]?.body).toEqual({ items: photos })
})

test('offline, items wait, are counted, and are sent once after reconnecting', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  for (let call = 0; call < 4; call++)
    service.queuedResponses.push({ pattern: /./, respond: respondWithBadGateway })
  expect(await addPhotos('p1')).toBe(true)
  expect(await addPhotos('p2')).toBe(true)
  expect(cartCount.read()).toBe(2)
  expect(readShownItems().map(({ photoId, waiting }) => [photoId, waiting?.isSent])).toEqual([
    ['p1', false],
    ['p2', false],
  ])
  service.queuedResponses = []
  service.requests = []
  service.cartItems = [buildCartItem('p1'), buildCartItem('p2')]
  vi.stubGlobal('navigator', { onLine: true })
  await outbox.flush({ now: true })
  await syncWithOutbox()
  await refreshCart()
  expect(service.findPosts('/items').map(({ body }) => body)).toEqual([
    buildPhotoAddition('p1').item,
    buildPhotoAddition('p2').item,
  ])
  expect(readShownItems().map(({ photoId, waiting }) => [photoId, waiting])).toEqual([
    ['p1', undefined],
    ['p2', undefined],
  ])
})

test('does not add a waiting item twice', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  for (let call = 0; call < 4; call++)
    service.queuedResponses.push({ pattern: /./, respond: respondWithBadGateway })
  await addPhotos('p1')
  expect(await addPhotos('p1')).toBe(false)
  expect(store.get(errorsAtom)).toMatchObject([{ code: 'ProductAlreadyInCart' }])
  expect((await outbox.entries()).filter(({ kind }) => kind === 'cart.add')).toHaveLength(1)
})

test('removes a waiting item without a call and keeps the rest of its batch', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  for (let call = 0; call < 9; call++)
    service.queuedResponses.push({ pattern: /./, respond: respondWithBadGateway })
  await addPhotos('p1', 'p2')
  const [first] = readShownItems()
  if (!first) throw new Error('nothing is shown')
  expect(await removeItem(first)).toBe(true)
  expect(readShownItems().map(({ photoId }) => photoId)).toEqual(['p2'])
  expect(await restoreItem(first, 'event')).toBe(true)
  expect(readShownItems().map(({ photoId }) => photoId)).toEqual(['p2', 'p1'])
})

describe('an item that was removed', () => {
  const packageItem = {
    ...buildCartItem('p1'),
    photoId: undefined,
    product: { productId: 'package', title: 'All', productType: 'photos_with_me' as const },
  }

  test('is added again as a package of the same runner after a search for another one', async () => {
    const ofOther = { ...packageItem, subject: '341' }
    const tokenScope = findRestoringScope(ofOther)
    expect(tokenScope).toEqual({ search: { by: 'number', number: '341' } })
    vi.stubGlobal('navigator', { onLine: false })
    await restoreItem(ofOther, tokenScope ?? 'person')
    const [entry] = await outbox.entries()
    expect(entry?.body).toMatchObject({ searchCredentials: { token: '', tokenRequest: { number: '341' } } })
  })

  test('is added again as the package of a face only while that face is searched for', () => {
    const ofFace = { ...packageItem, personId: 'f1' }
    expect(findRestoringScope(ofFace)).toBeUndefined()
    const search = { by: 'face', selfieId: 's', personId: 'f1' } as const
    getEventSearch('e').last.write(search)
    expect(findRestoringScope(ofFace)).toEqual({ search })
  })

  test('stays a gift of its shared link', async () => {
    const gift = { ...buildCartItem('p1'), gift: true, shareId: 'link' }
    const tokenScope = findRestoringScope(gift)
    expect(tokenScope).toEqual({ shareId: 'link' })
    expect(findRestoringScope({ ...gift, shareId: undefined })).toBeUndefined()
    vi.stubGlobal('navigator', { onLine: false })
    await restoreItem(gift, tokenScope ?? 'event')
    const [entry] = await outbox.entries()
    expect(entry?.body).toMatchObject({
      items: [{ productId: 'single', photoId: 'p1', gift: true }],
      searchCredentials: { tokenRequest: { shareId: 'link' } },
    })
  })

  test('costs no more than the package of the runner searched for', () => {
    expect(findRestoringScope(buildCartItem('p1'))).toBe('person')
    getEventSearch('e').last.remove()
    expect(findRestoringScope(buildCartItem('p1'))).toBe('event')
  })
})

/** Starts adding a photo whose request is in flight until `arrive` is called. */
async function startAddingPhoto() {
  let deliver = () => {}
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve
  })
  service.queuedResponses.push({
    pattern: /^POST .*items$/,
    respond: respondAfterAdding(service, 'p1', delivered),
  })
  const added = addPhotos('p1')
  await vi.waitFor(() => expect(service.findPosts('/items')).toHaveLength(1))
  await syncWithOutbox()
  const [photo] = readShownItems()
  if (!photo) throw new Error('nothing is shown')
  return { photo, added, deliver }
}

const waitForQueuedRemoval = () =>
  vi.waitFor(async () =>
    expect((await outbox.entries()).map(({ kind }) => kind)).toEqual(['cart.add', 'cart.remove']),
  )

const listRemovedIds = () =>
  service.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path.split('/').at(-1))

test('an item removed while it is being sent is added first, then removed', async () => {
  const { photo, added, deliver } = await startAddingPhoto()
  const removed = removeItem(photo)
  await waitForQueuedRemoval()
  deliver()
  expect(await removed).toBe(true)
  await added
  await vi.waitFor(() => expect(listRemovedIds()).toEqual(['i-p1']))
})

test('the removal of an item being sent is queued at once and survives a reload', async () => {
  const { photo, added, deliver } = await startAddingPhoto()
  const removed = removeItem(photo)
  await waitForQueuedRemoval()
  await vi.waitFor(() => expect(readShownItems()).toEqual([]))
  deliver()
  await Promise.all([added, removed])
})

test('removes an item that was sent after it was drawn as waiting', async () => {
  const { photo, added, deliver } = await startAddingPhoto()
  deliver()
  await added
  await refreshCart()
  expect(readShownItems()[0]?.waiting).toBeUndefined()
  expect(await removeItem(photo)).toBe(true)
  expect(listRemovedIds()).toEqual(['i-p1'])
})

test('removes an item that another tab added again under its new id', async () => {
  service.cartItems = [{ ...buildCartItem('p1'), shoppingCartItemId: 'i-old' }, buildCartItem('p2')]
  await addPhotos('p1')
  const [photo] = readShownItems()
  if (!photo) throw new Error('nothing is shown')
  service.cartItems = [{ ...buildCartItem('p1'), shoppingCartItemId: 'i-new' }, buildCartItem('p2')]
  service.queuedResponses.push({ pattern: /DELETE .*i-old/, respond: respondWithError('NotFound', 404) })
  expect(await removeItem(photo)).toBe(true)
  expect(listRemovedIds()).toEqual(['i-old', 'i-new'])
})

test('an item that another tab removed can be added again', async () => {
  service.cartItems = [buildCartItem('p1')]
  await addPhotos('p1')
  service.cartItems = []
  service.requests = []
  expect(await addPhotos('p1')).toBe(true)
  expect(service.findPosts('/items').map(({ body }) => body)).toEqual([buildPhotoAddition('p1').item])
})

test.each([
  ['CartProcessed', 409],
  ['CartDeleted', 410],
])('after %s the item goes into a new cart', async (code, status) => {
  await addPhotos('p1')
  const previousCartId = device.cartId.read()
  service.queuedResponses = [{ pattern: /POST .*\/items$/, respond: respondWithError(code, status) }]
  expect(await addPhotos('p2')).toBe(true)
  expect(device.cartId.read()).not.toBe(previousCartId)
  expect(store.get(errorsAtom)).toEqual([])
})

test('a cart that the service lost is created again under its id', async () => {
  await addPhotos('p1')
  const previousCartId = device.cartId.read()
  service.queuedResponses = [{ pattern: /POST .*\/items$/, respond: respondWithError('CartNotFound', 404) }]
  expect(await addPhotos('p2')).toBe(true)
  expect(device.cartId.read()).toBe(previousCartId)
  expect(service.findPosts('/shoppingCarts').at(-1)?.body).toEqual({ shoppingCartId: previousCartId })
})

test('items whose cart the service creates only later wait as long as it asks, and are then sent once', async () => {
  const askToWait = () => {
    const response = respondWithError('TooManyRequests', 429)()
    response.headers.set('retry-after', '600')
    return response
  }
  service.queuedResponses = [{ pattern: /POST .*\/shoppingCarts$/, respond: askToWait }]
  expect(await addPhotos('p1')).toBe(true)
  const cartId = device.cartId.read()
  expect(store.get(errorsAtom)).toEqual([])
  await outbox.flush({ now: true })
  expect(service.findPosts('/items')).toEqual([])
  const [entry] = await outbox.entries()
  expect(entry?.parked).toBeUndefined()
  expect(readShownItems().map(({ photoId }) => photoId)).toEqual(['p1'])

  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 20 * 60_000)
  service.cartItems = [buildCartItem('p1')]
  await outbox.flush()
  await syncWithOutbox()
  await refreshCart()
  expect(service.findPosts('/items').map(({ path }) => path)).toEqual([`/shoppingCarts/${cartId}/items`])
  expect(readShownItems().map(({ photoId, waiting }) => [photoId, waiting])).toEqual([['p1', undefined]])
})

test('a cart read before the service knows it keeps its id', async () => {
  service.queuedResponses = [{ pattern: /^GET/, respond: respondWithError('CartNotFound', 404) }]
  const cartId = getOrCreateCartId()
  await refreshCart()
  expect(device.cartId.read()).toBe(cartId)
  expect(await addPhotos('p1')).toBe(true)
  expect(service.findPosts('/items')[0]?.path).toContain(cartId)
})

test('drops a cart that the service lost when nothing waits for it', async () => {
  await addPhotos('p1')
  service.queuedResponses = [{ pattern: /^GET/, respond: respondWithError('CartNotFound', 404) }]
  await refreshCart()
  expect(device.cartId.read()).toBeNull()
})

test('a refusal is reported once and leaves the badge and the queue unchanged', async () => {
  service.queuedResponses = [
    { pattern: /POST .*\/items$/, respond: respondWithError('ProductAlreadyInCart', 409) },
  ]
  expect(await addPhotos('p1')).toBe(false)
  expect(store.get(errorsAtom)).toMatchObject([{ code: 'ProductAlreadyInCart' }])
  expect(cartCount.read()).toBe(0)
  expect(await outbox.entries()).toEqual([])
})

test('any other refusal is reported as an error of adding, with its reason', async () => {
  service.queuedResponses = [
    { pattern: /POST .*\/items$/, respond: respondWithError('ProductNotFound', 404) },
  ]
  await addPhotos('p1')
  expect(store.get(errorsAtom)).toMatchObject([
    { textId: 'cart.failed.adding', cause: { code: 'ProductNotFound' } },
  ])
})

test('items already in the cart do not block the rest of a waiting batch', async () => {
  service.queuedResponses = [
    { pattern: /POST .*\/items\/v2$/, respond: respondWithError('PhotoInsidePackage', 409) },
    { pattern: /POST .*\/items$/, respond: respondWithError('PhotoInsidePackage', 409) },
  ]
  expect(await addPhotos('p1', 'p2')).toBe(true)
  expect(service.findPosts('/items').map(({ body }) => body)).toEqual([
    buildPhotoAddition('p1').item,
    buildPhotoAddition('p2').item,
  ])
  expect(new Set(service.findPosts('/items').map(({ key }) => key)).size).toBe(2)
})

test('a removed item leaves the badge at once, and its call waits without a network', async () => {
  const photo = buildCartItem('p1')
  service.cartItems = [photo]
  await addPhotos('p1')
  service.queuedResponses = [{ pattern: /DELETE/, respond: respondWithBadGateway }]
  expect(await removeItem(photo)).toBe(true)
  expect(cartCount.read()).toBe(0)
  expect((await outbox.entries()).map(({ kind }) => kind)).toEqual(['cart.remove'])
})

test('an item whose removal failed is back', async () => {
  const photo = buildCartItem('p1')
  service.cartItems = [photo]
  await addPhotos('p1')
  service.queuedResponses = [{ pattern: /DELETE/, respond: respondWithError('Forbidden', 403) }]
  expect(await removeItem(photo)).toBe(false)
  expect(cartCount.read()).toBe(1)
  expect(store.get(errorsAtom)).toMatchObject([{ textId: 'cart.failed.removing' }])
})

test('a deleted cart is not stored and counts as an error', async () => {
  await addPhotos('p1')
  service.cartOverrides = { state: 'Deleted' }
  await refreshCart()
  expect(device.cartId.read()).toBeNull()
  expect(cachedCart.read()).toBeNull()
  expect(store.get(cartLoadAtom)).toMatchObject({ state: 'failed', error: { code: 'CartDeleted' } })
})

test('a cart that became an order is closed, and its order is listed on the home page', async () => {
  await addPhotos('p1')
  service.cartOverrides = { state: 'Processed', orderId: 'o1' }
  await refreshCart()
  expect(device.cartId.read()).toBeNull()
  expect(device.pendingOrders.read()).toEqual(['o1'])
})

test('items waiting for a cart that became an order move to the next one', async () => {
  await addPhotos('p1')
  const previousCartId = device.cartId.read()
  vi.stubGlobal('navigator', { onLine: false })
  service.queuedResponses = [{ pattern: /POST/, respond: respondWithBadGateway }]
  await addPhotos('p2')
  service.cartOverrides = { state: 'Processed', orderId: 'o1' }
  await refreshCart()
  expect(device.cartId.read()).not.toBe(previousCartId)
  expect(readShownItems().map(({ photoId }) => photoId)).toEqual(['p2'])
})

test('without a network the cart stays as last seen', async () => {
  service.cartItems = [buildCartItem('p1')]
  await addPhotos('p1')
  vi.stubGlobal('navigator', { onLine: false })
  service.queuedResponses = [{ pattern: /GET/, respond: respondWithBadGateway }]
  await refreshCart()
  expect(cachedCart.read()?.items).toHaveLength(1)
  expect(store.get(cartLoadAtom)).toMatchObject({ state: 'failed' })
})
