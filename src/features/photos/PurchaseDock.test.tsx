// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import { anEvent, aPhoto } from '../../../tests/support/data/album.ts'
import { money } from '../../../tests/support/data/cart-service.ts'
import { aProduct, aTier } from '../../../tests/support/data/catalog.ts'
import { showPart } from '../../platform/language/show-part.tsx'
import { eventSearch } from '../../platform/storage/index.ts'
import { boughtIn } from '../purchases/bought.ts'
import { LightboxSide } from './LightboxSide.tsx'
import { PurchaseDock } from './PurchaseDock.tsx'
import { emptyBasis, readOnlyBuying } from './read-only-buying.ts'
import { chooseAlso, unchoose } from './selection.ts'
import { type Mine, useBuying } from './use-buying.ts'

const single = aProduct('photo', 39_000, { priceTiers: [aTier(3, 33_000), aTier(5, 27_000)] })
const items = [single, aProduct('photos_with_me', 199_000)]
const photos = Array.from({ length: 12 }, (_, index) => aPhoto(index))
const chosen = photos.slice(3, 11)
const mine: Mine = { label: '128', photos }

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('/catalog/products')) throw new TypeError('no network')
    const headers = { 'content-type': 'application/json', [tenantHeader]: 'photofinish' }
    return new Response(JSON.stringify({ items, count: items.length, total: items.length }), { headers })
  })
  boughtIn('e').write([
    {
      ...{ orderId: 'o1', number: '48213', paidOn: '2026-11-20T10:00:00.000Z', packages: [], framed: [] },
      ...{ singles: ['p0', 'p1', 'p2'], videos: [], paidForSingles: money(99_000) },
      paidFor: { p0: 33_000, p1: 33_000, p2: 33_000 },
    },
  ])
  chooseAlso('e', chosen)
})

afterEach(async () => {
  await vi.dynamicImportSettled()
  unchoose(
    'e',
    chosen.map(({ photoId }) => photoId),
  )
  cleanup()
  vi.unstubAllGlobals()
})

function Dock({ of }: { of: Mine | undefined }) {
  return <PurchaseDock buying={useBuying(anEvent, of)} ofPerson={of?.photos.length} />
}

test('what was paid for three photos counts when eight others are selected', async () => {
  await showPart(<Dock of={mine} />, { path: '/event/e' })
  expect((await screen.findByText(/^8 photos/)).textContent).toMatch(/1,000\s₽$/)
  expect(screen.getByText(/^All 9 cost the same/).textContent).toMatch(/1,000\s₽$/)
})

test('the same photos cost as much in the album after the search', async () => {
  const last = { by: 'number', number: '128' } as const
  eventSearch('e').last.write(last)
  eventSearch('e').found.write({ search: `e ${JSON.stringify(last)}`, on: 0, photos })
  await showPart(<Dock of={undefined} />, { path: '/event/e' })
  expect((await screen.findByText(/^8 photos/)).textContent).toMatch(/1,000\s₽$/)
})

test('the viewer names what a photo adds to the cart', async () => {
  const inCart = photos.slice(0, 4).map(({ photoId }) => ({ photoId, product: single }))
  const basis = { ...emptyBasis(anEvent, single), singlesInCart: inCart }
  const buying = { ...readOnlyBuying, canBuy: true, single, basis }
  await showPart(<LightboxSide event={anEvent} photo={aPhoto(4)} buying={buying} />, { path: '/event/e' })
  expect((await screen.findByRole('button', { name: /₽$/ })).textContent).toMatch(/[^\d]30\s₽$/)
})
