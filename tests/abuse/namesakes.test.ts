import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCartItem, checkOut } from '../../contract/cart.ts'
import { createShare } from '../../contract/photos.ts'
import { cartItems } from '../../server/features/cart/tables.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { orderItems } from '../../server/features/orders/tables.ts'
import { foldText } from '../../server/platform/fold-text.ts'
import { listOrderFiles } from '../support/data/delivered-files.ts'
import { countTrue, reportFigures } from '../support/data/figures.ts'
import { createStartList } from '../support/data/race.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import {
  createCartWithItems,
  createEventOnSale,
  createStoredPhoto,
  fetchCart,
  findProductId,
  openShop,
  placePaidOrder,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
}, 60_000)
afterAll(() => shop.close())

const numbers = ['21', '22', '23', '24']
const photosPerRunner = 3
/** In kopecks, of the default catalog. */
const packagePrice = 199_000
const namesake = { kind: 'surname' as const, surname: foldText('Иванов') }

/** Creates an event with four runners of one surname and one of another, three photos of each. */
async function createEventWithNamesakes() {
  const event = await createEventOnSale(shop, { switches: { closed: true } })
  await createStartList(shop.context(), event, [
    ...numbers.map((number) => ({ number, firstName: `Иван ${number}`, surname: 'Иванов' })),
    { number: '30', firstName: 'Анна', surname: 'Белова' },
  ])
  const photoIds: string[] = []
  for (const number of [...numbers, '30'])
    for (let at = 0; at < photosPerRunner; at++)
      photoIds.push((await createStoredPhoto(shop, event, { numbers: [number] })).photoId)
  return { event, photoIds }
}

const buildPackageItem = async (event: EventRow) => ({
  productId: await findProductId(shop, event, 'photos_with_me'),
})

