import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addCartItem,
  addCartItems,
  createCart,
  deleteCart,
  getCart,
  type NewCartItem,
  removeCartItem,
  removeCartItems,
  setCartAttributes,
  setCartCustomer,
} from '../../contract/cart.ts'
import { withInterceptedStatements } from '../money/statements.ts'
import { createStartList } from '../support/data/race.ts'
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
      expect(await fetchAnswer(shop.app, createCart, { body: { shoppingCartId } })).toEqual({
        shoppingCartId,
      })
    expect((await fetchCart(shop, shoppingCartId)).items).toEqual([])
  })

  it('is unknown to other tenants and under other ids', async () => {
    const shoppingCartId = await createCartWithItems(shop)
    const otherTenantCall = { params: { shoppingCartId }, host: 'two.test' }
    expect(await fetchProblemCode(shop.app, getCart, otherTenantCall)).toEqual([404, 'CartNotFound'])
    const unknownCartCall = { params: { shoppingCartId: randomUUID() } }
    expect(await fetchProblemCode(shop.app, getCart, unknownCartCall)).toEqual([404, 'CartNotFound'])
  })

  it('takes no price from the caller', async () => {
    const shoppingCartId = await createCartWithItems(shop)
    const body = { productId: 'x', price: 1 }
    const response = await sendCall(shop.app, addCartItem, { params: { shoppingCartId }, body })
    expect(response.statusCode).toBe(400)
    expect(response.json<{ errors: { code: string }[] }>().errors[0]?.code).toBe('UnknownField')
  })

  it('prices photos by how many there are and says what is missing to the next price', async () => {
    const event = await createEventOnSale(shop)
    const cartId = await createReadyCart(shop, event, { photos: 3 })
    const cart = await fetchCart(shop, cartId)
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
    const cartId = await createReadyCart(shop, await createEventOnSale(shop))
    expect((await fetchCart(shop, cartId)).customer).toEqual({ email: 'a•••@mail.example' })
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
    const params = { shoppingCartId: await createCartWithItems(shop) }
    expect(await fetchProblemCode(shop.app, setCartCustomer, { params, body: { email } })).toEqual([
      422,
      'EmailInvalid',
    ])
  })

  it.each(['иван@пример.рф', 'josé@mail.example'])(
    'refuses letters before the @ that a relay does not take: %s',
    async (email) => {
      const params = { shoppingCartId: await createCartWithItems(shop) }
      expect(await fetchProblemCode(shop.app, setCartCustomer, { params, body: { email } })).toEqual([
        422,
        'EmailNotAscii',
      ])
    },
  )

  it('converts an international domain to ASCII', async () => {
    const params = { shoppingCartId: await createCartWithItems(shop) }
    await fetchAnswer(shop.app, setCartCustomer, { params, body: { email: ' ivan@пример.рф' } })
    expect((await fetchCart(shop, params.shoppingCartId)).customer).toEqual({
      email: 'i•••@xn--e1afmkfd.xn--p1ai',
    })
  })

  it.each([
    ['anna+race@mail.example', 'a•••@mail.example'],
    ['anna@mail.example\u200b', 'a•••@mail.example'],
    ['anna\u00ad@mail.example', 'a•••@mail.example'],
    ['anna@München.de', 'a•••@xn--mnchen-3ya.de'],
    ['anna@xn--e1afmkfd.xn--p1ai', 'a•••@xn--e1afmkfd.xn--p1ai'],
  ])('takes %j', async (email, countThumbs) => {
    const params = { shoppingCartId: await createCartWithItems(shop) }
    await fetchAnswer(shop.app, setCartCustomer, { params, body: { email } })
    expect((await fetchCart(shop, params.shoppingCartId)).customer).toEqual({ email: countThumbs })
  })

  it('names items in the language of the query, else in that of the caller', async () => {
    const params = { shoppingCartId: await createReadyCart(shop, await createEventOnSale(shop)) }
    const readTitle = async (lang: 'en' | 'es' | undefined, language: 'ru' | 'en') => {
      const cart = await fetchAnswer(shop.app, getCart, { params, query: lang ? { lang } : {}, language })
      return cart.items[0]?.product.title
    }
    const [english, spanish] = [await readTitle('en', 'ru'), await readTitle('es', 'ru')]
    expect(english).not.toBe(spanish)
    expect(await readTitle(undefined, 'en')).toBe(english)
  })

  it('remembers language and theme, and nothing else', async () => {
    const params = { shoppingCartId: await createCartWithItems(shop) }
    const set = (key: string, value: string) =>
      sendCall(shop.app, setCartAttributes, { params, body: [{ key, value }] })
    await set('Language', 'en')
    await set('Theme', 'photofinish')
    await set('Language', 'es')
    expect((await set('__proto__', 'x')).statusCode).toBe(400)
    expect((await fetchCart(shop, params.shoppingCartId)).attributes).toEqual([
      { key: 'Language', value: 'es' },
      { key: 'Theme', value: 'photofinish' },
    ])
  })
})

