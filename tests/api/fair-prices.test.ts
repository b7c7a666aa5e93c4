import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceHeader } from '../../contract/call.ts'
import { addCartItems, checkOut, getCart, setCartCustomer } from '../../contract/cart.ts'
import type { Problem } from '../../contract/errors.ts'
import { getEvent, mayGetMorePhotos } from '../../contract/events.ts'
import { getOrder } from '../../contract/orders.ts'
import { type EventRow, setEventSwitches } from '../../server/features/events/index.ts'
import { refundInvoice } from '../../server/features/invoices/index.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import {
  createCartWithItems,
  createEventOnSale,
  createReadyCart,
  createStoredPhoto,
  fetchCart,
  findProductId,
  openShop,
  placeOrder,
  placePaidOrder,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** Creates an event in which a runner is on the given number of photos. */
async function createEventWithPhotos(photos: number, number = '128', closed = true) {
  const event = await createEventOnSale(shop, { switches: { closed } })
  const photoIds: string[] = []
  for (let count = 0; count < photos; count++)
    photoIds.push((await createStoredPhoto(shop, event, { numbers: [number] })).photoId)
  return { event, photoIds }
}

interface PriceRequest {
  number?: string
  earlierOrders?: string[]
  email?: string
}

/** Creates a cart with single photos, added after a search by number. */
async function createCart(
  event: EventRow,
  photoIds: readonly string[],
  input: PriceRequest = {},
): Promise<string> {
  const shoppingCartId = await createCartWithItems(shop)
  await addPhotos(shoppingCartId, event, photoIds, input)
  await setEmail(shop, shoppingCartId, input.email)
  return shoppingCartId
}

async function addPhotos(
  shoppingCartId: string,
  event: EventRow,
  photoIds: readonly string[],
  { number, earlierOrders }: PriceRequest = {},
): Promise<void> {
  const { token } = await fetchSearchToken(shop.app, event.id, number === undefined ? {} : { number })
  const productId = await findProductId(shop, event, 'photo')
  const items = photoIds.map((photoId) => ({ productId, photoId }))
  await fetchAnswer(shop.app, addCartItems, {
    params: { shoppingCartId },
    body: { items, earlierOrders },
    token,
  })
}

/** Adds the runner's package and returns the response. */
async function addPackage(
  shoppingCartId: string,
  event: EventRow,
  { number = '128', earlierOrders }: PriceRequest = {},
) {
  const { token } = await fetchSearchToken(shop.app, event.id, { number })
  const items = [{ productId: await findProductId(shop, event, 'photos_with_me') }]
  return sendCall(shop.app, addCartItems, {
    params: { shoppingCartId },
    body: { items, earlierOrders },
    token,
  })
}

/** Returns the headers of a new device with its secret. */
const createDevice = () => ({ headers: { [deviceHeader]: randomBytes(24).toString('base64url') } })
type Device = ReturnType<typeof createDevice>

/** Adds single photos to a new cart of a device, and returns the error code; empty on success. */
async function addOnDevice(device: Device, event: EventRow, photoIds: readonly string[]) {
  const params = { shoppingCartId: await createCartWithItems(shop) }
  const { token } = await fetchSearchToken(shop.app, event.id, { number: '128' })
  const productId = await findProductId(shop, event, 'photo')
  const body = { items: photoIds.map((photoId) => ({ productId, photoId })) }
  const response = await sendCall(shop.app, addCartItems, { ...device, params, body, token })
  return { params, code: response.body && response.json<Problem>().code }
}

/** Pays for single photos on a device. */
async function buyOnDevice(device: Device, event: EventRow, photoIds: readonly string[]) {
  const { params } = await addOnDevice(device, event, photoIds)
  await fetchAnswer(shop.app, setCartCustomer, { ...device, params, body: { email: 'anna.s@mail.example' } })
  return placePaidOrder(shop, params.shoppingCartId, device)
}

const readTotal = async (cartId: string) => (await fetchCart(shop, cartId)).totalAmount.amount / 100

const readOrderTotal = async (orderId: string, device: Device) =>
  (await fetchAnswer(shop.app, getOrder, { ...device, params: { orderId } })).totalAmount.amount

