import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AnswerOf } from '../../contract/call.ts'
import { getProduct, listProducts } from '../../contract/catalog.ts'
import { createDefaultCatalog } from '../../server/features/catalog/index.ts'
import { products } from '../../server/features/catalog/tables.ts'
import { openPreorders } from '../../server/features/preorders/index.ts'
import { answer, refusal, send } from '../world/ask.ts'
import { anEvent } from '../world/race.ts'
import { aSellingEvent, openShop, productOf, type Shop } from '../world/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

it('sells the package, single photos with thresholds, videos and gift codes; what needs a frame comes with one', async () => {
  const { catalogId } = await aSellingEvent(shop)
  const { items, total } = await answer(shop.app, listProducts, { query: { catalogId }, language: 'en' })
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

it('fills a catalog once, however often it is asked to', async () => {
  const context = shop.context()
  const event = await anEvent(context)
  const catalog = { eventId: event.id, catalogId: event.catalogId }
  await createDefaultCatalog(context, catalog)
  await createDefaultCatalog(context, catalog)
  const { total } = await answer(shop.app, listProducts, { query: { catalogId: event.catalogId } })
  expect(total).toBe(4)
})

it('sells some things to the runners of one distance only, besides what everybody may buy', async () => {
  const { catalogId } = await aSellingEvent(shop)
  const titles = async (distance?: string) => {
    const query = { catalogId, ...(distance === undefined ? {} : { distance }) }
    return (await answer(shop.app, listProducts, { query })).items.map(({ productType }) => productType)
  }
  const all = await titles()
  await shop.ground.db.execute(
    sql`update products set distance = '10 km' where catalog_id = ${catalogId} and product_type = 'video'`,
  )
  expect(await titles('10 km')).toEqual(all)
  expect(await titles('21.1 km')).toEqual(all.filter((type) => type !== 'video'))
})

it('shows nothing that is not in the catalog', async () => {
  const event = await aSellingEvent(shop)
  const productId = await productOf(shop, event, 'video')
  for (const state of ['Draft', 'Archived']) {
    await shop.ground.db.execute(sql`update products set state = ${state} where id = ${productId}`)
    const { items } = await answer(shop.app, listProducts, { query: { catalogId: event.catalogId } })
    expect(items.map((product) => product.productId)).not.toContain(productId)
    expect(await refusal(shop.app, getProduct, { params: { productId } })).toEqual([404, 'ProductNotFound'])
  }
})

it('asks for dollars where the tenant takes them', async () => {
  const context = shop.context('two')
  const settings = { ...context.tenant.settings, currencyId: 840 as const }
  const event = await anEvent(context)
  const catalog = { eventId: event.id, catalogId: event.catalogId }
  await createDefaultCatalog({ ...context, tenant: { ...context.tenant, settings } }, catalog)
  const ask = { query: { catalogId: event.catalogId }, host: 'two.test' }
  const { items } = await answer(shop.app, listProducts, ask)
  expect(new Set(items.map(({ price }) => price.currencyId))).toEqual(new Set([840]))
})

it('keeps products of one tenant from another', async () => {
  const event = await aSellingEvent(shop)
  const productId = await productOf(shop, event, 'photo')
  expect((await answer(shop.app, getProduct, { params: { productId } })).productId).toBe(productId)
  const other = { params: { productId }, host: 'two.test' }
  expect(await refusal(shop.app, getProduct, other)).toEqual([404, 'ProductNotFound'])
})

it('refuses states that are nobody’s business and numbers that are none', async () => {
  for (const query of ['state=Draft', 'count=NaN', 'count=1000000', 'offset=-1']) {
    const wrong = Object.fromEntries(new URLSearchParams(`catalogId=any&${query}`))
    expect(await refusal(shop.app, listProducts, { query: wrong }), query).toEqual([400, 'ValidationFailed'])
  }
})

it('sends a catalog once, and anew as soon as its prices are others', async () => {
  const event = await aSellingEvent(shop)
  const query = { catalogId: event.catalogId }
  const first = await send(shop.app, listProducts, { query })
  const known = { query, headers: { 'if-none-match': String(first.headers.etag) } }
  const again = await send(shop.app, listProducts, known)
  expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([304, '', 'no-cache'])
  // the price is less because the event is another one, not the product
  await openPreorders(shop.context(), event, 25)
  const later = await send(shop.app, listProducts, known)
  const [pack] = later.json<AnswerOf<typeof listProducts>>().items
  expect([later.statusCode, pack?.price.amount, pack?.originalPrice.amount]).toEqual([200, 149000, 199000])
  const { productId } = pack ?? { productId: '' }
  const product = await send(shop.app, getProduct, { params: { productId } })
  const same = { params: { productId }, headers: { 'if-none-match': String(product.headers.etag) } }
  expect((await send(shop.app, getProduct, same)).statusCode).toBe(304)
  await shop.ground.db.update(products).set({ state: 'Archived' }).where(eq(products.id, productId))
  expect((await send(shop.app, getProduct, same)).statusCode).toBe(404)
})
