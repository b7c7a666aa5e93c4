import { expect, test } from 'vitest'
import type { ProductType } from '../../../contract/catalog.ts'
import { countItems } from './count.ts'

const createItem = (productType: ProductType, eventId = 'e1') => ({ eventId, product: { productType } })

test('every item of the cart counts', () => {
  expect(countItems([])).toBe(0)
  expect(
    countItems([createItem('photo'), createItem('photo'), createItem('photos_with_me'), createItem('video')]),
  ).toBe(4)
})

test('the gift codes of one event count as one', () => {
  expect(
    countItems([
      createItem('promocode'),
      createItem('promocode'),
      createItem('promocode', 'e2'),
      createItem('photo'),
    ]),
  ).toBe(3)
})
