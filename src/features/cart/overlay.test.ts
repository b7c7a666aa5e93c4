import { expect, test } from 'vitest'
import type { CartItem } from '../../../contract/cart.ts'
import type { Entry } from '../../lib/outbox/index.ts'
import { type CartEntry, overlay } from './overlay.ts'

const createMoney = (amount: number) => ({ amount, currencyId: 643 as const })
const events = { e: { title: 'Race', catalogId: 'c' } }

function buildCartItem(photoId: string): CartItem {
  return {
    shoppingCartItemId: `i-${photoId}`,
    product: { productId: 'single', title: 'Photo', productType: 'photo' },
    photoId,
    price: createMoney(330),
    originalPrice: createMoney(390),
    catalog: { catalogId: 'c', title: 'Race' },
    eventId: 'e',
  }
}

let count = 0
const entryBase = { lane: 'cart:1', putOn: 0, tries: 0, notBefore: 0 }

function buildAddition(photoIds: string[], more: Partial<CartEntry> = {}): CartEntry {
  const entry: Entry<'cart.add'> = {
    ...entryBase,
    id: `add${count++}`,
    kind: 'cart.add',
    body: {
      cartId: '1',
      eventId: 'e',
      items: photoIds.map((photoId) => ({ productId: 'single', photoId })),
      shown: photoIds.map((photoId) => ({
        title: 'Photo',
        productType: 'photo' as const,
        price: createMoney(390),
        thumbUrl: `/${photoId}`,
      })),
    },
  }
  return { ...entry, ...more } as CartEntry
}

function buildPackageAddition(number: string): CartEntry {
  const entry = buildAddition([])
  if (entry.kind !== 'cart.add') throw new Error('not an addition')
  const body = entry.body
  body.items = [{ productId: 'all' }]
  body.shown = [{ title: 'All', productType: 'photos_with_me' }]
  body.searchCredentials = { eventId: 'e', token: '', tokenRequest: { number } }
  return entry
}

function buildRemoval(...photoIds: string[]): CartEntry {
  return {
    ...entryBase,
    id: `remove${count++}`,
    kind: 'cart.remove',
    body: { cartId: '1', itemIds: photoIds.map((photoId) => `i-${photoId}`) },
  }
}

const listPhotoIds = (items: readonly CartItem[], entries: CartEntry[]) =>
  overlay({ items: [...items] }, entries, events).map(({ photoId, waiting }) =>
    waiting ? `${photoId} waits` : photoId,
  )

test('without queued entries the cart is as the service returned it', () => {
  expect(overlay({ items: [buildCartItem('1')] }, [], events)).toEqual([buildCartItem('1')])
  expect(overlay(null, [], events)).toEqual([])
})

test('queued items follow confirmed ones, shown as when they were added', () => {
  const [, waiting] = overlay({ items: [buildCartItem('1')] }, [buildAddition(['2'])], events)
  expect(waiting).toMatchObject({
    product: { productId: 'single', title: 'Photo', productType: 'photo' },
    photoId: '2',
    price: createMoney(390),
    catalog: { catalogId: 'c', title: 'Race' },
    thumb: { url: '/2' },
    waiting: { at: 0, isSent: false, code: undefined },
  })
})

test('shows a photo once, even if it is confirmed and queued, or queued twice', () => {
  expect(listPhotoIds([buildCartItem('1')], [buildAddition(['1', '2']), buildAddition(['2', '3'])])).toEqual([
    '1',
    '2 waits',
    '3 waits',
  ])
})

test('packages of two people are two items, of one person one', () => {
  const entries = [buildPackageAddition('1'), buildPackageAddition('2'), buildPackageAddition('1')]
  expect(overlay(null, entries, events).map(({ waiting }) => waiting?.tokenRequest)).toEqual([
    { number: '1' },
    { number: '2' },
  ])
})

test('hides items whose removal is queued', () => {
  expect(listPhotoIds([buildCartItem('1'), buildCartItem('2')], [buildRemoval('1')])).toEqual(['2'])
})

test('an item removed and added again keeps its price and picture', () => {
  const items = overlay(
    { items: [buildCartItem('1'), buildCartItem('2')] },
    [buildRemoval('1'), buildAddition(['1'])],
    events,
  )
  expect(items.map(({ photoId, price }) => [photoId, price])).toEqual([
    ['2', createMoney(330)],
    ['1', createMoney(330)],
  ])
})

test('a removed package lends its fields only to the package of the same runner', () => {
  const packageOf128: CartItem = {
    ...buildCartItem('1'),
    photoId: undefined,
    product: { productId: 'package', title: 'All', productType: 'photos_with_me' },
    ...{ subject: '128', photosCount: 14 },
  }
  const addPackage = (number: string): CartEntry => ({
    ...entryBase,
    id: `add${count++}`,
    kind: 'cart.add',
    body: {
      ...{ cartId: '1', eventId: 'e', items: [{ productId: 'package' }] },
      shown: [{ title: 'All', productType: 'photos_with_me' }],
      searchCredentials: { eventId: 'e', token: '', tokenRequest: { number } },
    },
  })
  const listPackages = (number: string) =>
    overlay({ items: [packageOf128] }, [buildRemoval('1'), addPackage(number)], events).map(
      ({ subject, photosCount }) => [subject, photosCount],
    )
  expect(listPackages('128')).toEqual([['128', 14]])
  expect(listPackages('341')).toEqual([[undefined, undefined]])
})

test('a refused item stays with its reason, and a refused removal hides nothing', () => {
  const parked = { code: 'PhotoInsidePackage' as const, since: 0 }
  const [refused] = overlay(null, [buildAddition(['1'], { parked })], events)
  expect(refused?.waiting?.code).toBe('PhotoInsidePackage')
  expect(listPhotoIds([buildCartItem('1')], [{ ...buildRemoval('1'), parked }])).toEqual(['1'])
})

test('shows items that the service has accepted until the cart is read', () => {
  const [accepted] = overlay(null, [buildAddition(['1'], { isSent: true })], events)
  expect(accepted?.waiting?.isSent).toBe(true)
})
