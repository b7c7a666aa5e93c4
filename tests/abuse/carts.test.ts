import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceHeader } from '../../contract/call.ts'
import {
  addCartItems,
  checkOut,
  createCart,
  deleteCart,
  getCart,
  setCartCustomer,
} from '../../contract/cart.ts'
import { getOrder } from '../../contract/orders.ts'
import { carts } from '../../server/features/cart/tables.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { callCounts } from '../../server/platform/http/tables.ts'
import { sha256 } from '../../server/platform/ids.ts'
import { countTrue, reportFigures } from '../support/data/figures.ts'
import { buyerEmail, createCartOnDevice, createDevice, type Device } from '../support/data/purchases.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  createStoredPhoto,
  findProductId,
  placePaidOrder,
  type Shop,
} from '../support/server/shop.ts'
import { openShopWithAccounts, type ShopWithAccounts } from '../support/server/shop-with-accounts.ts'

let shopWithAccounts: ShopWithAccounts
let shop: Shop
let event: EventRow
beforeAll(async () => {
  shopWithAccounts = await openShopWithAccounts()
  shop = shopWithAccounts.shop
  event = await createEventOnSale(shop)
}, 60_000)
afterAll(() => shopWithAccounts.close())

/** Returns the token of an account without carts and orders. */
const createStrangerToken = () => shopWithAccounts.keycloak.createToken({ sub: 'stranger' })

const fetchCart = (params: { shoppingCartId: string }, device: Partial<Device> = {}, token?: string) =>
  fetchAnswer(shop.app, getCart, { ...device, params, ...(token && { token }) })

describe('a cart id used by a stranger', () => {
  const refused: boolean[] = []
  const revealed: boolean[] = []
  afterAll(() =>
    reportFigures('cart id used by a stranger', {
      'calls refused': countTrue(refused),
      'reads with the order or an e-mail': countTrue(revealed),
    }),
  )
  const fetchRecordedRefusal: typeof fetchProblemCode = async (...callArguments) => {
    const [status, code] = await fetchProblemCode(...callArguments)
    refused.push(status >= 400)
    return [status, code]
  }
  const readCart: typeof fetchCart = async (...callArguments) => {
    const cart = await fetchCart(...callArguments)
    revealed.push(cart.orderId !== null || cart.customer !== null)
    return cart
  }

  it.each([
    ['without a key', {}],
    ['with another key', createDevice()],
  ])('returns no order and no e-mail %s', async (_, stranger: Partial<Device>) => {
    const device = createDevice()
    const params = await createCartOnDevice({ shop, event }, { device })
    expect((await readCart(params, stranger)).customer).toBeNull()
    const { orderId } = await fetchAnswer(shop.app, checkOut, { ...device, params })
    const strangersCart = await readCart(params, stranger)
    expect(strangersCart).toMatchObject({ state: 'Processed', orderId: null, customer: null, items: [] })
    expect(JSON.stringify(strangersCart)).not.toContain(orderId)
    expect(await fetchRecordedRefusal(shop.app, checkOut, { ...stranger, params })).toEqual([
      404,
      'CartNotFound',
    ])
    const repeatedInput = {
      ...stranger,
      headers: { ...stranger.headers, 'idempotency-key': 'a-guess' },
      params,
    }
    expect(await fetchRecordedRefusal(shop.app, checkOut, repeatedInput)).toEqual([404, 'CartNotFound'])
    expect(await fetchRecordedRefusal(shop.app, deleteCart, { ...stranger, params })).toEqual([
      409,
      'CartProcessed',
    ])
    expect(await fetchCart(params, device)).toMatchObject({
      orderId,
      customer: { email: 'a•••@mail.example' },
    })
    expect(await fetchAnswer(shop.app, checkOut, { ...device, params })).toMatchObject({ orderId })
  })

  it('does not order for an e-mail that was typed on another device', async () => {
    const params = await createCartOnDevice({ shop, event }, { device: createDevice() })
    for (const stranger of [{}, createDevice()])
      expect(await fetchRecordedRefusal(shop.app, checkOut, { ...stranger, params })).toEqual([
        422,
        'CustomerMissing',
      ])
  })

  it('does not accept an e-mail without a key, which would give access to the cart', async () => {
    const device = createDevice()
    const params = await createCartOnDevice({ shop, event }, { device })
    const input = { params, body: { email: 'else@mail.example' } }
    expect(await fetchRecordedRefusal(shop.app, setCartCustomer, input)).toEqual([404, 'CartNotFound'])
    expect(await fetchCart(params, device)).toMatchObject({ customer: { email: 'a•••@mail.example' } })
  })

  it('does not return the e-mail to an account that takes over the open cart', async () => {
    const device = createDevice()
    const params = await createCartOnDevice({ shop, event }, { device })
    const token = await createStrangerToken()
    for (const stranger of [{}, createDevice()]) {
      expect((await readCart(params, stranger, token)).customer).toBeNull()
      expect(await fetchRecordedRefusal(shop.app, checkOut, { ...stranger, params, token })).toEqual([
        422,
        'CustomerMissing',
      ])
    }
  })
})

