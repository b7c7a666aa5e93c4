import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AnswerOf } from '../../contract/call.ts'
import { getProduct, listProducts } from '../../contract/catalog.ts'
import { createDefaultCatalog } from '../../server/features/catalog/index.ts'
import { products } from '../../server/features/catalog/tables.ts'
import { openPreorders } from '../../server/features/preorders/index.ts'
import { createTestEvent } from '../support/data/race.ts'
import { fetchAnswer, fetchProblemCode, sendCall } from '../support/server/api-calls.ts'
import { runTestCommand } from '../support/server/commands.ts'
import {
  createEventOnSale,
  createStoredVideo,
  findProductId,
  openShop,
  type Shop,
} from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

it('sells the package, single photos with thresholds, videos and gift codes; what needs a frame comes with one', async () => {
  const event = await createEventOnSale(shop)
  await createStoredVideo(shop, event)
  const { catalogId } = event
  const { items, total } = await fetchAnswer(shop.app, listProducts, { query: { catalogId }, language: 'en' })
  expect(total).toBe(4)
  expect(items.map(({ productType, title, price }) => [productType, title, price.amount])).toEqual([
    ['photos_with_me', 'All photos with me', 199000],
    ['photo', 'Photo', 39000],
    ['video', 'Personal video', 69000],
    ['promocode', 'Gift promo code', 199000],
  ])
  expect(items[1]?.priceTiers).toEqual([
    { from: 3, price: { amount: 33000, currencyId: 643 } },
    { from: 5, price: { amount: 27000, currencyId: 643 } },
  ])
})

it('fills a catalog once, also when called repeatedly', async () => {
  const context = shop.context()
  const event = await createTestEvent(context)
  const catalog = { eventId: event.id, catalogId: event.catalogId }
  await createDefaultCatalog(context, catalog)
  await createDefaultCatalog(context, catalog)
  await createStoredVideo(shop, event)
  const { total } = await fetchAnswer(shop.app, listProducts, { query: { catalogId: event.catalogId } })
  expect(total).toBe(4)
})

it('sells some products to the runners of one distance only, besides those for all', async () => {
  const event = await createEventOnSale(shop, { distances: ['10 km', '21.1 km'] })
  await createStoredVideo(shop, event)
  const { catalogId } = event
  const listTypesOfDistance = async (distance?: string) => {
    const query = { catalogId, ...(distance === undefined ? {} : { distance }) }
    return (await fetchAnswer(shop.app, listProducts, { query })).items.map(({ productType }) => productType)
  }
  const all = await listTypesOfDistance()
  await runTestCommand(
    shop,
    ...['product', 'add', '--event', event.id, '--type', 'video', '--price', '490', '--distance', '10 km'],
  )
  const withVideo = ['photos_with_me', 'photo', 'video', 'video', 'promocode']
  expect(await listTypesOfDistance('10 km')).toEqual(withVideo)
  expect(await listTypesOfDistance('21.1 km')).toEqual(all)
  expect(await listTypesOfDistance()).toEqual(withVideo)
})

it('returns only products in the catalog', async () => {
  const event = await createEventOnSale(shop)
  await createStoredVideo(shop, event)
  const productId = await findProductId(shop, event, 'video')
  for (const state of ['Draft', 'Archived']) {
    await shop.services.db.execute(sql`update products set state = ${state} where id = ${productId}`)
    const { items } = await fetchAnswer(shop.app, listProducts, { query: { catalogId: event.catalogId } })
    expect(items.map((product) => product.productId)).not.toContain(productId)
    expect(await fetchProblemCode(shop.app, getProduct, { params: { productId } })).toEqual([
      404,
      'ProductNotFound',
    ])
  }
})

it('returns dollars where the tenant uses them', async () => {
  const context = shop.context('two')
  const settings = { ...context.tenant.settings, currencyId: 840 as const }
  const event = await createTestEvent(context)
  const catalog = { eventId: event.id, catalogId: event.catalogId }
  await createDefaultCatalog({ ...context, tenant: { ...context.tenant, settings } }, catalog)
  const call = { query: { catalogId: event.catalogId }, host: 'two.test' }
  const { items } = await fetchAnswer(shop.app, listProducts, call)
  expect(new Set(items.map(({ price }) => price.currencyId))).toEqual(new Set([840]))
})

it('hides products of one tenant from another', async () => {
  const event = await createEventOnSale(shop)
  const productId = await findProductId(shop, event, 'photo')
  expect((await fetchAnswer(shop.app, getProduct, { params: { productId } })).productId).toBe(productId)
  const other = { params: { productId }, host: 'two.test' }
  expect(await fetchProblemCode(shop.app, getProduct, other)).toEqual([404, 'ProductNotFound'])
})

it('refuses non-public states and invalid numbers', async () => {
  for (const query of ['state=Draft', 'count=NaN', 'count=1000000', 'offset=-1']) {
    const invalidQuery = Object.fromEntries(new URLSearchParams(`catalogId=any&${query}`))
    expect(await fetchProblemCode(shop.app, listProducts, { query: invalidQuery }), query).toEqual([
      400,
      'ValidationFailed',
    ])
  }
})

it('sends a catalog once, and again after its prices change', async () => {
  const event = await createEventOnSale(shop)
  const query = { catalogId: event.catalogId }
  const first = await sendCall(shop.app, listProducts, { query })
  const conditionalCall = { query, headers: { 'if-none-match': String(first.headers.etag) } }
  const again = await sendCall(shop.app, listProducts, conditionalCall)
  expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([304, '', 'no-cache'])
  // the price is lower because of the event, not the product
  await openPreorders(shop.context(), event, 25)
  const later = await sendCall(shop.app, listProducts, conditionalCall)
  const [pack] = later.json<AnswerOf<typeof listProducts>>().items
  expect([later.statusCode, pack?.price.amount, pack?.originalPrice.amount]).toEqual([200, 149000, 199000])
  const { productId } = pack ?? { productId: '' }
  const product = await sendCall(shop.app, getProduct, { params: { productId } })
  const conditionalProductCall = {
    params: { productId },
    headers: { 'if-none-match': String(product.headers.etag) },
  }
  expect((await sendCall(shop.app, getProduct, conditionalProductCall)).statusCode).toBe(304)
  await shop.services.db.update(products).set({ state: 'Archived' }).where(eq(products.id, productId))
  expect((await sendCall(shop.app, getProduct, conditionalProductCall)).statusCode).toBe(404)
})

it('offers videos once the event has one, regardless of other events', async () => {
  const [event, other] = [await createEventOnSale(shop), await createEventOnSale(shop)]
  const query = { catalogId: event.catalogId }
  const listTypes = async () =>
    (await fetchAnswer(shop.app, listProducts, { query })).items.map(({ productType }) => productType)
  await createStoredVideo(shop, other)
  expect(await listTypes()).toEqual(['photos_with_me', 'photo', 'promocode'])
  await createStoredVideo(shop, event)
  expect(await listTypes()).toEqual(['photos_with_me', 'photo', 'video', 'promocode'])
})
