// @vitest-environment happy-dom
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type CartService,
  itemOf,
  lateArrival,
  lostAnswer,
  money,
  openCartService,
  refusal,
} from '../../../tests/world/cart-service.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { errorsAtom } from '../../platform/errors/index.ts'
import { device, eventSearch } from '../../platform/storage/index.ts'
import { addItems, type Wished } from './add.ts'
import { cartCount } from './count.ts'
import { openCart, refreshCart, seeWaiting } from './open-cart.ts'
import { putBack, removeItem } from './remove.ts'
import { cartLoadAtom, dropCart, keptCart, shownNow } from './state.ts'

const store = getDefaultStore()

let service: CartService

beforeEach(async () => {
  await seeWaiting()
  dropCart()
  localStorage.clear()
  store.set(errorsAtom, [])
  document.documentElement.lang = 'ru'
  // in development every reported error is also written there
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const token = { expiresOn: '2030-01-01T00:00:00.000Z', total: 3 }
  eventSearch('e').eventToken.write({ ...token, token: 'of-event', subject: { kind: 'event', label: '' } })
  eventSearch('e').token.write({ ...token, token: 'of-person', subject: { kind: 'number', label: '128' } })
  eventSearch('e').last.write({ by: 'number', number: '128' })
  service = openCartService()
})

const event = { title: 'Race', catalogId: 'c' }

const photoThing = (photoId: string): Wished => ({
  item: { productId: 'single', photoId },
  drawn: { title: 'Photo', productType: 'photo', price: money(39_000) },
})

const addPhotos = (...photoIds: string[]) =>
  addItems({ eventId: 'e', event, things: photoIds.map(photoThing) })

const addPackage = () =>
  addItems({
    eventId: 'e',
    event,
    things: [{ item: { productId: 'package' }, drawn: { title: 'All', productType: 'photos_with_me' } }],
    reach: 'person',
  })

afterEach(async () => {
  // nothing of one test may go out in the next
  for (const { id } of await outbox.entries()) await outbox.drop(id)
  await refreshCart()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the first thing added starts a cart that the device names, and tells it language and theme', async () => {
  service.inCart = [itemOf('p1')]
  service.stateOfCart = { attributes: [] }
  expect(await addPhotos('p1')).toBe(true)
  const cartId = device.cartId.read()
  expect(cartId).toMatch(/^[0-9a-f-]{36}$/)
  expect(service.posts('/shoppingCarts')[0]?.body).toEqual({ shoppingCartId: cartId })
  expect(service.sent.find(({ method }) => method === 'PATCH')?.body).toEqual([
    { key: 'Language', value: 'ru' },
    { key: 'Theme', value: 'photofinish' },
  ])
  expect(keptCart.read()?.items).toHaveLength(1)
  expect(cartCount.read()).toBe(1)
})

test('a photo is added with the event’s token, a package with the person’s', async () => {
  await addPhotos('p1')
  await addPackage()
  expect(service.posts('/items').map(({ bearer }) => bearer)).toEqual(['Bearer of-event', 'Bearer of-person'])
})

test('several photos go by one call, without those that are in the cart', async () => {
  service.inCart = [itemOf('p1')]
  await addPhotos('p1')
  await addPhotos('p1', 'p2', 'p3')
  const photos = [
    { productId: 'single', photoId: 'p2' },
    { productId: 'single', photoId: 'p3' },
  ]
  expect(service.posts('/items/v2')[0]?.body).toEqual({ items: photos })
})

test('without a network things wait, count, and go out once when it is back', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  for (let call = 0; call < 4; call++) service.upsets.push({ to: /./, give: lostAnswer })
  expect(await addPhotos('p1')).toBe(true)
  expect(await addPhotos('p2')).toBe(true)
  expect(cartCount.read()).toBe(2)
  expect(shownNow().map(({ photoId, waiting }) => [photoId, waiting?.isSent])).toEqual([
    ['p1', false],
    ['p2', false],
  ])
  service.upsets = []
  service.sent = []
  service.inCart = [itemOf('p1'), itemOf('p2')]
  vi.stubGlobal('navigator', { onLine: true })
  await outbox.flush({ now: true })
  await seeWaiting()
  await refreshCart()
  expect(service.posts('/items').map(({ body }) => body)).toEqual([
    photoThing('p1').item,
    photoThing('p2').item,
  ])
  expect(shownNow().map(({ photoId, waiting }) => [photoId, waiting])).toEqual([
    ['p1', undefined],
    ['p2', undefined],
  ])
})