describe('earlier purchases in a cart whose id a stranger knows', () => {
  /** Creates a device that has paid for three of a runner's twelve photos, and its cart with the runner's package. */
  async function createPackageCartAfterPhotos() {
    const packageEvent = await createEventOnSale(shop, { switches: { closed: true } })
    const photoIds: string[] = []
    for (let count = 0; count < 12; count++)
      photoIds.push((await createStoredPhoto(shop, packageEvent, { numbers: ['128'] })).photoId)
    const device = createDevice()
    const { token } = await fetchSearchToken(shop.app, packageEvent.id, { number: '128' })
    const single = await findProductId(shop, packageEvent, 'photo')
    const items = photoIds.slice(0, 3).map((photoId) => ({ productId: single, photoId }))
    const firstCart = await fetchAnswer(shop.app, createCart, { ...device, body: {} })
    await fetchAnswer(shop.app, addCartItems, { ...device, params: firstCart, body: { items }, token })
    await fetchAnswer(shop.app, setCartCustomer, {
      ...device,
      params: firstCart,
      body: { email: buyerEmail },
    })
    const { orderId } = await placePaidOrder(shop, firstCart.shoppingCartId, device)
    const params = await fetchAnswer(shop.app, createCart, { ...device, body: {} })
    const body = { items: [{ productId: await findProductId(shop, packageEvent, 'photos_with_me') }] }
    await fetchAnswer(shop.app, addCartItems, {
      ...device,
      params,
      body: { ...body, earlierOrders: [orderId] },
      token,
    })
    return { device, params, token, photo: { items: items.slice(0, 1) } }
  }
  const fetchTotal = async (params: { shoppingCartId: string }, device: Partial<Device>) =>
    (await fetchCart(params, device)).totalAmount.amount

  it('lower the price for their buyer alone, also once the stranger has typed an e-mail', async () => {
    const { device, params } = await createPackageCartAfterPhotos()
    const reducedPrice = await fetchTotal(params, device)
    expect(reducedPrice).toBe(199_000 - 99_000)
    const stranger = createDevice()
    const totals = [await fetchTotal(params, {}), await fetchTotal(params, stranger)]
    const customer = { ...stranger, params, body: { email: 'else@mail.example' } }
    await fetchAnswer(shop.app, setCartCustomer, customer)
    totals.push(await fetchTotal(params, stranger))
    const { orderId } = await fetchAnswer(shop.app, checkOut, { ...stranger, params })
    const order = await fetchAnswer(shop.app, getOrder, { ...stranger, params: { orderId } })
    totals.push(order.totalAmount.amount)
    reportFigures('cart id used by a stranger, earlier purchases', {
      'prices reduced': countTrue(totals.map((total) => total < 199_000)),
      'lowest price in kopecks': Math.min(...totals),
      'price for the buyer': reducedPrice,
    })
    expect(totals).toEqual([199_000, 199_000, 199_000, 199_000])
  })

  it('are not revealed by refusals', async () => {
    const { device, params, token, photo } = await createPackageCartAfterPhotos()
    const addPhoto = (caller: Partial<Device>) =>
      fetchProblemCode(shop.app, addCartItems, { ...caller, params, body: photo, token })
    expect(await addPhoto(device)).toEqual([409, 'AlreadyBought'])
    for (const stranger of [{}, createDevice()])
      expect(await addPhoto(stranger)).toEqual([409, 'PhotoInsidePackage'])
  })

  it('do not show a stranger which photos the package holds', async () => {
    const { device, params } = await createPackageCartAfterPhotos()
    const countPhotoIds = async (caller: Partial<Device>) =>
      (await fetchCart(params, caller)).items[0]?.photoIds?.length
    expect(await countPhotoIds(device)).toBe(12)
    for (const stranger of [{}, createDevice()]) expect(await countPhotoIds(stranger)).toBeUndefined()
  })

  it('do not follow the cart to the account that takes it over', async () => {
    const { params } = await createPackageCartAfterPhotos()
    const token = await createStrangerToken()
    expect((await fetchCart(params, createDevice(), token)).totalAmount.amount).toBe(199_000)
  })
})

