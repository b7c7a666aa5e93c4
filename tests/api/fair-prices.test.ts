import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceHeader } from '../../contract/call.ts'
import { addCartItems, checkOut, getCart, setCartCustomer } from '../../contract/cart.ts'
import type { Problem } from '../../contract/errors.ts'
import { getEvent, photosToCome } from '../../contract/events.ts'
import { getOrder } from '../../contract/orders.ts'
import { type EventRow, setEventSwitches } from '../../server/features/events/index.ts'
import { refundInvoice } from '../../server/features/invoices/index.ts'
import { answer, refusal, send, tokenFor } from '../support/server/api-calls.ts'
import {
  aCart,
  aFullCart,
  aPaidOrder,
  aSellingEvent,
  aStoredPhoto,
  cartNow,
  findProductId,
  openShop,
  placeOrder,
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
  const event = await aSellingEvent(shop, { switches: { closed } })
  const photoIds: string[] = []
  for (let count = 0; count < photos; count++)
    photoIds.push((await aStoredPhoto(shop, event, { numbers: [number] })).photoId)
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
  const shoppingCartId = await aCart(shop)
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
  const { token } = await tokenFor(shop.app, event.id, number === undefined ? {} : { number })
  const productId = await findProductId(shop, event, 'photo')
  const items = photoIds.map((photoId) => ({ productId, photoId }))
  await answer(shop.app, addCartItems, { params: { shoppingCartId }, body: { items, earlierOrders }, token })
}

/** Adds the runner's package and returns the response. */
async function addPackage(
  shoppingCartId: string,
  event: EventRow,
  { number = '128', earlierOrders }: PriceRequest = {},
) {
  const { token } = await tokenFor(shop.app, event.id, { number })
  const items = [{ productId: await findProductId(shop, event, 'photos_with_me') }]
  return send(shop.app, addCartItems, { params: { shoppingCartId }, body: { items, earlierOrders }, token })
}

/** Returns the headers of a new device with its secret. */
const aDevice = () => ({ headers: { [deviceHeader]: randomBytes(24).toString('base64url') } })
type Device = ReturnType<typeof aDevice>

/** Adds single photos to a new cart of a device, and returns the error code; empty on success. */
async function addOnDevice(device: Device, event: EventRow, photoIds: readonly string[]) {
  const params = { shoppingCartId: await aCart(shop) }
  const { token } = await tokenFor(shop.app, event.id, { number: '128' })
  const productId = await findProductId(shop, event, 'photo')
  const body = { items: photoIds.map((photoId) => ({ productId, photoId })) }
  const response = await send(shop.app, addCartItems, { ...device, params, body, token })
  return { params, code: response.body && response.json<Problem>().code }
}

/** Pays for single photos on a device. */
async function buyOnDevice(device: Device, event: EventRow, photoIds: readonly string[]) {
  const { params } = await addOnDevice(device, event, photoIds)
  await answer(shop.app, setCartCustomer, { ...device, params, body: { email: 'anna.s@mail.example' } })
  return aPaidOrder(shop, params.shoppingCartId, device)
}

const readTotal = async (cartId: string) => (await cartNow(shop, cartId)).totalAmount.amount / 100

const totalOfOrder = async (orderId: string, device: Device) =>
  (await answer(shop.app, getOrder, { ...device, params: { orderId } })).totalAmount.amount

describe('photos of one runner', () => {
  it('never cost more than the package that contains them, and say that they are charged as it', async () => {
    const { event, photoIds } = await createEventWithPhotos(9)
    const cartId = await createCart(event, photoIds.slice(0, 8), { number: '128' })
    const cart = await cartNow(shop, cartId)
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
    const others: string[] = []
    for (let count = 0; count < 4; count++)
      others.push((await aStoredPhoto(shop, event, { numbers: ['31'] })).photoId)
    const cartId = await createCart(event, photoIds, { number: '128' })
    await addPhotos(cartId, event, others, { number: '31' })
    expect(await readTotal(cartId)).toBe(8 * 270)
  })

  it('cost no more than a greater number of them', async () => {
    const { event, photoIds } = await createEventWithPhotos(3)
    const prices = [1, 2, 3].map((count) => photoIds.slice(0, count))
    const totals: number[] = []
    for (const some of prices) totals.push(await readTotal(await createCart(event, some)))
    expect(totals).toEqual([390, 780, 990])
  })
})

