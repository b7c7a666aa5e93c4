import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCartItem, checkOut } from '../../contract/cart.ts'
import { createShare } from '../../contract/photos.ts'
import { cartItems } from '../../server/features/cart/tables.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { orderItems } from '../../server/features/orders/tables.ts'
import { foldText } from '../../server/platform/fold-text.ts'
import { listFiles } from '../support/data/delivered-files.ts'
import { countTrue, report } from '../support/data/figures.ts'
import { aStartList } from '../support/data/race.ts'
import { answer, refusal, send, tokenFor } from '../support/server/api-calls.ts'
import {
  aCart,
  aPaidOrder,
  aSellingEvent,
  aStoredPhoto,
  cartNow,
  findProductId,
  openShop,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
}, 60_000)
afterAll(() => shop.close())

const numbers = ['21', '22', '23', '24']
const perRunner = 3
/** In kopecks, of the default catalog. */
const packagePrice = 199_000
const namesake = { kind: 'surname' as const, surname: foldText('Иванов') }

/** Creates an event with four runners of one surname and one of another, three photos of each. */
async function anEventOfNamesakes() {
  const event = await aSellingEvent(shop, { switches: { closed: true } })
  await aStartList(shop.context(), event, [
    ...numbers.map((number) => ({ number, firstName: `Иван ${number}`, surname: 'Иванов' })),
    { number: '30', firstName: 'Анна', surname: 'Белова' },
  ])
  const photoIds: string[] = []
  for (const number of [...numbers, '30'])
    for (let at = 0; at < perRunner; at++)
      photoIds.push((await aStoredPhoto(shop, event, { numbers: [number] })).photoId)
  return { event, photoIds }
}

const aPackage = async (event: EventRow) => ({
  productId: await findProductId(shop, event, 'photos_with_me'),
})

describe('a surname with several bearers', () => {
  it('names them, and its package is refused until one is chosen', async () => {
    const { event } = await anEventOfNamesakes()
    const { token, subject } = await tokenFor(shop.app, event.id, { surname: 'Иванов' })
    expect(subject.bearers?.map(({ number }) => number)).toEqual(numbers)
    const shoppingCartId = await aCart(shop)
    const ask = { params: { shoppingCartId }, body: await aPackage(event), token }
    const refused = await refusal(shop.app, addCartItem, ask)
    expect(refused).toEqual([422, 'RunnerAmbiguous'])
    const titles = []
    for (const language of ['ru', 'en', 'es'])
      titles.push((await send(shop.app, addCartItem, { ...ask, language })).json<{ title: string }>().title)
    expect(titles.map((title) => title.split(/[.:]/)[0])).toEqual([
      'С такой фамилией бежали несколько участников',
      'Several runners have this surname',
      'Varios participantes tienen ese apellido',
    ])
    expect((await cartNow(shop, shoppingCartId)).items).toEqual([])

    const [chosen] = subject.bearers ?? []
    const one = await tokenFor(shop.app, event.id, { competitorId: chosen?.competitorId ?? '' })
    await answer(shop.app, addCartItem, { ...ask, token: one.token })
    await setEmail(shop, shoppingCartId)
    const { orderId } = await aPaidOrder(shop, shoppingCartId)
    const files = await listFiles(shop, orderId)
    report('surname of four runners, package', {
      'refused before a choice': countTrue([refused[0] === 422]),
      'photos delivered': `${files.length} of ${numbers.length * perRunner}`,
      limit: perRunner,
    })
    expect(files).toHaveLength(perRunner)
  })

  it('sells single photos of them all at their own prices, not at that of one package', async () => {
    const { event, photoIds } = await anEventOfNamesakes()
    const { token } = await tokenFor(shop.app, event.id, { surname: 'Иванов' })
    const productId = await findProductId(shop, event, 'photo')
    const ofThemAll = photoIds.slice(0, numbers.length * perRunner)
    const cartId = await aCart(
      shop,
      ofThemAll.map((photoId) => ({ productId, photoId })),
      token,
    )
    const total = (await cartNow(shop, cartId)).totalAmount.amount
    report('surname of four runners, single photos', {
      photos: ofThemAll.length,
      'price in kopecks': total,
      'package of one runner': packagePrice,
    })
    expect(total).toBe(ofThemAll.length * 27_000)
  })

  it('makes no link, which would sell the photos of them all as those of one', async () => {
    const { event } = await anEventOfNamesakes()
    const { token } = await tokenFor(shop.app, event.id, { surname: 'Иванов' })
    const ask = { token, body: {}, headers: { 'idempotency-key': randomUUID() } }
    const refused = await refusal(shop.app, createShare, ask)
    report('surname of four runners, link', { refused: countTrue([refused[0] === 422]) })
    expect(refused).toEqual([422, 'RunnerAmbiguous'])
  })

  it('is refused at the checkout of a cart that was filled before this rule, with the item', async () => {
    const { event } = await anEventOfNamesakes()
    const { token } = await tokenFor(shop.app, event.id, { number: '21' })
    const cartId = await aCart(shop, [await aPackage(event)], token)
    await setEmail(shop, cartId)
    await shop.services.db.update(cartItems).set({ subject: namesake }).where(eq(cartItems.cartId, cartId))
    const [item] = (await cartNow(shop, cartId)).items
    const response = await send(shop.app, checkOut, { params: { shoppingCartId: cartId } })
    report('surname of four runners, checkout of an earlier cart', {
      refused: countTrue([response.statusCode === 422]),
    })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({
      code: 'RunnerAmbiguous',
      extra: { itemIds: [item?.shoppingCartItemId] },
    })
  })

  it('adds nothing to a package that was sold under it before this rule', async () => {
    const { event } = await anEventOfNamesakes()
    const { token } = await tokenFor(shop.app, event.id, { number: '21' })
    const cartId = await aCart(shop, [await aPackage(event)], token)
    await setEmail(shop, cartId)
    const { orderId } = await aPaidOrder(shop, cartId)
    await shop.services.db
      .update(orderItems)
      .set({ subject: namesake })
      .where(eq(orderItems.orderId, orderId))
    const files = await listFiles(shop, orderId)
    report('surname of four runners, package sold earlier', {
      'photos added': files.length - perRunner,
    })
    expect(files).toHaveLength(perRunner)
  })
})

describe('a surname with one bearer', () => {
  it('sells the package of that runner, which a later namesake adds nothing to', async () => {
    const { event } = await anEventOfNamesakes()
    const { token, subject } = await tokenFor(shop.app, event.id, { surname: 'Белова' })
    expect(subject.bearers).toBeUndefined()
    const cartId = await aCart(shop, [await aPackage(event)], token)
    expect((await cartNow(shop, cartId)).items[0]).toMatchObject({ photosCount: perRunner })
    await setEmail(shop, cartId)
    const { orderId } = await aPaidOrder(shop, cartId)
    await aStartList(shop.context(), event, [{ number: '31', firstName: 'Яна', surname: 'Белова' }])
    await aStoredPhoto(shop, event, { numbers: ['31'] })
    const files = await listFiles(shop, orderId)
    expect(files).toHaveLength(perRunner)
    await aStoredPhoto(shop, event, { numbers: ['30'] })
    const later = await listFiles(shop, orderId)
    report('surname of one runner, later namesake', {
      'photos of the namesake added': files.length - perRunner,
      'photos of the runner added': `${later.length - files.length} of 1`,
    })
    expect(later).toHaveLength(perRunner + 1)
  })
})