test('what waits is not put a second time', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  for (let call = 0; call < 4; call++) service.upsets.push({ to: /./, give: lostAnswer })
  await addPhotos('p1')
  expect(await addPhotos('p1')).toBe(false)
  expect(store.get(errorsAtom)).toMatchObject([{ code: 'ProductAlreadyInCart' }])
  expect((await outbox.entries()).filter(({ kind }) => kind === 'cart.add')).toHaveLength(1)
})

test('what waits is taken back without a call, the rest of its batch stays', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  for (let call = 0; call < 9; call++) service.upsets.push({ to: /./, give: lostAnswer })
  await addPhotos('p1', 'p2')
  const [first] = shownNow()
  if (!first) throw new Error('nothing is shown')
  expect(await removeItem(first)).toBe(true)
  expect(shownNow().map(({ photoId }) => photoId)).toEqual(['p2'])
  expect(await putBack(first)).toBe(true)
  expect(shownNow().map(({ photoId }) => photoId)).toEqual(['p2', 'p1'])
})

/** A photo whose call is being answered. */
async function photoOnItsWay() {
  service.upsets.push({ to: /^POST .*items$/, give: lateArrival(service, 'p1', 200) })
  const added = addPhotos('p1')
  await vi.waitFor(() => expect(service.posts('/items')).toHaveLength(1))
  await seeWaiting()
  const [photo] = shownNow()
  if (!photo) throw new Error('nothing is shown')
  return { photo, added }
}

test('what is on its way when it is taken out is let arrive, and leaves the cart then', async () => {
  const { photo, added } = await photoOnItsWay()
  expect(await removeItem(photo)).toBe(true)
  await added
  const removals = service.sent.filter(({ method }) => method === 'DELETE')
  expect(removals.map(({ path }) => path.split('/').at(-1))).toEqual(['i-p1'])
})

test('a removal of what is on its way is in the queue at once, and survives the page', async () => {
  const { photo, added } = await photoOnItsWay()
  const removed = removeItem(photo)
  await vi.waitFor(async () =>
    expect((await outbox.entries()).map(({ kind }) => kind)).toEqual(['cart.add', 'cart.remove']),
  )
  await vi.waitFor(() => expect(shownNow()).toEqual([]))
  await Promise.all([added, removed])
})

test('what has arrived since it was drawn as waiting is taken out all the same', async () => {
  const { photo, added } = await photoOnItsWay()
  await added
  await refreshCart()
  expect(shownNow()[0]?.waiting).toBeUndefined()
  expect(await removeItem(photo)).toBe(true)
  const removals = service.sent.filter(({ method }) => method === 'DELETE')
  expect(removals.map(({ path }) => path.split('/').at(-1))).toEqual(['i-p1'])
})

test('what another tab has put in again since is taken out under its new id', async () => {
  service.inCart = [{ ...itemOf('p1'), shoppingCartItemId: 'i-old' }, itemOf('p2')]
  await addPhotos('p1')
  const [photo] = shownNow()
  if (!photo) throw new Error('nothing is shown')
  service.inCart = [{ ...itemOf('p1'), shoppingCartItemId: 'i-new' }, itemOf('p2')]
  service.upsets.push({ to: /DELETE .*i-old/, give: refusal('NotFound', 404) })
  expect(await removeItem(photo)).toBe(true)
  const removals = service.sent.filter(({ method }) => method === 'DELETE')
  expect(removals.map(({ path }) => path.split('/').at(-1))).toEqual(['i-old', 'i-new'])
})

test('what another tab has taken out since can be added again', async () => {
  service.inCart = [itemOf('p1')]
  await addPhotos('p1')
  service.inCart = []
  service.sent = []
  expect(await addPhotos('p1')).toBe(true)
  expect(service.posts('/items').map(({ body }) => body)).toEqual([photoThing('p1').item])
})

test.each([
  ['CartProcessed', 409],
  ['CartDeleted', 410],
])('after %s the thing goes into a new cart', async (code, status) => {
  await addPhotos('p1')
  const before = device.cartId.read()
  service.upsets = [{ to: /POST .*\/items$/, give: refusal(code, status) }]
  expect(await addPhotos('p2')).toBe(true)
  expect(device.cartId.read()).not.toBe(before)
  expect(store.get(errorsAtom)).toEqual([])
})

test('a cart that the service has forgotten is started again under its name', async () => {
  await addPhotos('p1')
  const before = device.cartId.read()
  service.upsets = [{ to: /POST .*\/items$/, give: refusal('CartNotFound', 404) }]
  expect(await addPhotos('p2')).toBe(true)
  expect(device.cartId.read()).toBe(before)
  expect(service.posts('/shoppingCarts').at(-1)?.body).toEqual({ shoppingCartId: before })
})

