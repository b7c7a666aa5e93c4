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
import { countTrue, report } from '../support/data/figures.ts'
import { aCartOn, aDevice, buyerEmail, type Device } from '../support/data/purchases.ts'
import { answer, refusal, tokenFor } from '../support/server/api-calls.ts'
import {
  aFullCart,
  aPaidOrder,
  aSellingEvent,
  aStoredPhoto,
  findProductId,
  type Shop,
} from '../support/server/shop.ts'
import { openShopWithAccounts, type ShopWithAccounts } from '../support/server/shop-with-accounts.ts'

let opened: ShopWithAccounts
let shop: Shop
let event: EventRow
beforeAll(async () => {
  opened = await openShopWithAccounts()
  shop = opened.shop
  event = await aSellingEvent(shop)
}, 60_000)
afterAll(() => opened.close())

/** Returns the token of an account without carts and orders. */
const anAccount = () => opened.keycloak.token({ sub: 'stranger' })

const cartFor = (params: { shoppingCartId: string }, device: Partial<Device> = {}, token?: string) =>
  answer(shop.app, getCart, { ...device, params, ...(token && { token }) })

describe('a cart id used by a stranger', () => {
  const refused: boolean[] = []
  const revealed: boolean[] = []
  afterAll(() =>
    report('cart id used by a stranger', {
      'calls refused': countTrue(refused),
      'reads with the order or an e-mail': countTrue(revealed),
    }),
  )
  const refuse: typeof refusal = async (...asked) => {
    const [status, code] = await refusal(...asked)
    refused.push(status >= 400)
    return [status, code]
  }
  const readCart: typeof cartFor = async (...asked) => {
    const cart = await cartFor(...asked)
    revealed.push(cart.orderId !== null || cart.customer !== null)
    return cart
  }

  it.each([
    ['without a key', {}],
    ['with another key', aDevice()],
  ])('returns no order and no e-mail %s', async (_, stranger: Partial<Device>) => {
    const device = aDevice()
    const params = await aCartOn({ shop, event }, { device })
    expect((await readCart(params, stranger)).customer).toBeNull()
    const { orderId } = await answer(shop.app, checkOut, { ...device, params })
    const seen = await readCart(params, stranger)
    expect(seen).toMatchObject({ state: 'Processed', orderId: null, customer: null, items: [] })
    expect(JSON.stringify(seen)).not.toContain(orderId)
    expect(await refuse(shop.app, checkOut, { ...stranger, params })).toEqual([404, 'CartNotFound'])
    const again = { ...stranger, headers: { ...stranger.headers, 'idempotency-key': 'a-guess' }, params }
    expect(await refuse(shop.app, checkOut, again)).toEqual([404, 'CartNotFound'])
    expect(await refuse(shop.app, deleteCart, { ...stranger, params })).toEqual([409, 'CartProcessed'])
    expect(await cartFor(params, device)).toMatchObject({ orderId, customer: { email: 'a•••@mail.example' } })
    expect(await answer(shop.app, checkOut, { ...device, params })).toMatchObject({ orderId })
  })

  it('does not order for an e-mail that was typed on another device', async () => {
    const params = await aCartOn({ shop, event }, { device: aDevice() })
    for (const stranger of [{}, aDevice()])
      expect(await refuse(shop.app, checkOut, { ...stranger, params })).toEqual([422, 'CustomerMissing'])
  })

  it('does not accept an e-mail without a key, which would give access to the cart', async () => {
    const device = aDevice()
    const params = await aCartOn({ shop, event }, { device })
    const input = { params, body: { email: 'else@mail.example' } }
    expect(await refuse(shop.app, setCartCustomer, input)).toEqual([404, 'CartNotFound'])
    expect(await cartFor(params, device)).toMatchObject({ customer: { email: 'a•••@mail.example' } })
  })

  it('does not return the e-mail to an account that takes over the open cart', async () => {
    const device = aDevice()
    const params = await aCartOn({ shop, event }, { device })
    const token = await anAccount()
    for (const stranger of [{}, aDevice()]) {
      expect((await readCart(params, stranger, token)).customer).toBeNull()
      expect(await refuse(shop.app, checkOut, { ...stranger, params, token })).toEqual([
        422,
        'CustomerMissing',
      ])
    }
  })
})

