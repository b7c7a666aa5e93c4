// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CartItem } from '../../../../contract/cart.ts'
import { renderPart } from '../../../../tests/support/browser/render-part.tsx'
import { buildPhoto, sampleEvent } from '../../../../tests/support/data/album.ts'
import { createMoney } from '../../../../tests/support/data/cart-service.ts'
import { cachedCart } from '../../cart/state.ts'
import { type ShownRunner, useBuying } from './use-buying.ts'

const photos = [0, 1, 2, 3].map((index) => buildPhoto(index))
const [first, second, third, fourth] = photos

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network')
  })
})

afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  cachedCart.remove()
  vi.unstubAllGlobals()
})

function storePackage(fields: Partial<CartItem>): void {
  const price = createMoney(199_000)
  cachedCart.write({
    ...{ cartId: 'c1', shoppingCartId: 'c1', state: 'Updated', currencyId: 643, orderId: null },
    ...{ amount: price, totalAmount: price, customer: null, promotionalCodes: [], attributes: [] },
    items: [
      {
        ...{ shoppingCartItemId: 'i1', eventId: 'e', catalog: { catalogId: 'c', title: 'Race' } },
        product: { productId: 'all', title: 'All photos', productType: 'photos_with_me' },
        ...{ price, originalPrice: price },
        ...fields,
      },
    ],
  })
}

function Probe({ runner }: { runner: ShownRunner | undefined }) {
  const { isPackageInCart, inCart } = useBuying(sampleEvent, runner)
  const ids = photos.flatMap(({ photoId }) => (inCart(photoId) ? photoId : []))
  return <output>{`${isPackageInCart ? 'package' : 'no package'}: ${ids.join(' ')}`}</output>
}

async function readCartState(runner?: ShownRunner): Promise<string | null> {
  await renderPart(<Probe runner={runner} />, { path: '/event/e/my' })
  return screen.getByRole('status').textContent
}

const buildFaceRunner = (personId: string, shown: typeof photos): ShownRunner => ({
  label: undefined,
  photos: shown,
  search: { by: 'face', selfieId: `selfie of ${personId}`, personId },
})

const listPhotos = (...found: (typeof first)[]) => found.flatMap((photo) => photo ?? [])
const listIds = (...found: (typeof first)[]) => listPhotos(...found).map(({ photoId }) => photoId)

test('a package found by a selfie is not that of another face', async () => {
  storePackage({ personId: 'parent', photoIds: listIds(first, second) })
  expect(await readCartState(buildFaceRunner('child', listPhotos(second, third)))).toBe('no package: p0 p1')
})

test('a package found by a selfie stays that of its face when photos were added since', async () => {
  storePackage({ personId: 'parent', photoIds: listIds(first, second) })
  expect(await readCartState(buildFaceRunner('parent', listPhotos(first, second, fourth)))).toBe(
    'package: p0 p1 p3',
  )
})

test('a package with all photos of a runner counts as theirs, however they were found', async () => {
  storePackage({ subject: '128', photoIds: listIds(first, second, third) })
  expect(await readCartState(buildFaceRunner('runner', listPhotos(first, third)))).toBe('package: p0 p1 p2')
})

test('a package is that of its number, in any letter case', async () => {
  storePackage({ subject: 'A128', photoIds: [] })
  expect(await readCartState({ label: 'a128', photos: listPhotos(first) })).toBe('package: p0')
})

test('the album shows which photos a package in the cart contains', async () => {
  storePackage({ subject: '128', photoIds: listIds(second) })
  expect(await readCartState()).toBe('no package: p1')
})