describe('a package', () => {
  it('costs no more than its photos one by one when no photos can be added any more', async () => {
    const { event } = await createEventWithPhotos(4)
    const cartId = await aFullCart(shop, event, { package: '128' })
    const cart = await cartNow(shop, cartId)
    expect(cart.savedByPackages).toBeUndefined()
    expect(cart.items[0]).toMatchObject({
      price: { amount: 132000 },
      originalPrice: { amount: 132000 },
      chargedAs: 'photo',
    })
  })

  it('keeps its price while photos may still be added, and the event says so', async () => {
    const { event } = await createEventWithPhotos(4, '128', false)
    const cartId = await aFullCart(shop, event, { package: '128' })
    expect(await readTotal(cartId)).toBe(1990)
    expect((await cartNow(shop, cartId)).savedByPackages).toBeUndefined()
    const told = async () => photosToCome(await answer(shop.app, getEvent, { params: { eventId: event.id } }))
    expect(await told()).toBe(true)
    await setEventSwitches(shop.context(), event.id, { closed: true })
    expect(await told()).toBe(false)
    expect(await readTotal(cartId)).toBe(1320)
  })

  it('costs less by earlier payments for photos of the same runner', async () => {
    const { event, photoIds } = await createEventWithPhotos(12)
    const paid = await aPaidOrder(shop, await createCart(event, photoIds.slice(0, 3), { number: '128' }))
    const cartId = await aCart(shop)
    expect((await addPackage(cartId, event, { earlierOrders: [paid.orderId] })).statusCode).toBe(204)
    expect(await readTotal(cartId)).toBe(1990 - 990)
    const stranger = await aCart(shop)
    expect((await addPackage(stranger, event)).statusCode).toBe(204)
    expect(await readTotal(stranger)).toBe(1990)
  })

  it('ignores unpaid orders and other events', async () => {
    const { event, photoIds } = await createEventWithPhotos(12)
    const unpaid = await placeOrder(shop, await createCart(event, photoIds.slice(0, 3)))
    const other = await createEventWithPhotos(2)
    const elsewhere = await aPaidOrder(shop, await createCart(other.event, other.photoIds))
    const cartId = await aCart(shop)
    await addPackage(cartId, event, { earlierOrders: [unpaid.orderId, elsewhere.orderId, 'unknown'] })
    expect(await readTotal(cartId)).toBe(1990)
  })
})

