import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addCartItem,
  addCartItems,
  createCart,
  deleteCart,
  getCart,
  removeCartItem,
  removeCartItems,
  setCartAttributes,
  setCartCustomer,
} from '../../contract/cart.ts'
import { answer, refusal, send, tokenFor } from '../support/server/api-calls.ts'
import {
  aCart,
  aFullCart,
  aSellingEvent,
  aStoredPhoto,
  cartNow,
  findProductId,
  openShop,
  placeOrder,
  type Shop,
} from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

describe('a cart', () => {
  it('is named by the device, once and again', async () => {
    const shoppingCartId = randomUUID()
    for (let time = 0; time < 2; time++)
      expect(await answer(shop.app, createCart, { body: { shoppingCartId } })).toEqual({ shoppingCartId })
    expect((await cartNow(shop, shoppingCartId)).items).toEqual([])
  })

  it('is unknown to other tenants and under other ids', async () => {
    const shoppingCartId = await aCart(shop)
    const elsewhere = { params: { shoppingCartId }, host: 'two.test' }
    expect(await refusal(shop.app, getCart, elsewhere)).toEqual([404, 'CartNotFound'])
    const unknown = { params: { shoppingCartId: randomUUID() } }
    expect(await refusal(shop.app, getCart, unknown)).toEqual([404, 'CartNotFound'])
  })

  it('takes no price from the caller', async () => {
    const shoppingCartId = await aCart(shop)
    const body = { productId: 'x', price: 1 }
    const response = await send(shop.app, addCartItem, { params: { shoppingCartId }, body })
    expect(response.statusCode).toBe(400)
    expect(response.json<{ errors: { code: string }[] }>().errors[0]?.code).toBe('UnknownField')
  })

  it('prices photos by how many there are and says what is missing to the next price', async () => {
    const event = await aSellingEvent(shop)
    const cartId = await aFullCart(shop, event, { photos: 3 })
    const cart = await cartNow(shop, cartId)
    // the shown prices are those that the shop charges for three photos
    expect(cart.items.map(({ price, originalPrice }) => [price.amount, originalPrice.amount])).toEqual(
      Array.from({ length: 3 }, () => [33000, 33000]),
    )
    expect([cart.amount.amount, cart.totalAmount.amount]).toEqual([99000, 99000])
    expect(cart.savedByPackages).toBeUndefined()
    expect(cart.nextTier).toEqual({ missing: 2, price: { amount: 27000, currencyId: 643 } })
    expect(cart.items[0]?.thumb?.url).toMatch(/^\/media\//)
    expect(cart.items[0]?.catalog.title).toBe('Полумарафон «Три моста»')
  })

  it('shows only enough of the e-mail to recognise it', async () => {
    const cartId = await aFullCart(shop, await aSellingEvent(shop))
    expect((await cartNow(shop, cartId)).customer).toEqual({ email: 'a•••@mail.example' })
  })

  it.each([
    'a@b',
    'a@b.ru\r\nBcc: c@d.ru',
    'a@b.ru, c@d.ru',
    `${'a'.repeat(250)}@b.ru`,
    'нет',
    '',
    'a@mail..example',
    'a..b@mail.example',
    'a@127.0.0.1',
    '"a b"@mail.example',
    'a@xn--a.ru',
    'a@-пример.рф',
    `a@${'пример.'.repeat(20)}рф`,
  ])('refuses an address that no letter reaches: %j', async (email) => {
    const params = { shoppingCartId: await aCart(shop) }
    expect(await refusal(shop.app, setCartCustomer, { params, body: { email } })).toEqual([
      422,
      'EmailInvalid',
    ])
  })

  it.each(['иван@пример.рф', 'josé@mail.example'])(
    'refuses letters before the @ that a relay does not take: %s',
    async (email) => {
      const params = { shoppingCartId: await aCart(shop) }
      expect(await refusal(shop.app, setCartCustomer, { params, body: { email } })).toEqual([
        422,
        'EmailNotAscii',
      ])
    },
  )

  it('converts an international domain to ASCII', async () => {
    const params = { shoppingCartId: await aCart(shop) }
    await answer(shop.app, setCartCustomer, { params, body: { email: ' ivan@пример.рф' } })
    expect((await cartNow(shop, params.shoppingCartId)).customer).toEqual({
      email: 'i•••@xn--e1afmkfd.xn--p1ai',
    })
  })

  it.each([
    ['anna+race@mail.example', 'a•••@mail.example'],
    ['anna@mail.example\u200b', 'a•••@mail.example'],
    ['anna\u00ad@mail.example', 'a•••@mail.example'],
    ['anna@München.de', 'a•••@xn--mnchen-3ya.de'],
    ['anna@xn--e1afmkfd.xn--p1ai', 'a•••@xn--e1afmkfd.xn--p1ai'],
  ])('takes %j', async (email, shown) => {
    const params = { shoppingCartId: await aCart(shop) }
    await answer(shop.app, setCartCustomer, { params, body: { email } })
    expect((await cartNow(shop, params.shoppingCartId)).customer).toEqual({ email: shown })
  })

  it('names items in the language of the query, else in that of the caller', async () => {
    const params = { shoppingCartId: await aFullCart(shop, await aSellingEvent(shop)) }
    const titleIn = async (lang: 'en' | 'es' | undefined, language: 'ru' | 'en') => {
      const cart = await answer(shop.app, getCart, { params, query: lang ? { lang } : {}, language })
      return cart.items[0]?.product.title
    }
    const [english, spanish] = [await titleIn('en', 'ru'), await titleIn('es', 'ru')]
    expect(english).not.toBe(spanish)
    expect(await titleIn(undefined, 'en')).toBe(english)
  })

  it('remembers language and theme, and nothing else', async () => {
    const params = { shoppingCartId: await aCart(shop) }
    const set = (key: string, value: string) =>
      send(shop.app, setCartAttributes, { params, body: [{ key, value }] })
    await set('Language', 'en')
    await set('Theme', 'photofinish')
    await set('Language', 'es')
    expect((await set('__proto__', 'x')).statusCode).toBe(400)
    expect((await cartNow(shop, params.shoppingCartId)).attributes).toEqual([
      { key: 'Language', value: 'es' },
      { key: 'Theme', value: 'photofinish' },
    ])
  })
})

describe('what is put into a cart', () => {
  it('is there once, also when it is put in twenty times at the same moment', async () => {
    const event = await aSellingEvent(shop)
    const { photoId } = await aStoredPhoto(shop, event)
    const { token } = await tokenFor(shop.app, event.id)
    const productId = await findProductId(shop, event, 'photo')
    const params = { shoppingCartId: await aCart(shop) }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        send(shop.app, addCartItem, { params, token, body: { productId, photoId } }),
      ),
    )
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length
    expect([count(204), count(409)]).toEqual([1, 19])
    expect((await cartNow(shop, params.shoppingCartId)).items).toHaveLength(1)
  })

  it('is all or nothing when it is several', async () => {
    const event = await aSellingEvent(shop)
    const { photoId } = await aStoredPhoto(shop, event)
    const { token } = await tokenFor(shop.app, event.id)
    const productId = await findProductId(shop, event, 'photo')
    const params = { shoppingCartId: await aCart(shop) }
    const items = [
      { productId, photoId },
      { productId, photoId: 'unknown' },
    ]
    expect(await refusal(shop.app, addCartItems, { params, token, body: { items } })).toEqual([
      404,
      'PhotoNotFound',
    ])
    expect((await cartNow(shop, params.shoppingCartId)).items).toEqual([])
  })

  it('needs a token of the event that has the photo', async () => {
    const event = await aSellingEvent(shop)
    const other = await aSellingEvent(shop)
    const { photoId } = await aStoredPhoto(shop, event)
    const productId = await findProductId(shop, event, 'photo')
    const params = { shoppingCartId: await aCart(shop) }
    const add = (token?: string) =>
      refusal(shop.app, addCartItem, { params, body: { productId, photoId }, ...(token ? { token } : {}) })
    expect(await add()).toEqual([401, 'Unauthenticated'])
    expect(await add('not-a-token')).toEqual([401, 'TokenInvalid'])
    expect(await add((await tokenFor(shop.app, other.id)).token)).toEqual([403, 'TokenScope'])
    const strange = { productId: await findProductId(shop, other, 'photo'), photoId }
    const { token } = await tokenFor(shop.app, event.id)
    expect(await refusal(shop.app, addCartItem, { params, body: strange, token })).toEqual([
      404,
      'PhotoNotFound',
    ])
    const noPhoto = { params, body: { productId }, token }
    expect(await refusal(shop.app, addCartItem, noPhoto)).toEqual([422, 'PhotoRequired'])
    const noProduct = { params, body: { productId: 'nothing', photoId }, token }
    expect(await refusal(shop.app, addCartItem, noProduct)).toEqual([404, 'ProductNotFound'])
  })

  it('as a package needs a person of whom there are photos', async () => {
    const event = await aSellingEvent(shop)
    await aStoredPhoto(shop, event, { numbers: ['128'] })
    const productId = await findProductId(shop, event, 'photos_with_me')
    const params = { shoppingCartId: await aCart(shop) }
    const add = async (number?: string) => {
      const { token } = await tokenFor(shop.app, event.id, number === undefined ? {} : { number })
      return send(shop.app, addCartItem, { params, body: { productId }, token })
    }
    expect((await add()).json<{ code: string }>().code).toBe('PersonRequired')
    expect((await add('77')).json<{ code: string }>().code).toBe('PersonRequired')
    expect((await add('128')).statusCode).toBe(204)
    expect((await add('128')).json<{ code: string }>().code).toBe('ProductAlreadyInCart')
    const { items } = await cartNow(shop, params.shoppingCartId)
    expect(items[0]).toMatchObject({ photosCount: 1, subject: '128', price: { amount: 199000 } })
    const size = { width: 1600, height: 1067 }
    expect(items[0]?.resolution).toEqual({ smallest: size, largest: size })
  })

  it('as a package is known by its first photos, four at most', async () => {
    const event = await aSellingEvent(shop)
    const productId = await findProductId(shop, event, 'photos_with_me')
    const params = { shoppingCartId: await aCart(shop) }
    const { token } = await tokenFor(shop.app, event.id, { number: '31' })
    for (let count = 0; count < 2; count++) await aStoredPhoto(shop, event, { numbers: ['31'] })
    await answer(shop.app, addCartItem, { params, body: { productId }, token })
    const shown = async () => {
      const [item] = (await cartNow(shop, params.shoppingCartId)).items
      const urls = item?.thumbs?.map(({ url }) => url) ?? []
      expect(urls[0]).toBe(item?.thumb?.url)
      expect(new Set(urls).size).toBe(urls.length)
      return urls.length
    }
    expect(await shown()).toBe(2)
    for (let count = 0; count < 3; count++) await aStoredPhoto(shop, event, { numbers: ['31'] })
    expect(await shown()).toBe(4)
  })

  it('as a package takes the place of single photos inside it, and lets none in afterwards', async () => {
    const event = await aSellingEvent(shop)
    const mine = await aStoredPhoto(shop, event, { numbers: ['7'] })
    const others = await aStoredPhoto(shop, event)
    const { token } = await tokenFor(shop.app, event.id, { number: '7' })
    const photo = await findProductId(shop, event, 'photo')
    const cartItems = [mine, others].map(({ photoId }) => ({ productId: photo, photoId }))
    const shoppingCartId = await aCart(shop, cartItems, token)
    const body = { productId: await findProductId(shop, event, 'photos_with_me') }
    await answer(shop.app, addCartItem, { params: { shoppingCartId }, body, token })
    const { items } = await cartNow(shop, shoppingCartId)
    expect(items.map((item) => item.photoId ?? item.product.productType)).toEqual([
      others.photoId,
      'photos_with_me',
    ])
    const again = { params: { shoppingCartId }, body: cartItems[0], token }
    expect(await refusal(shop.app, addCartItem, again)).toEqual([409, 'PhotoInsidePackage'])
  })
})