describe('what is put into a cart', () => {
  it('is there once, also when it is put in twenty times at the same moment', async () => {
    const event = await createEventOnSale(shop)
    const { photoId } = await createStoredPhoto(shop, event)
    const { token } = await fetchSearchToken(shop.app, event.id)
    const productId = await findProductId(shop, event, 'photo')
    const params = { shoppingCartId: await createCartWithItems(shop) }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        sendCall(shop.app, addCartItem, { params, token, body: { productId, photoId } }),
      ),
    )
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length
    expect([count(204), count(409)]).toEqual([1, 19])
    expect((await fetchCart(shop, params.shoppingCartId)).items).toHaveLength(1)
  })

  it('is all or nothing when it is several', async () => {
    const event = await createEventOnSale(shop)
    const { photoId } = await createStoredPhoto(shop, event)
    const { token } = await fetchSearchToken(shop.app, event.id)
    const productId = await findProductId(shop, event, 'photo')
    const params = { shoppingCartId: await createCartWithItems(shop) }
    const items = [
      { productId, photoId },
      { productId, photoId: 'unknown' },
    ]
    expect(await fetchProblemCode(shop.app, addCartItems, { params, token, body: { items } })).toEqual([
      404,
      'PhotoNotFound',
    ])
    expect((await fetchCart(shop, params.shoppingCartId)).items).toEqual([])
  })

  it('needs a token of the event that has the photo', async () => {
    const event = await createEventOnSale(shop)
    const other = await createEventOnSale(shop)
    const { photoId } = await createStoredPhoto(shop, event)
    const productId = await findProductId(shop, event, 'photo')
    const params = { shoppingCartId: await createCartWithItems(shop) }
    const add = (token?: string) =>
      fetchProblemCode(shop.app, addCartItem, {
        params,
        body: { productId, photoId },
        ...(token ? { token } : {}),
      })
    expect(await add()).toEqual([401, 'Unauthenticated'])
    expect(await add('not-a-token')).toEqual([401, 'TokenInvalid'])
    expect(await add((await fetchSearchToken(shop.app, other.id)).token)).toEqual([403, 'TokenScope'])
    const otherEventItem = { productId: await findProductId(shop, other, 'photo'), photoId }
    const { token } = await fetchSearchToken(shop.app, event.id)
    expect(await fetchProblemCode(shop.app, addCartItem, { params, body: otherEventItem, token })).toEqual([
      404,
      'PhotoNotFound',
    ])
    const noPhoto = { params, body: { productId }, token }
    expect(await fetchProblemCode(shop.app, addCartItem, noPhoto)).toEqual([422, 'PhotoRequired'])
    const noProduct = { params, body: { productId: 'nothing', photoId }, token }
    expect(await fetchProblemCode(shop.app, addCartItem, noProduct)).toEqual([404, 'ProductNotFound'])
  })

  it('as a package needs a person of whom there are photos', async () => {
    const event = await createEventOnSale(shop)
    const photo = await createStoredPhoto(shop, event, { numbers: ['128'] })
    const productId = await findProductId(shop, event, 'photos_with_me')
    const params = { shoppingCartId: await createCartWithItems(shop) }
    const add = async (number?: string) => {
      const { token } = await fetchSearchToken(shop.app, event.id, number === undefined ? {} : { number })
      return sendCall(shop.app, addCartItem, { params, body: { productId }, token })
    }
    expect((await add()).json<{ code: string }>().code).toBe('PersonRequired')
    expect((await add('77')).json<{ code: string }>().code).toBe('PersonRequired')
    expect((await add('128')).statusCode).toBe(204)
    expect((await add('128')).json<{ code: string }>().code).toBe('ProductAlreadyInCart')
    const { items } = await fetchCart(shop, params.shoppingCartId)
    const photoIds = [photo.photoId]
    expect(items[0]).toMatchObject({ photosCount: 1, photoIds, subject: '128', price: { amount: 199000 } })
    const size = { width: 1600, height: 1067 }
    expect(items[0]?.resolution).toEqual({ smallest: size, largest: size })
  })

  it('as a package is known by its first photos, four at most', async () => {
    const event = await createEventOnSale(shop)
    const productId = await findProductId(shop, event, 'photos_with_me')
    const params = { shoppingCartId: await createCartWithItems(shop) }
    const { token } = await fetchSearchToken(shop.app, event.id, { number: '31' })
    for (let count = 0; count < 2; count++) await createStoredPhoto(shop, event, { numbers: ['31'] })
    await fetchAnswer(shop.app, addCartItem, { params, body: { productId }, token })
    const countThumbs = async () => {
      const [item] = (await fetchCart(shop, params.shoppingCartId)).items
      const urls = item?.thumbs?.map(({ url }) => url) ?? []
      expect(urls[0]).toBe(item?.thumb?.url)
      expect(new Set(urls).size).toBe(urls.length)
      return urls.length
    }
    expect(await countThumbs()).toBe(2)
    for (let count = 0; count < 3; count++) await createStoredPhoto(shop, event, { numbers: ['31'] })
    expect(await countThumbs()).toBe(4)
  })

  it('as a package takes the place of single photos inside it, and lets none in afterwards', async () => {
    const event = await createEventOnSale(shop)
    const ownPhoto = await createStoredPhoto(shop, event, { numbers: ['7'] })
    const otherPhoto = await createStoredPhoto(shop, event)
    const { token } = await fetchSearchToken(shop.app, event.id, { number: '7' })
    const photo = await findProductId(shop, event, 'photo')
    const cartItems = [ownPhoto, otherPhoto].map(({ photoId }) => ({ productId: photo, photoId }))
    const shoppingCartId = await createCartWithItems(shop, cartItems, token)
    const body = { productId: await findProductId(shop, event, 'photos_with_me') }
    await fetchAnswer(shop.app, addCartItem, { params: { shoppingCartId }, body, token })
    const { items } = await fetchCart(shop, shoppingCartId)
    expect(items.map((item) => item.photoId ?? item.product.productType)).toEqual([
      otherPhoto.photoId,
      'photos_with_me',
    ])
    const repeatedCall = { params: { shoppingCartId }, body: cartItems[0], token }
    expect(await fetchProblemCode(shop.app, addCartItem, repeatedCall)).toEqual([409, 'PhotoInsidePackage'])
  })
})