describe('photos of one runner', () => {
  it('never cost more than the package that contains them, and say that they are charged as it', async () => {
    const { event, photoIds } = await createEventWithPhotos(9)
    const cartId = await createCart(event, photoIds.slice(0, 8), { number: '128' })
    const cart = await fetchCart(shop, cartId)
    expect([cart.amount.amount, cart.totalAmount.amount]).toEqual([199000, 199000])
    // the price of the eight photos one by one, minus that of the package
    expect(cart.savedByPackages?.amount).toBe(8 * 27000 - 199000)
    expect(cart.items.map(({ chargedAs }) => chargedAs)).toEqual(Array(8).fill('photos_with_me'))
    expect(cart.items.reduce((sum, { price }) => sum + price.amount, 0)).toBe(199000)
    const { orderId } = await placeOrder(shop, cartId)
    expect(orderId).toBeTruthy()
  })

  it('cost their single prices when they are not all of one runner', async () => {
    const { event, photoIds } = await createEventWithPhotos(4)
    const otherPhotoIds: string[] = []
    for (let count = 0; count < 4; count++)
      otherPhotoIds.push((await createStoredPhoto(shop, event, { numbers: ['31'] })).photoId)
    const cartId = await createCart(event, photoIds, { number: '128' })
    await addPhotos(cartId, event, otherPhotoIds, { number: '31' })
    expect(await readTotal(cartId)).toBe(8 * 270)
  })

  it('cost no more than a greater number of them', async () => {
    const { event, photoIds } = await createEventWithPhotos(3)
    const selections = [1, 2, 3].map((count) => photoIds.slice(0, count))
    const totals: number[] = []
    for (const selection of selections) totals.push(await readTotal(await createCart(event, selection)))
    expect(totals).toEqual([390, 780, 990])
  })
})

describe('a package', () => {
  it('costs no more than its photos one by one when no photos can be added any more', async () => {
    const { event } = await createEventWithPhotos(4)
    const cartId = await createReadyCart(shop, event, { package: '128' })
    const cart = await fetchCart(shop, cartId)
    expect(cart.savedByPackages).toBeUndefined()
    expect(cart.items[0]).toMatchObject({
      price: { amount: 132000 },
      originalPrice: { amount: 132000 },
      chargedAs: 'photo',
    })
  })

  it('keeps its price while photos may still be added, and the event says so', async () => {
    const { event } = await createEventWithPhotos(4, '128', false)
    const cartId = await createReadyCart(shop, event, { package: '128' })
    expect(await readTotal(cartId)).toBe(1990)
    expect((await fetchCart(shop, cartId)).savedByPackages).toBeUndefined()
    const fetchPhotosToCome = async () =>
      mayGetMorePhotos(await fetchAnswer(shop.app, getEvent, { params: { eventId: event.id } }))
    expect(await fetchPhotosToCome()).toBe(true)
    await setEventSwitches(shop.context(), event.id, { closed: true })
    expect(await fetchPhotosToCome()).toBe(false)
    expect(await readTotal(cartId)).toBe(1320)
  })

  it('costs less by earlier payments for photos of the same runner', async () => {
    const { event, photoIds } = await createEventWithPhotos(12)
    const paid = await placePaidOrder(shop, await createCart(event, photoIds.slice(0, 3), { number: '128' }))
    const cartId = await createCartWithItems(shop)
    expect((await addPackage(cartId, event, { earlierOrders: [paid.orderId] })).statusCode).toBe(204)
    expect(await readTotal(cartId)).toBe(1990 - 990)
    const otherCartId = await createCartWithItems(shop)
    expect((await addPackage(otherCartId, event)).statusCode).toBe(204)
    expect(await readTotal(otherCartId)).toBe(1990)
  })

  it('ignores unpaid orders and other events', async () => {
    const { event, photoIds } = await createEventWithPhotos(12)
    const unpaid = await placeOrder(shop, await createCart(event, photoIds.slice(0, 3)))
    const other = await createEventWithPhotos(2)
    const otherEventOrder = await placePaidOrder(shop, await createCart(other.event, other.photoIds))
    const cartId = await createCartWithItems(shop)
    await addPackage(cartId, event, { earlierOrders: [unpaid.orderId, otherEventOrder.orderId, 'unknown'] })
    expect(await readTotal(cartId)).toBe(1990)
  })
})