test('a cart that is read before the service was told of it keeps its name', async () => {
  service.upsets = [{ to: /^GET/, give: refusal('CartNotFound', 404) }]
  const cartId = openCart()
  await refreshCart()
  expect(device.cartId.read()).toBe(cartId)
  expect(await addPhotos('p1')).toBe(true)
  expect(service.posts('/items')[0]?.path).toContain(cartId)
})

test('a cart that the service has forgotten is dropped when nothing waits for it', async () => {
  await addPhotos('p1')
  service.upsets = [{ to: /^GET/, give: refusal('CartNotFound', 404) }]
  await refreshCart()
  expect(device.cartId.read()).toBeNull()
})

test('a refusal is told once, leaves the badge as it was and nothing in the queue', async () => {
  service.upsets = [{ to: /POST .*\/items$/, give: refusal('ProductAlreadyInCart', 409) }]
  expect(await addPhotos('p1')).toBe(false)
  expect(store.get(errorsAtom)).toMatchObject([{ code: 'ProductAlreadyInCart' }])
  expect(cartCount.read()).toBe(0)
  expect(await outbox.entries()).toEqual([])
})

test('any other refusal is told as an error of adding, with its reason', async () => {
  service.upsets = [{ to: /POST .*\/items$/, give: refusal('ProductNotFound', 404) }]
  await addPhotos('p1')
  expect(store.get(errorsAtom)).toMatchObject([
    { textId: 'cart.failed.adding', cause: { code: 'ProductNotFound' } },
  ])
})

test('of a batch that waited, what the cart holds already does not keep the rest out', async () => {
  service.upsets = [
    { to: /POST .*\/items\/v2$/, give: refusal('PhotoInsidePackage', 409) },
    { to: /POST .*\/items$/, give: refusal('PhotoInsidePackage', 409) },
  ]
  expect(await addPhotos('p1', 'p2')).toBe(true)
  expect(service.posts('/items').map(({ body }) => body)).toEqual([
    photoThing('p1').item,
    photoThing('p2').item,
  ])
  expect(new Set(service.posts('/items').map(({ key }) => key)).size).toBe(2)
})

test('what is removed leaves the badge at once, and its call waits when there is no answer', async () => {
  const photo = itemOf('p1')
  service.inCart = [photo]
  await addPhotos('p1')
  service.upsets = [{ to: /DELETE/, give: lostAnswer }]
  expect(await removeItem(photo)).toBe(true)
  expect(cartCount.read()).toBe(0)
  expect((await outbox.entries()).map(({ kind }) => kind)).toEqual(['cart.remove'])
})

test('what could not be removed is back', async () => {
  const photo = itemOf('p1')
  service.inCart = [photo]
  await addPhotos('p1')
  service.upsets = [{ to: /DELETE/, give: refusal('Forbidden', 403) }]
  expect(await removeItem(photo)).toBe(false)
  expect(cartCount.read()).toBe(1)
  expect(store.get(errorsAtom)).toMatchObject([{ textId: 'cart.failed.removing' }])
})

test('a cart that is a deleted one is not kept, and counts as an error', async () => {
  await addPhotos('p1')
  service.stateOfCart = { state: 'Deleted' }
  await refreshCart()
  expect(device.cartId.read()).toBeNull()
  expect(keptCart.read()).toBeNull()
  expect(store.get(cartLoadAtom)).toMatchObject({ state: 'failed', error: { code: 'CartDeleted' } })
})

test('a cart that became an order is over, and its order waits on the home page', async () => {
  await addPhotos('p1')
  service.stateOfCart = { state: 'Processed', orderId: 'o1' }
  await refreshCart()
  expect(device.cartId.read()).toBeNull()
  expect(device.pendingOrders.read()).toEqual(['o1'])
})

test('what waits for a cart that became an order waits for the next one', async () => {
  await addPhotos('p1')
  const before = device.cartId.read()
  vi.stubGlobal('navigator', { onLine: false })
  service.upsets = [{ to: /POST/, give: lostAnswer }]
  await addPhotos('p2')
  service.stateOfCart = { state: 'Processed', orderId: 'o1' }
  await refreshCart()
  expect(device.cartId.read()).not.toBe(before)
  expect(shownNow().map(({ photoId }) => photoId)).toEqual(['p2'])
})

test('without a network the cart stays as it was last seen', async () => {
  service.inCart = [itemOf('p1')]
  await addPhotos('p1')
  vi.stubGlobal('navigator', { onLine: false })
  service.upsets = [{ to: /GET/, give: lostAnswer }]
  await refreshCart()
  expect(keptCart.read()?.items).toHaveLength(1)
  expect(store.get(cartLoadAtom)).toMatchObject({ state: 'failed' })
})
