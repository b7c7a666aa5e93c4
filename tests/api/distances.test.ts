import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCartItem } from '../../contract/cart.ts'
import { listProducts } from '../../contract/catalog.ts'
import type { SearchTokenRequest } from '../../contract/competitors.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { buildEmbedding, createSelfie, createStartList } from '../support/data/race.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import { runTestCommand } from '../support/server/commands.ts'
import {
  createCartWithItems,
  createEventOnSale,
  createStoredPhoto,
  createStoredVideo,
  fetchCart,
  openShop,
  type Shop,
} from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** Creates an event with runners of 10 km, of 21.1 km, and one without a distance. The two named Кофи differ in theirs. */
async function createEventWithTwoDistances() {
  const event = await createEventOnSale(shop, {
    distances: ['10 km', '21.1 km'],
    switches: { closed: true },
  })
  await createStartList(shop.context(), event, [
    { number: '128', firstName: 'Андрей', surname: 'Ковалёв', distance: '10 km' },
    { number: '129', firstName: 'Олег', surname: 'Ковалёв', distance: '10 km' },
    { number: '130', firstName: 'Ада', surname: 'Кофи', distance: '10 km' },
    { number: '7', firstName: 'Мария', surname: 'Лето', distance: '21.1 km' },
    { number: '8', firstName: 'Яна', surname: 'Кофи', distance: '21.1 km' },
    { number: '9', firstName: 'Пётр', surname: 'Вне' },
  ])
  return event
}

async function addProduct(event: EventRow, type: string, price: string, distance = '10 km'): Promise<string> {
  const args = ['product', 'add', '--event', event.id, '--type', type, '--price', price]
  const { lines } = await runTestCommand(shop, ...args, '--distance', distance)
  return String(lines.at(-1))
}

describe('a search token', () => {
  const readDistance = async (event: EventRow, input: SearchTokenRequest) =>
    (await fetchSearchToken(shop.app, event.id, input)).subject.distance

  it('tells the distance of the runner it was asked for', async () => {
    const event = await createEventWithTwoDistances()
    expect(await readDistance(event, { number: '0128' })).toBe('10 km')
    expect(await readDistance(event, { number: '7' })).toBe('21.1 km')
    expect(await readDistance(event, { surname: 'Ковалев' })).toBe('10 km')
  })

  it('has no distance when the start list has none, or runners with the surname run different distances', async () => {
    const event = await createEventWithTwoDistances()
    const inputs: SearchTokenRequest[] = [{}, { number: '9' }, { number: '555' }, { surname: 'кофи' }]
    for (const input of inputs)
      expect(await readDistance(event, input), JSON.stringify(input)).toBeUndefined()
    const selfie = await createSelfie(shop.context(), event, buildEmbedding(3))
    expect(await readDistance(event, selfie)).toBeUndefined()
  })
})

describe('a product of one distance', () => {
  it('is listed with its distance, before the one for all', async () => {
    const event = await createEventWithTwoDistances()
    const productId = await addProduct(event, 'photos_with_me', '1490')
    const { items } = await fetchAnswer(shop.app, listProducts, { query: { catalogId: event.catalogId } })
    expect(items.map(({ productType, distance }) => [productType, distance])).toEqual([
      ['photos_with_me', '10 km'],
      ['photos_with_me', undefined],
      ['photo', undefined],
      ['promocode', undefined],
    ])
    expect(items[0]).toMatchObject({ productId, price: { amount: 149_000 }, distance: '10 km' })
  })

  it('is put into the cart by a runner of that distance only', async () => {
    const event = await createEventWithTwoDistances()
    for (const number of ['128', '129', '7', '9']) await createStoredPhoto(shop, event, { numbers: [number] })
    const productId = await addProduct(event, 'photos_with_me', '1490')
    const add = async (input: SearchTokenRequest) => {
      const { token } = await fetchSearchToken(shop.app, event.id, input)
      const params = { shoppingCartId: await createCartWithItems(shop) }
      const response = await sendCall(shop.app, addCartItem, { params, token, body: { productId } })
      return response.statusCode === 204 ? 204 : response.json<{ code: string }>().code
    }
    expect(await add({ number: '128' })).toBe(204)
    expect(await add({ surname: 'ковалёв олег' })).toBe(204)
    expect(await add({ surname: 'ковалёв' })).toBe('RunnerAmbiguous')
    expect(await add({ number: '7' })).toBe('ProductNotFound')
    expect(await add({ number: '9' })).toBe('ProductNotFound')
    expect(await add({})).toBe('PersonRequired')
  })

  it('needs a search token even where the product for all needs none', async () => {
    const event = await createEventWithTwoDistances()
    const { videoId } = await createStoredVideo(shop, event)
    const body = { productId: await addProduct(event, 'video', '490'), videoId }
    const params = { shoppingCartId: await createCartWithItems(shop) }
    expect(await fetchProblemCode(shop.app, addCartItem, { params, body })).toEqual([422, 'PersonRequired'])
    const { token } = await fetchSearchToken(shop.app, event.id, { number: '128' })
    await fetchAnswer(shop.app, addCartItem, { params, body, token })
    // the number belongs to another runner in another event
    const other = await createEventWithTwoDistances()
    const otherEventToken = await fetchSearchToken(shop.app, other.id, { number: '128' })
    const otherEventCall = {
      params: { shoppingCartId: await createCartWithItems(shop) },
      body,
      token: otherEventToken.token,
    }
    expect(await fetchProblemCode(shop.app, addCartItem, otherEventCall)).toEqual([403, 'TokenScope'])
  })

  it('costs no more than its photos one by one once no photos are to come', async () => {
    const event = await createEventWithTwoDistances()
    await createStoredPhoto(shop, event, { numbers: ['128'] })
    const productId = await addProduct(event, 'photos_with_me', '1490')
    const { token } = await fetchSearchToken(shop.app, event.id, { number: '128' })
    const cart = await fetchCart(shop, await createCartWithItems(shop, [{ productId }], token))
    expect([cart.totalAmount.amount, cart.items[0]?.chargedAs]).toEqual([39_000, 'photo'])
  })

  it('caps the price of single photos of its runners, but not of other runners', async () => {
    const event = await createEventWithTwoDistances()
    const photoIdsByNumber: Record<string, string[]> = { 128: [], 7: [] }
    for (const number of ['128', '7'])
      for (let count = 0; count < 4; count++)
        photoIdsByNumber[number]?.push((await createStoredPhoto(shop, event, { numbers: [number] })).photoId)
    const { items } = await fetchAnswer(shop.app, listProducts, { query: { catalogId: event.catalogId } })
    const productId = items.find(({ productType }) => productType === 'photo')?.productId ?? ''
    await addProduct(event, 'photos_with_me', '690')
    const readTotal = async (number: string) => {
      const { token } = await fetchSearchToken(shop.app, event.id, { number })
      const cartItems = (photoIdsByNumber[number] ?? []).map((photoId) => ({ productId, photoId }))
      return (await fetchCart(shop, await createCartWithItems(shop, cartItems, token))).totalAmount.amount
    }
    expect(await readTotal('128')).toBe(69_000)
    expect(await readTotal('7')).toBe(4 * 33_000)
  })
})