describe('earlier purchases in a cart whose id a stranger knows', () => {
  /** Creates a device that has paid for three of a runner's twelve photos, and its cart with the runner's package. */
  async function aPackageAfterPhotos() {
    const runners = await aSellingEvent(shop, { switches: { closed: true } })
    const photoIds: string[] = []
    for (let count = 0; count < 12; count++)
      photoIds.push((await aStoredPhoto(shop, runners, { numbers: ['128'] })).photoId)
    const device = aDevice()
    const { token } = await tokenFor(shop.app, runners.id, { number: '128' })
    const single = await findProductId(shop, runners, 'photo')
    const items = photoIds.slice(0, 3).map((photoId) => ({ productId: single, photoId }))
    const first = await answer(shop.app, createCart, { ...device, body: {} })
    await answer(shop.app, addCartItems, { ...device, params: first, body: { items }, token })
    await answer(shop.app, setCartCustomer, { ...device, params: first, body: { email: buyerEmail } })
    const { orderId } = await aPaidOrder(shop, first.shoppingCartId, device)
    const params = await answer(shop.app, createCart, { ...device, body: {} })
    const body = { items: [{ productId: await findProductId(shop, runners, 'photos_with_me') }] }
    await answer(shop.app, addCartItems, {
      ...device,
      params,
      body: { ...body, earlierOrders: [orderId] },
      token,
    })
    return { device, params, token, photo: { items: items.slice(0, 1) } }
  }
  const totalFor = async (params: { shoppingCartId: string }, device: Partial<Device>) =>
    (await cartFor(params, device)).totalAmount.amount

  it('lower the price for their buyer alone, also once the stranger has typed an e-mail', async () => {
    const { device, params } = await aPackageAfterPhotos()
    const reduced = await totalFor(params, device)
    expect(reduced).toBe(199_000 - 99_000)
    const stranger = aDevice()
    const totals = [await totalFor(params, {}), await totalFor(params, stranger)]
    const customer = { ...stranger, params, body: { email: 'else@mail.example' } }
    await answer(shop.app, setCartCustomer, customer)
    totals.push(await totalFor(params, stranger))
    const { orderId } = await answer(shop.app, checkOut, { ...stranger, params })
    const order = await answer(shop.app, getOrder, { ...stranger, params: { orderId } })
    totals.push(order.totalAmount.amount)
    report('cart id used by a stranger, earlier purchases', {
      'prices reduced': countTrue(totals.map((total) => total < 199_000)),
      'lowest price in kopecks': Math.min(...totals),
      'price for the buyer': reduced,
    })
    expect(totals).toEqual([199_000, 199_000, 199_000, 199_000])
  })

  it('are not revealed by refusals', async () => {
    const { device, params, token, photo } = await aPackageAfterPhotos()
    const add = (by: Partial<Device>) =>
      refusal(shop.app, addCartItems, { ...by, params, body: photo, token })
    expect(await add(device)).toEqual([409, 'AlreadyBought'])
    for (const stranger of [{}, aDevice()]) expect(await add(stranger)).toEqual([409, 'PhotoInsidePackage'])
  })

  it('do not follow the cart to the account that takes it over', async () => {
    const { params } = await aPackageAfterPhotos()
    const token = await anAccount()
    expect((await cartFor(params, aDevice(), token)).totalAmount.amount).toBe(199_000)
  })
})

describe('a cart of the buyer', () => {
  it('can be filled and ordered by its id alone after the key was lost, once the e-mail is typed again', async () => {
    const params = await aCartOn({ shop, event }, { device: aDevice() })
    const later = aDevice()
    expect((await cartFor(params, later)).items).toHaveLength(1)
    await answer(shop.app, setCartCustomer, { ...later, params, body: { email: buyerEmail } })
    const { orderId } = await answer(shop.app, checkOut, { ...later, params })
    expect((await cartFor(params, later)).orderId).toBe(orderId)
  })

  it('returns its order to the account that owns it, on any device', async () => {
    const device = aDevice()
    const params = await aCartOn({ shop, event }, { device })
    const token = await opened.keycloak.token({ sub: 'anna' })
    await cartFor(params, device, token)
    const { orderId } = await answer(shop.app, checkOut, { ...device, params, token })
    expect(await cartFor(params, aDevice(), token)).toMatchObject({ orderId })
    expect(await refusal(shop.app, getCart, { ...device, params })).toEqual([401, 'CartOwned'])
  })

  it('of an earlier release is readable without a key until a device sends one', async () => {
    const shoppingCartId = await aFullCart(shop, event)
    const params = { shoppingCartId }
    const { orderId } = await answer(shop.app, checkOut, { params })
    expect(await cartFor(params)).toMatchObject({ orderId, customer: { email: 'a•••@mail.example' } })
    const device = aDevice()
    expect((await cartFor(params, device)).orderId).toBe(orderId)
    expect((await cartFor(params)).orderId).toBeNull()
    expect((await cartFor(params, device)).orderId).toBe(orderId)
    expect((await answer(shop.app, getOrder, { params: { orderId } })).customer.email).toBe(buyerEmail)
  })
})

it('refuses an invalid key, and stores only a hash', async () => {
  const short = { headers: { [deviceHeader]: 'short' } }
  expect(await refusal(shop.app, createCart, { ...short, body: {} })).toEqual([400, 'ValidationFailed'])
  const device = aDevice()
  const { shoppingCartId } = await aCartOn({ shop, event }, { device })
  const [row] = await shop.services.db.select().from(carts).where(eq(carts.id, shoppingCartId))
  expect(row?.deviceHash).toMatch(/^[\da-f]{64}$/)
  expect(JSON.stringify(row)).not.toContain(device.headers[deviceHeader])
})