describe('a cart of the buyer', () => {
  it('can be filled and ordered by its id alone after the key was lost, once the e-mail is typed again', async () => {
    const params = await createCartOnDevice({ shop, event }, { device: createDevice() })
    const laterDevice = createDevice()
    expect((await fetchCart(params, laterDevice)).items).toHaveLength(1)
    await fetchAnswer(shop.app, setCartCustomer, { ...laterDevice, params, body: { email: buyerEmail } })
    const { orderId } = await fetchAnswer(shop.app, checkOut, { ...laterDevice, params })
    expect((await fetchCart(params, laterDevice)).orderId).toBe(orderId)
  })

  it('returns its order to the account that owns it, on any device', async () => {
    const device = createDevice()
    const params = await createCartOnDevice({ shop, event }, { device })
    const token = await shopWithAccounts.keycloak.createToken({ sub: 'anna' })
    await fetchCart(params, device, token)
    const { orderId } = await fetchAnswer(shop.app, checkOut, { ...device, params, token })
    expect(await fetchCart(params, createDevice(), token)).toMatchObject({ orderId })
    expect(await fetchProblemCode(shop.app, getCart, { ...device, params })).toEqual([401, 'CartOwned'])
  })

  it('of an earlier release is readable without a key until a device sends one', async () => {
    const shoppingCartId = await createReadyCart(shop, event)
    const params = { shoppingCartId }
    const { orderId } = await fetchAnswer(shop.app, checkOut, { params })
    expect(await fetchCart(params)).toMatchObject({ orderId, customer: { email: 'a•••@mail.example' } })
    const device = createDevice()
    expect((await fetchCart(params, device)).orderId).toBe(orderId)
    expect((await fetchCart(params)).orderId).toBeNull()
    expect((await fetchCart(params, device)).orderId).toBe(orderId)
    expect((await fetchAnswer(shop.app, getOrder, { params: { orderId } })).customer.email).toBe(buyerEmail)
  })
})