describe('what was bought before', () => {
  it('is refused in a cart that names the earlier order', async () => {
    const { event, photoIds } = await createEventWithPhotos(3)
    const { orderId } = await placePaidOrder(shop, await createCart(event, photoIds.slice(0, 1)))
    const shoppingCartId = await createCartWithItems(shop)
    const { token } = await fetchSearchToken(shop.app, event.id)
    const items = [{ productId: await findProductId(shop, event, 'photo'), photoId: photoIds[0] }]
    const body = { items, earlierOrders: [orderId] }
    const call = { params: { shoppingCartId }, body, token }
    expect(await fetchProblemCode(shop.app, addCartItems, call)).toEqual([409, 'AlreadyBought'])
    const withoutOrder = { ...call, body: { items } }
    expect((await sendCall(shop.app, addCartItems, withoutOrder)).statusCode).toBe(204)
  })

  it('is refused on the device that ordered it, also when the page names no order', async () => {
    const { event, photoIds } = await createEventWithPhotos(3)
    const device = createDevice()
    await buyOnDevice(device, event, photoIds.slice(0, 1))
    expect((await addOnDevice(device, event, photoIds)).code).toBe('AlreadyBought')
    expect((await addOnDevice(device, event, photoIds.slice(1))).code).toBe('')
    expect((await addOnDevice(createDevice(), event, photoIds)).code).toBe('')
  })

  it('counts towards the package on the device that ordered it, also when the page names no order', async () => {
    const { event, photoIds } = await createEventWithPhotos(12)
    const device = createDevice()
    await buyOnDevice(device, event, photoIds.slice(0, 3))
    const shoppingCartId = await createCartWithItems(shop)
    expect((await addPackage(shoppingCartId, event)).statusCode).toBe(204)
    const call = { ...device, params: { shoppingCartId } }
    expect((await fetchAnswer(shop.app, getCart, call)).totalAmount.amount).toBe(199000 - 99000)
    await fetchAnswer(shop.app, setCartCustomer, { ...call, body: { email: 'anna.s@mail.example' } })
    const { orderId } = await placePaidOrder(shop, shoppingCartId, device)
    expect(await readOrderTotal(orderId, device)).toBe(199000 - 99000)
    // the order of this cart does not count as an earlier one
    const { items } = await fetchAnswer(shop.app, getCart, call)
    expect(items.map(({ price }) => price.amount)).toEqual([199000 - 99000])
  })

  it('is refused at checkout when the device has bought it with another cart meanwhile', async () => {
    const { event, photoIds } = await createEventWithPhotos(3)
    const device = createDevice()
    const { params } = await addOnDevice(device, event, photoIds)
    await fetchAnswer(shop.app, setCartCustomer, {
      ...device,
      params,
      body: { email: 'anna.s@mail.example' },
    })
    await buyOnDevice(device, event, photoIds.slice(0, 1))
    expect(await fetchProblemCode(shop.app, checkOut, { ...device, params })).toEqual([409, 'AlreadyBought'])
  })

  it('as a package asks first for the same e-mail address at checkout, naming its item', async () => {
    const { event } = await createEventWithPhotos(3, '128', false)
    await placePaidOrder(shop, await createReadyCart(shop, event, { package: '128' }))
    const secondCartId = await createReadyCart(shop, event, { package: '128' })
    const response = await sendCall(shop.app, checkOut, { params: { shoppingCartId: secondCartId } })
    const [item] = (await fetchCart(shop, secondCartId)).items
    expect(response.json<Problem>()).toMatchObject({
      code: 'AlreadyOrdered',
      extra: { itemIds: [item?.shoppingCartItemId] },
    })
    await setEmail(shop, secondCartId, 'ANNA.S@mail.example')
    expect(
      (await sendCall(shop.app, checkOut, { params: { shoppingCartId: secondCartId } })).statusCode,
    ).toBe(409)
    const confirmedCheckout = { params: { shoppingCartId: secondCartId }, body: { orderAgain: true } }
    expect((await sendCall(shop.app, checkOut, confirmedCheckout)).statusCode).toBe(200)
    const friendCartId = await createReadyCart(shop, event, { package: '128' })
    await setEmail(shop, friendCartId, 'friend@mail.example')
    await placeOrder(shop, friendCartId)
  })

  it('on the same device as a package is refused also when it is confirmed', async () => {
    const { event } = await createEventWithPhotos(3, '128', false)
    const { orderId } = await placePaidOrder(shop, await createReadyCart(shop, event, { package: '128' }))
    const secondCartId = await createReadyCart(shop, event, { package: '128' })
    const items = [{ productId: await findProductId(shop, event, 'promocode') }]
    const callWithOrder = {
      params: { shoppingCartId: secondCartId },
      body: { items, earlierOrders: [orderId] },
    }
    expect((await sendCall(shop.app, addCartItems, callWithOrder)).statusCode).toBe(204)
    const confirmedCheckout = { params: { shoppingCartId: secondCartId }, body: { orderAgain: true } }
    const response = await sendCall(shop.app, checkOut, confirmedCheckout)
    expect([response.statusCode, response.json<Problem>().code]).toEqual([409, 'AlreadyBought'])
  })

  it('as a package of one runner does not block another runner’s', async () => {
    const { event } = await createEventWithPhotos(3)
    await createStoredPhoto(shop, event, { numbers: ['31'] })
    await placePaidOrder(shop, await createReadyCart(shop, event, { package: '128' }))
    await placeOrder(shop, await createReadyCart(shop, event, { package: '31' }))
  })

  it('and was refunded may be bought again', async () => {
    const { event } = await createEventWithPhotos(3)
    const { invoiceId } = await placePaidOrder(shop, await createReadyCart(shop, event, { package: '128' }))
    await refundInvoice(shop.context(), invoiceId, { amount: undefined, note: '' })
    await shop.jobs.drain()
    await placeOrder(shop, await createReadyCart(shop, event, { package: '128' }))
  })
})
