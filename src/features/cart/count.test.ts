import { expect, test } from 'vitest'
import type { ProductType } from '../../../contract/catalog.ts'
import { countItems } from './count.ts'

const item = (productType: ProductType, eventId = 'e1') => ({ eventId, product: { productType } })

test('every item of the cart counts', () => {
  expect(countItems([])).toBe(0)
  expect(countItems([item('photo'), item('photo'), item('photos_with_me'), item('video')])).toBe(4)
})

test('the gift codes of one event count as one', () => {
  expect(countItems([item('promocode'), item('promocode'), item('promocode', 'e2'), item('photo')])).toBe(3)
})