describe('what is taken out of a cart', () => {
  it('goes one by one or several at once, and never all by mistake', async () => {
    const cartId = await aFullCart(shop, await aSellingEvent(shop), { photos: 3 })
    const params = { shoppingCartId: cartId }
    const [one, two, three] = (await cartNow(shop, cartId)).items.map((item) => item.shoppingCartItemId)
    await answer(shop.app, removeCartItem, { params: { ...params, itemId: one ?? '' } })
    expect(await refusal(shop.app, removeCartItem, { params: { ...params, itemId: one ?? '' } })).toEqual([
      404,
      'NotFound',
    ])
    expect(await refusal(shop.app, removeCartItems, { params })).toEqual([400, 'ValidationFailed'])
    expect((await cartNow(shop, cartId)).items).toHaveLength(2)
    await answer(shop.app, removeCartItems, { params, body: [two, three] })
    expect((await cartNow(shop, cartId)).items).toEqual([])
  })

  it('leaves a deleted cart deleted', async () => {
    const cartId = await aFullCart(shop, await aSellingEvent(shop))
    const params = { shoppingCartId: cartId }
    await answer(shop.app, deleteCart, { params })
    await answer(shop.app, deleteCart, { params })
    expect(await cartNow(shop, cartId)).toMatchObject({ state: 'Deleted', items: [], customer: null })
    const body = { email: 'a@b.ru' }
    expect(await refusal(shop.app, setCartCustomer, { params, body })).toEqual([410, 'CartDeleted'])
    expect(await refusal(shop.app, createCart, { body: params })).toEqual([410, 'CartDeleted'])
  })

  it('stays when the cart has become an order', async () => {
    const cartId = await aFullCart(shop, await aSellingEvent(shop))
    const { orderId } = await placeOrder(shop, cartId)
    const params = { shoppingCartId: cartId }
    const cart = await cartNow(shop, cartId)
    expect(cart).toMatchObject({ state: 'Processed', orderId })
    const itemId = cart.items[0]?.shoppingCartItemId ?? ''
    expect(await refusal(shop.app, removeCartItem, { params: { ...params, itemId } })).toEqual([
      409,
      'CartProcessed',
    ])
    expect(await refusal(shop.app, deleteCart, { params })).toEqual([409, 'CartProcessed'])
  })
})
