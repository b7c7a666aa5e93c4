// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../../contract/call.ts'
import { renderPart } from '../../../../tests/support/browser/render-part.tsx'
import { buildPhoto, sampleEvent } from '../../../../tests/support/data/album.ts'
import { createMoney } from '../../../../tests/support/data/cart-service.ts'
import { buildProduct, buildTier } from '../../../../tests/support/data/catalog.ts'
import { createEmptyBasis, readOnlyBuying } from '../../../../tests/support/data/read-only-buying.ts'
import { getEventSearch } from '../../../platform/storage/index.ts'
import { getPersistedOrders } from '../../purchases/paid-orders.ts'
import { LightboxSide } from '../viewer/LightboxSide.tsx'
import { PurchaseDock } from './PurchaseDock.tsx'
import { addToSelection, removeFromSelection } from './selection.ts'
import { type ShownRunner, useBuying } from './use-buying.ts'

const single = buildProduct('photo', 39_000, { priceTiers: [buildTier(3, 33_000), buildTier(5, 27_000)] })
const items = [single, buildProduct('photos_with_me', 199_000)]
const photos = Array.from({ length: 12 }, (_, index) => buildPhoto(index))
const selectedPhotos = photos.slice(3, 11)
const shownRunner: ShownRunner = { label: '128', photos }

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('/catalog/products')) throw new TypeError('no network')
    const headers = { 'content-type': 'application/json', [tenantHeader]: 'photofinish' }
    return new Response(JSON.stringify({ items, count: items.length, total: items.length }), { headers })
  })
  getPersistedOrders('e').write([
    {
      ...{ orderId: 'o1', number: '48213', paidOn: '2026-11-20T10:00:00.000Z', packages: [], framed: [] },
      ...{ singles: ['p0', 'p1', 'p2'], videos: [], paidForSingles: createMoney(99_000) },
      paidFor: { p0: 33_000, p1: 33_000, p2: 33_000 },
    },
  ])
  addToSelection('e', selectedPhotos)
})

afterEach(async () => {
  await vi.dynamicImportSettled()
  removeFromSelection(
    'e',
    selectedPhotos.map(({ photoId }) => photoId),
  )
  cleanup()
  vi.unstubAllGlobals()
})

function Dock({ runner }: { runner: ShownRunner | undefined }) {
  return <PurchaseDock buying={useBuying(sampleEvent, runner)} personPhotoCount={runner?.photos.length} />
}

test('what was paid for three photos counts when eight others are selected', async () => {
  await renderPart(<Dock runner={shownRunner} />, { path: '/event/e' })
  expect((await screen.findByText(/^8 photos/)).textContent).toMatch(/1,000\s₽$/)
  expect(screen.getByText(/^All 9 cost the same/).textContent).toMatch(/1,000\s₽$/)
})

test('the same photos cost as much in the album after the search', async () => {
  const last = { by: 'number', number: '128' } as const
  getEventSearch('e').last.write(last)
  getEventSearch('e').found.write({ search: `e ${JSON.stringify(last)}`, on: 0, photos })
  await renderPart(<Dock runner={undefined} />, { path: '/event/e' })
  expect((await screen.findByText(/^8 photos/)).textContent).toMatch(/1,000\s₽$/)
})

test('the viewer names what a photo adds to the cart', async () => {
  const inCart = photos.slice(0, 4).map(({ photoId }) => ({ photoId, product: single }))
  const basis = { ...createEmptyBasis(sampleEvent, single), singlesInCart: inCart }
  const buying = { ...readOnlyBuying, canBuy: true, single, priceBasis: basis }
  await renderPart(<LightboxSide event={sampleEvent} photo={buildPhoto(4)} buying={buying} />, {
    path: '/event/e',
  })
  expect((await screen.findByRole('button', { name: /₽$/ })).textContent).toMatch(/[^\d]30\s₽$/)
})