describe('many carts', () => {
  const create = (address: string, device: Partial<Device> = {}) =>
    sendCall(shop.app, createCart, { ...device, body: {}, address })
  const sendMany = async (count: number, send: (index: number) => ReturnType<typeof create>) => {
    const statuses: number[] = []
    for (let index = 0; index < count; index++) statuses.push((await send(index)).statusCode)
    return statuses
  }

  /** Stores the count of earlier calls of an address, all but the last that its limit allows. */
  const countEarlierCalls = async (call: 'create' | 'email', address: string) => {
    const subjectHash = sha256(`cart ${call} address ${address}`)
    const until = new Date(shop.services.clock().getTime() + 10 * 60_000)
    await shop.services.db
      .insert(callCounts)
      .values({ tenant: 'one', subjectHash, count: maxOfVenue - 1, until })
  }
  const maxOfVenue = 1_500

  it('of one network are refused after those of a venue, and others are not', async () => {
    await countEarlierCalls('create', '2001:db8:0:21::/64')
    const statuses = await sendMany(3, (index) => create(`2001:db8:0:21::${index + 1}`, createDevice()))
    reportFigures('carts of one network in ten minutes', {
      created: maxOfVenue - 1 + countTrue(statuses.map((status) => status === createCart.status)),
      limit: maxOfVenue,
    })
    expect(statuses).toEqual([createCart.status, 429, 429])
    const refused = await create('2001:db8:0:21::ffff')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await create('2001:db8:0:22::1')).statusCode).toBe(createCart.status)
  })

  it('of a network that is refused store nothing about the devices that a program invents', async () => {
    await countEarlierCalls('create', '2001:db8:0:24::/64')
    const countSubjects = () => shop.services.db.$count(callCounts)
    expect((await create('2001:db8:0:24::1', createDevice())).statusCode).toBe(createCart.status)
    const subjectCount = await countSubjects()
    const statuses = await sendMany(5, () => create('2001:db8:0:24::1', createDevice()))
    expect(new Set(statuses)).toEqual(new Set([429]))
    expect(await countSubjects()).toBe(subjectCount)
  })

  it('of one device are refused from any address, and use up nothing of an address', async () => {
    const device = createDevice()
    const statuses = await sendMany(30, (index) => create(`198.51.100.${index}`, device))
    expect(new Set(statuses)).toEqual(new Set([createCart.status]))
    await countEarlierCalls('create', '198.51.100.30')
    expect((await create('198.51.100.30', device)).statusCode).toBe(429)
    expect((await create('198.51.100.30', createDevice())).statusCode).toBe(createCart.status)
  })

  it('get no e-mail any more after those of a venue from one network, and thirty of one device', async () => {
    const params = await createCartOnDevice({ shop, event }, { device: createDevice() })
    const setEmail = (address: string, device: Device) =>
      sendCall(shop.app, setCartCustomer, { ...device, params, body: { email: buyerEmail }, address })
    const device = createDevice()
    const ofDevice = await sendMany(31, (index) => setEmail(`203.0.113.${index}`, device))
    expect([new Set(ofDevice.slice(0, 30)), ofDevice.at(-1)]).toEqual([new Set([204]), 429])
    await countEarlierCalls('email', '2001:db8:0:23::/64')
    const ofNetwork = await sendMany(2, (index) => setEmail(`2001:db8:0:23::${index + 1}`, createDevice()))
    reportFigures('e-mails of carts from one network in ten minutes', {
      set: maxOfVenue - 1 + countTrue(ofNetwork.map((status) => status === 204)),
      limit: maxOfVenue,
    })
    expect(ofNetwork).toEqual([204, 429])
  })
})

it('refuses an invalid key, and stores only a hash', async () => {
  const shortKey = { headers: { [deviceHeader]: 'short' } }
  expect(await fetchProblemCode(shop.app, createCart, { ...shortKey, body: {} })).toEqual([
    400,
    'ValidationFailed',
  ])
  const device = createDevice()
  const { shoppingCartId } = await createCartOnDevice({ shop, event }, { device })
  const [row] = await shop.services.db.select().from(carts).where(eq(carts.id, shoppingCartId))
  expect(row?.deviceHash).toMatch(/^[\da-f]{64}$/)
  expect(JSON.stringify(row)).not.toContain(device.headers[deviceHeader])
})
