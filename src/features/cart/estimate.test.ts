import { expect, test } from 'vitest'
import { buildPhoto } from '../../../tests/support/data/album.ts'
import { buildProduct, buildTier } from '../../../tests/support/data/catalog.ts'
import { estimateTotal } from './estimate.ts'
import type { ShownItem } from './overlay.ts'

const createMoney = (amount: number) => ({ amount, currencyId: 643 as const })

const single = buildProduct('photo', 390, { productId: 'single', priceTiers: [buildTier(3, 330)] })

function buildItem(photoId: string, more: Partial<ShownItem> = {}): ShownItem {
  return {
    shoppingCartItemId: photoId,
    product: { productId: 'single', title: 'Photo', productType: 'photo' },
    photoId,
    price: createMoney(390),
    catalog: { catalogId: 'c', title: 'Race' },
    eventId: 'e',
    ...more,
  }
}

const waiting = { entryId: 'x', at: 0, isSent: false }

test('waiting items count towards the threshold, by the service’s rules', () => {
  const shown = [buildItem('1'), buildItem('2'), buildItem('3', { waiting })]
  const { items, total: estimateFor } = estimateTotal(null, shown, [single])
  expect(estimateFor).toEqual(createMoney(990))
  expect(items.map(({ price }) => price)).toEqual([createMoney(330), createMoney(330), createMoney(330)])
})

test('without the catalog items cost the price last shown', () => {
  expect(
    estimateTotal(null, [buildItem('1'), buildItem('2', { price: createMoney(500), waiting })], []).total,
  ).toEqual(createMoney(890))
})

test('an item without a known price has none', () => {
  const { items, total: estimateFor } = estimateTotal(
    null,
    [buildItem('1', { price: undefined, waiting })],
    [],
  )
  expect(items[0]?.price).toBeUndefined()
  expect(estimateFor).toEqual(createMoney(0))
})

test('promo codes take off their last known discount, and never more than the total', () => {
  const buildCartWithCode = (discount: number) => ({
    currencyId: 643 as const,
    promotionalCodes: [{ codeId: 'k', code: 'K', discount: createMoney(discount) }],
  })
  expect(estimateTotal(buildCartWithCode(90), [buildItem('1')], [single]).total).toEqual(createMoney(300))
  expect(estimateTotal(buildCartWithCode(900), [buildItem('1')], [single]).total).toEqual(createMoney(0))
})

const allPhotosProduct = buildProduct('photos_with_me', 1990, { productId: 'all' })
const input = { number: '128' }
const photoIds = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']
/** Returns a runner with ten photos. Each bought one has cost 330. */
const buildRunners = (bought: readonly string[] = []) => {
  const boughtPhotos = new Map(bought.map((photoId) => [photoId, { orderId: 'o' }]))
  const purchases = { photos: boughtPhotos, framed: new Map(), paidFor: () => 330 * bought.length }
  const photos = photoIds.map((photoId) => buildPhoto(0, { photoId }))
  return new Map([['c', { photos, distance: undefined, input, purchases }]])
}
const buildPackageItem = (more: Partial<ShownItem>): ShownItem => ({
  ...buildItem('package', { photoId: undefined, ...more }),
  product: { productId: 'all', title: 'All photos', productType: 'photos_with_me' },
})
/** Returns a queued package of the runner with the given bib. */
const buildWaitingPackage = (number: string) =>
  buildPackageItem({ waiting: { ...waiting, tokenRequest: { number } } })

test('waiting photos of the runner last searched for cost no more than their package', () => {
  const shown = photoIds.slice(0, 8).map((photoId) => buildItem(photoId, { waiting }))
  expect(estimateTotal(null, shown, [single, allPhotosProduct]).total).toEqual(createMoney(8 * 330))
  expect(estimateTotal(null, shown, [single, allPhotosProduct], buildRunners()).total).toEqual(
    createMoney(1990),
  )
})

test('earlier payments are deducted from a waiting package of that runner alone', () => {
  const runnersWithPurchases = buildRunners(['1', '2', '3'])
  const estimateFor = (number: string) =>
    estimateTotal(null, [buildWaitingPackage(number)], [single, allPhotosProduct], runnersWithPurchases).total
  expect(estimateFor('128')).toEqual(createMoney(1000))
  expect(estimateFor('7')).toEqual(createMoney(1990))
})

test('a waiting package replaces the photos of its runner', () => {
  const shown = [buildItem('1'), buildItem('other'), buildWaitingPackage('128')]
  const { items } = estimateTotal(null, shown, [single, allPhotosProduct], buildRunners())
  expect(items.map(({ price }) => price?.amount)).toEqual([0, 390, 1990])
})

test('a package keeps the price that the service has confirmed', () => {
  const shown = [buildPackageItem({ price: createMoney(1000) }), buildItem('other', { waiting })]
  expect(estimateTotal(null, shown, [single, allPhotosProduct]).total).toEqual(createMoney(1390))
})
