import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildDelivery, findOrderItems, type PackagePhotos } from '../../server/features/orders/index.ts'
import {
  createEventOnSale,
  createReadyCart,
  createStoredPhoto,
  openShop,
  placePaidOrder,
  type Shop,
} from '../support/server/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** Creates a finder that has always found these photos. */
const createFinder = (photoIds: readonly string[]): PackagePhotos => ({
  find: () => Promise.resolve(photoIds.map((photoId) => ({ photoId, tier: 'sure' }))),
})

it('a package keeps the photos that a faster search has found meanwhile, in their order', async () => {
  const event = await createEventOnSale(shop)
  const { photoId: first } = await createStoredPhoto(shop, event, { numbers: ['128'] })
  const { orderId } = await placePaidOrder(shop, await createReadyCart(shop, event, { package: '128' }))
  const { photoId: second } = await createStoredPhoto(shop, event)
  const { photoId: third } = await createStoredPhoto(shop, event)
  const readItems = () => findOrderItems(shop.context(), orderId)
  const deliver = async (finder: PackagePhotos) =>
    (await buildDelivery(shop.context(), finder, await readItems())).files.map(({ photoId }) => photoId)

  let endSearch = () => {}
  const searchEnd = new Promise<void>((resolve) => {
    endSearch = resolve
  })
  const slowFinder = {
    find: vi.fn<PackagePhotos['find']>(async (...args) => {
      await searchEnd
      return createFinder([first, second]).find(...args)
    }),
  }
  const slowDelivery = deliver(slowFinder)
  await vi.waitFor(() => expect(slowFinder.find).toHaveBeenCalled())
  expect(await deliver(createFinder([first, third, second]))).toHaveLength(3)
  endSearch()
  expect(new Set(await slowDelivery)).toEqual(new Set([first, second, third]))
  expect((await readItems()).map(({ photoIds }) => photoIds)).toEqual([[first, third, second]])
})
