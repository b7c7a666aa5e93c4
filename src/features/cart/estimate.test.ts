import { expect, test } from 'vitest'
import type { Product } from '../../../contract/catalog.ts'
import { estimateOf } from './estimate.ts'
import type { ShownItem } from './overlay.ts'

const money = (amount: number) => ({ amount, currencyId: 643 as const })

const single: Product = {
  productId: 'single',
  catalogId: 'c',
  title: 'Photo',
  productType: 'photo',
  price: money(390),
  originalPrice: money(390),
  priceTiers: [{ from: 3, price: money(330) }],
  state: 'InCatalog',
  description: '',
}

function item(photoId: string, more: Partial<ShownItem> = {}): ShownItem {
  return {
    shoppingCartItemId: photoId,
    product: { productId: 'single', title: 'Photo', productType: 'photo' },
    photoId,
    price: money(390),
    catalog: { catalogId: 'c', title: 'Race' },
    eventId: 'e',
    ...more,
  }
}

const waiting = { entryId: 'x', at: 0, isSent: false }

test('waiting items count towards the threshold, by the service’s rules', () => {
  const shown = [item('1'), item('2'), item('3', { waiting })]
  const { items, total } = estimateOf(null, shown, [single])
  expect(total).toEqual(money(990))
  expect(items.map(({ price }) => price)).toEqual([money(330), money(330), money(330)])
})

test('without the catalog items cost the price last shown', () => {
  expect(estimateOf(null, [item('1'), item('2', { price: money(500), waiting })], []).total).toEqual(
    money(890),
  )
})

test('an item without a known price has none', () => {
  const { items, total } = estimateOf(null, [item('1', { price: undefined, waiting })], [])
  expect(items[0]?.price).toBeUndefined()
  expect(total).toEqual(money(0))
})

test('promo codes take off their last known discount, and never more than the total', () => {
  const code = (discount: number) => ({
    currencyId: 643 as const,
    promotionalCodes: [{ codeId: 'k', code: 'K', discount: money(discount) }],
  })
  expect(estimateOf(code(90), [item('1')], [single]).total).toEqual(money(300))
  expect(estimateOf(code(900), [item('1')], [single]).total).toEqual(money(0))
})