describe('what was bought before', () => {
  it('is refused in a cart that names the earlier order', async () => {
    const { event, photoIds } = await createEventWithPhotos(3)
    const { orderId } = await aPaidOrder(shop, await createCart(event, photoIds.slice(0, 1)))
    const shoppingCartId = await aCart(shop)
    const { token } = await tokenFor(shop.app, event.id)
    const items = [{ productId: await findProductId(shop, event, 'photo'), photoId: photoIds[0] }]
    const body = { items, earlierOrders: [orderId] }
    const ask = { params: { shoppingCartId }, body, token }
    expect(await refusal(shop.app, addCartItems, ask)).toEqual([409, 'AlreadyBought'])
    const withoutOrder = { ...ask, body: { items } }
    expect((await send(shop.app, addCartItems, withoutOrder)).statusCode).toBe(204)
  })

  it('is refused on the device that ordered it, also when the page names no order', async () => {
    const { event, photoIds } = await createEventWithPhotos(3)
    const device = aDevice()
    await buyOnDevice(device, event, photoIds.slice(0, 1))
    expect((await addOnDevice(device, event, photoIds)).code).toBe('AlreadyBought')
    expect((await addOnDevice(device, event, photoIds.slice(1))).code).toBe('')
    expect((await addOnDevice(aDevice(), event, photoIds)).code).toBe('')
  })

  it('counts towards the package on the device that ordered it, also when the page names no order', async () => {
    const { event, photoIds } = await createEventWithPhotos(12)
    const device = aDevice()
    await buyOnDevice(device, event, photoIds.slice(0, 3))
    const shoppingCartId = await aCart(shop)
    expect((await addPackage(shoppingCartId, event)).statusCode).toBe(204)
    const ask = { ...device, params: { shoppingCartId } }
    expect((await answer(shop.app, getCart, ask)).totalAmount.amount).toBe(199000 - 99000)
    await answer(shop.app, setCartCustomer, { ...ask, body: { email: 'anna.s@mail.example' } })
    const { orderId } = await aPaidOrder(shop, shoppingCartId, device)
    expect(await totalOfOrder(orderId, device)).toBe(199000 - 99000)
    // the order of this cart does not count as an earlier one
    const { items } = await answer(shop.app, getCart, ask)
    expect(items.map(({ price }) => price.amount)).toEqual([199000 - 99000])
  })

  it('is refused at checkout when the device has bought it with another cart meanwhile', async () => {
    const { event, photoIds } = await createEventWithPhotos(3)
    const device = aDevice()
    const { params } = await addOnDevice(device, event, photoIds)
    await answer(shop.app, setCartCustomer, { ...device, params, body: { email: 'anna.s@mail.example' } })
    await buyOnDevice(device, event, photoIds.slice(0, 1))
    expect(await refusal(shop.app, checkOut, { ...device, params })).toEqual([409, 'AlreadyBought'])
  })

  it('as a package asks first for the same e-mail address at checkout, naming its item', async () => {
    const { event } = await createEventWithPhotos(3, '128', false)
    await aPaidOrder(shop, await aFullCart(shop, event, { package: '128' }))
    const again = await aFullCart(shop, event, { package: '128' })
    const response = await send(shop.app, checkOut, { params: { shoppingCartId: again } })
    const [item] = (await cartNow(shop, again)).items
    expect(response.json<Problem>()).toMatchObject({
      code: 'AlreadyOrdered',
      extra: { itemIds: [item?.shoppingCartItemId] },
    })
    await setEmail(shop, again, 'ANNA.S@mail.example')
    expect((await send(shop.app, checkOut, { params: { shoppingCartId: again } })).statusCode).toBe(409)
    const confirmed = { params: { shoppingCartId: again }, body: { orderAgain: true } }
    expect((await send(shop.app, checkOut, confirmed)).statusCode).toBe(200)
    const ofFriend = await aFullCart(shop, event, { package: '128' })
    await setEmail(shop, ofFriend, 'friend@mail.example')
    await placeOrder(shop, ofFriend)
  })

  it('on the same device as a package is refused also when it is confirmed', async () => {
    const { event } = await createEventWithPhotos(3, '128', false)
    const { orderId } = await aPaidOrder(shop, await aFullCart(shop, event, { package: '128' }))
    const again = await aFullCart(shop, event, { package: '128' })
    const items = [{ productId: await findProductId(shop, event, 'promocode') }]
    const named = { params: { shoppingCartId: again }, body: { items, earlierOrders: [orderId] } }
    expect((await send(shop.app, addCartItems, named)).statusCode).toBe(204)
    const confirmed = { params: { shoppingCartId: again }, body: { orderAgain: true } }
    const response = await send(shop.app, checkOut, confirmed)
    expect([response.statusCode, response.json<Problem>().code]).toEqual([409, 'AlreadyBought'])
  })

  it('as a package of one runner does not block another runner’s', async () => {
    const { event } = await createEventWithPhotos(3)
    await aStoredPhoto(shop, event, { numbers: ['31'] })
    await aPaidOrder(shop, await aFullCart(shop, event, { package: '128' }))
    await placeOrder(shop, await aFullCart(shop, event, { package: '31' }))
  })

  it('and was refunded may be bought again', async () => {
    const { event } = await createEventWithPhotos(3)
    const { invoiceId } = await aPaidOrder(shop, await aFullCart(shop, event, { package: '128' }))
    await refundInvoice(shop.context(), invoiceId, { amount: undefined, note: '' })
    await shop.jobs.drain()
    await placeOrder(shop, await aFullCart(shop, event, { package: '128' }))
  })
})