describe('what is taken out of a cart', () => {
  it('goes one by one or several at once, and never all by mistake', async () => {
    const cartId = await createReadyCart(shop, await createEventOnSale(shop), { photos: 3 })
    const params = { shoppingCartId: cartId }
    const [one, two, three] = (await fetchCart(shop, cartId)).items.map((item) => item.shoppingCartItemId)
    await fetchAnswer(shop.app, removeCartItem, { params: { ...params, itemId: one ?? '' } })
    expect(
      await fetchProblemCode(shop.app, removeCartItem, { params: { ...params, itemId: one ?? '' } }),
    ).toEqual([404, 'NotFound'])
    expect(await fetchProblemCode(shop.app, removeCartItems, { params })).toEqual([400, 'ValidationFailed'])
    expect((await fetchCart(shop, cartId)).items).toHaveLength(2)
    await fetchAnswer(shop.app, removeCartItems, { params, body: [two, three] })
    expect((await fetchCart(shop, cartId)).items).toEqual([])
  })

  it('leaves a deleted cart deleted', async () => {
    const cartId = await createReadyCart(shop, await createEventOnSale(shop))
    const params = { shoppingCartId: cartId }
    await fetchAnswer(shop.app, deleteCart, { params })
    await fetchAnswer(shop.app, deleteCart, { params })
    expect(await fetchCart(shop, cartId)).toMatchObject({ state: 'Deleted', items: [], customer: null })
    const body = { email: 'a@b.ru' }
    expect(await fetchProblemCode(shop.app, setCartCustomer, { params, body })).toEqual([410, 'CartDeleted'])
    expect(await fetchProblemCode(shop.app, createCart, { body: params })).toEqual([410, 'CartDeleted'])
  })

  it('stays when the cart has become an order', async () => {
    const cartId = await createReadyCart(shop, await createEventOnSale(shop))
    const { orderId } = await placeOrder(shop, cartId)
    const params = { shoppingCartId: cartId }
    const cart = await fetchCart(shop, cartId)
    expect(cart).toMatchObject({ state: 'Processed', orderId })
    const itemId = cart.items[0]?.shoppingCartItemId ?? ''
    expect(await fetchProblemCode(shop.app, removeCartItem, { params: { ...params, itemId } })).toEqual([
      409,
      'CartProcessed',
    ])
    expect(await fetchProblemCode(shop.app, deleteCart, { params })).toEqual([409, 'CartProcessed'])
  })
})

it('a cart of many photos found by surname is read with as many statements as one of a few', async () => {
  const event = await createEventOnSale(shop)
  await createStartList(shop.context(), event, [{ number: '7', surname: 'Орлова', firstName: 'Ольга' }])
  const { token } = await fetchSearchToken(shop.app, event.id, { surname: 'Орлова' })
  const productId = await findProductId(shop, event, 'photo')
  const countStatements = async (photoCount: number) => {
    const items: NewCartItem[] = []
    for (let index = 0; index < photoCount; index++) {
      const { photoId } = await createStoredPhoto(shop, event, { numbers: ['7'] })
      items.push({ productId, photoId })
    }
    const params = { shoppingCartId: await createCartWithItems(shop) }
    await fetchAnswer(shop.app, addCartItems, { params, body: { items }, token })
    let count = 0
    const cart = await withInterceptedStatements(
      () => {
        count++
        return 'run'
      },
      () => fetchCart(shop, params.shoppingCartId),
    )
    expect(cart.items).toHaveLength(photoCount)
    return count
  }
  expect(await countStatements(30)).toBe(await countStatements(3))
})
