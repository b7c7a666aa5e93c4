import { describe, expect, it } from 'vitest'
import { type CartRulesItem, checkCartRules, findCoveredItems } from './cart-rules.ts'

describe('a package', () => {
  it('refuses items it contains, with the error code of its kind', () => {
    const existingItems: CartRulesItem[] = [
      { productId: 'p1', productType: 'photos_with_me', catalogId: 'a', person: 'n:7', photoIds: ['x'] },
      { productId: 'p2', productType: 'photosWithFrame', catalogId: 'a', person: 'n:7', photoIds: ['y'] },
    ]
    const checkSingleItem = (productType: 'photo' | 'frame', photoId: string) =>
      checkCartRules(existingItems, { productId: 's', productType, catalogId: 'a', photoId })
    expect(checkSingleItem('photo', 'x')).toBe('PhotoInsidePackage')
    expect(checkSingleItem('frame', 'y')).toBe('PhotoInsideFramedPackage')
    expect(checkSingleItem('photo', 'y')).toBeUndefined()
    expect(checkCartRules(existingItems, { ...existingItems[0]!, photoIds: [] })).toBe('ProductAlreadyInCart')
    expect(checkCartRules(existingItems, { ...existingItems[0]!, person: 'n:8' })).toBeUndefined()
  })
  it('replaces the single photos it contains', () => {
    const existingItems: CartRulesItem[] = ['x', 'y'].map((photoId) => ({
      productId: 's',
      productType: 'photo',
      catalogId: 'a',
      photoId,
    }))
    const coveredItems = findCoveredItems(existingItems, {
      ...existingItems[0]!,
      productType: 'photos_with_me',
      photoIds: ['y', 'z'],
    })
    expect(coveredItems.map((item) => item.photoId)).toEqual(['y'])
  })
})