describe('a surname with several bearers', () => {
  it('names them, and its package is refused until one is chosen', async () => {
    const { event } = await createEventWithNamesakes()
    const { token, subject } = await fetchSearchToken(shop.app, event.id, { surname: 'Иванов' })
    expect(subject.bearers?.map(({ number }) => number)).toEqual(numbers)
    const shoppingCartId = await createCartWithItems(shop)
    const input = { params: { shoppingCartId }, body: await buildPackageItem(event), token }
    const refused = await fetchProblemCode(shop.app, addCartItem, input)
    expect(refused).toEqual([422, 'RunnerAmbiguous'])
    const titles = []
    for (const language of ['ru', 'en', 'es'])
      titles.push(
        (await sendCall(shop.app, addCartItem, { ...input, language })).json<{ title: string }>().title,
      )
    expect(titles.map((title) => title.split(/[.:]/)[0])).toEqual([
      'С такой фамилией бежали несколько участников',
      'Several runners have this surname',
      'Varios participantes tienen ese apellido',
    ])
    expect((await fetchCart(shop, shoppingCartId)).items).toEqual([])

    const [chosen] = subject.bearers ?? []
    const chosenRunner = await fetchSearchToken(shop.app, event.id, {
      competitorId: chosen?.competitorId ?? '',
    })
    await fetchAnswer(shop.app, addCartItem, { ...input, token: chosenRunner.token })
    await setEmail(shop, shoppingCartId)
    const { orderId } = await placePaidOrder(shop, shoppingCartId)
    const files = await listOrderFiles(shop, orderId)
    reportFigures('surname of four runners, package', {
      'refused before a choice': countTrue([refused[0] === 422]),
      'photos delivered': `${files.length} of ${numbers.length * photosPerRunner}`,
      limit: photosPerRunner,
    })
    expect(files).toHaveLength(photosPerRunner)
  })

  it('sells single photos of them all at their own prices, not at that of one package', async () => {
    const { event, photoIds } = await createEventWithNamesakes()
    const { token } = await fetchSearchToken(shop.app, event.id, { surname: 'Иванов' })
    const productId = await findProductId(shop, event, 'photo')
    const photoIdsOfAll = photoIds.slice(0, numbers.length * photosPerRunner)
    const cartId = await createCartWithItems(
      shop,
      photoIdsOfAll.map((photoId) => ({ productId, photoId })),
      token,
    )
    const total = (await fetchCart(shop, cartId)).totalAmount.amount
    reportFigures('surname of four runners, single photos', {
      photos: photoIdsOfAll.length,
      'price in kopecks': total,
      'package of one runner': packagePrice,
    })
    expect(total).toBe(photoIdsOfAll.length * 27_000)
  })

  it('makes no link, which would sell the photos of them all as those of one', async () => {
    const { event } = await createEventWithNamesakes()
    const { token } = await fetchSearchToken(shop.app, event.id, { surname: 'Иванов' })
    const input = { token, body: {}, headers: { 'idempotency-key': randomUUID() } }
    const refused = await fetchProblemCode(shop.app, createShare, input)
    reportFigures('surname of four runners, link', { refused: countTrue([refused[0] === 422]) })
    expect(refused).toEqual([422, 'RunnerAmbiguous'])
  })

  it('is refused at the checkout of a cart that was filled before this rule, with the item', async () => {
    const { event } = await createEventWithNamesakes()
    const { token } = await fetchSearchToken(shop.app, event.id, { number: '21' })
    const cartId = await createCartWithItems(shop, [await buildPackageItem(event)], token)
    await setEmail(shop, cartId)
    await shop.services.db.update(cartItems).set({ subject: namesake }).where(eq(cartItems.cartId, cartId))
    const [item] = (await fetchCart(shop, cartId)).items
    const response = await sendCall(shop.app, checkOut, { params: { shoppingCartId: cartId } })
    reportFigures('surname of four runners, checkout of an earlier cart', {
      refused: countTrue([response.statusCode === 422]),
    })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({
      code: 'RunnerAmbiguous',
      extra: { itemIds: [item?.shoppingCartItemId] },
    })
  })

  it('adds nothing to a package that was sold under it before this rule', async () => {
    const { event } = await createEventWithNamesakes()
    const { token } = await fetchSearchToken(shop.app, event.id, { number: '21' })
    const cartId = await createCartWithItems(shop, [await buildPackageItem(event)], token)
    await setEmail(shop, cartId)
    const { orderId } = await placePaidOrder(shop, cartId)
    await shop.services.db
      .update(orderItems)
      .set({ subject: namesake })
      .where(eq(orderItems.orderId, orderId))
    const files = await listOrderFiles(shop, orderId)
    reportFigures('surname of four runners, package sold earlier', {
      'photos added': files.length - photosPerRunner,
    })
    expect(files).toHaveLength(photosPerRunner)
  })
})

describe('a surname with one bearer', () => {
  it('sells the package of that runner, which a later namesake adds nothing to', async () => {
    const { event } = await createEventWithNamesakes()
    const { token, subject } = await fetchSearchToken(shop.app, event.id, { surname: 'Белова' })
    expect(subject.bearers).toBeUndefined()
    const cartId = await createCartWithItems(shop, [await buildPackageItem(event)], token)
    expect((await fetchCart(shop, cartId)).items[0]).toMatchObject({ photosCount: photosPerRunner })
    await setEmail(shop, cartId)
    const { orderId } = await placePaidOrder(shop, cartId)
    await createStartList(shop.context(), event, [{ number: '31', firstName: 'Яна', surname: 'Белова' }])
    await createStoredPhoto(shop, event, { numbers: ['31'] })
    const files = await listOrderFiles(shop, orderId)
    expect(files).toHaveLength(photosPerRunner)
    await createStoredPhoto(shop, event, { numbers: ['30'] })
    const laterFiles = await listOrderFiles(shop, orderId)
    reportFigures('surname of one runner, later namesake', {
      'photos of the namesake added': files.length - photosPerRunner,
      'photos of the runner added': `${laterFiles.length - files.length} of 1`,
    })
    expect(laterFiles).toHaveLength(photosPerRunner + 1)
  })
})
