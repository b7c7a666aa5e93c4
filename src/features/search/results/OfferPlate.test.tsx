// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Event } from '../../../../contract/events.ts'
import type { Photo } from '../../../../contract/photos.ts'
import { buildProduct, buildTier } from '../../../../tests/support/data/catalog.ts'
import { LanguageProvider, loadCatalogue } from '../../../platform/language/index.ts'
import type { Buying } from '../../photos/index.ts'
import { OfferPlate } from './OfferPlate.tsx'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const single = buildProduct('photo', 39_000, { priceTiers: [buildTier(3, 33_000), buildTier(5, 27_000)] })
const withMe = buildProduct('photos_with_me', 199_000, { title: 'All photos with me' })

const createPhotos = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ photoId: `p${index}` }) as Photo)

/** Returns an event whose photos are all processed, or are still being processed. */
const createEvent = (isGrowing: boolean) =>
  ({
    eventId: 'e1',
    processing: { photosTotal: 80, photosReady: isGrowing ? 20 : 80 },
  }) as unknown as Event

const createBuying = (boughtIds: readonly string[] = [], paid = 0): Buying =>
  ({
    isLoading: false,
    ...{ single, personalPackage: withMe, isPackageInCart: false, inCart: () => false },
    priceBasis: { paidFor: () => paid * 100 },
    bought: new Map(boughtIds.map((id) => [id, { orderId: 'o1' }])),
  }) as unknown as Buying

/** Shows the plate for a number of found photos. @returns renders it again for another number */
async function renderOffer(
  count: number,
  { isGrowing = false, hasPossiblePhotos = false, bought = createBuying() } = {},
) {
  const catalogue = await loadCatalogue('en')
  const buildOffer = (photos: number) => (
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <OfferPlate
        event={createEvent(isGrowing)}
        surePhotos={createPhotos(photos)}
        count={photos}
        hasPossiblePhotos={hasPossiblePhotos}
        buying={bought}
      />
    </LanguageProvider>
  )
  const { rerender } = render(buildOffer(count))
  return (photos: number) => act(() => rerender(buildOffer(photos)))
}

const readPageText = () => document.body.textContent?.replace(/[\u00a0\u202f]/g, ' ')

test('few photos are offered one by one, with the next price and the number at which the package pays off', async () => {
  await renderOffer(4, { hasPossiblePhotos: true })
  expect(screen.getByRole('button').textContent?.replace(/\s/g, ' ')).toBe('All 4 photos — 1,320 ₽')
  expect(readPageText()).toContain('One by one is cheaper')
  expect(readPageText()).toContain('330 ₽ each · 5th photo for 30 ₽')
  expect(readPageText()).toContain('The 1,990 ₽ package pays off from 8 photos')
  expect(readPageText()).not.toContain('still to come')
})

test('while photos are still to come, the package is the second choice and says why', async () => {
  await renderOffer(4, { isGrowing: true })
  const [first, second] = screen
    .getAllByRole('button')
    .map(({ textContent }) => textContent?.replace(/\s/g, ' '))
  expect(first).toBe('All 4 photos — 1,320 ₽')
  expect(second).toBe('The 1,990 ₽ package: also those still to come')
})

test('many photos are offered as the package, with what it saves', async () => {
  await renderOffer(8)
  expect(screen.getByRole('button').textContent?.replace(/\s/g, ' ')).toBe('All 8 photos — 1,990 ₽')
  expect(readPageText()).toContain('Package “All photos with me”')
  expect(readPageText()).toContain('170 ₽ less than one by one')
  expect(readPageText()).not.toContain('still to come')
})

test('what was bought is open, and its price counts for the rest', async () => {
  await renderOffer(8, { bought: createBuying(['p0', 'p1', 'p2'], 990) })
  expect(readPageText()).toContain('3 photos are yours already')
  expect(screen.getByRole('button').textContent?.replace(/\s/g, ' ')).toBe('The other 5 — 1,000 ₽')
  expect(readPageText()).toContain('What you have bought is not charged again')
  expect(screen.getByRole('link', { name: 'Bought 3 · open' }).getAttribute('href')).toBe('/order/o1')
})

test('when all is bought, nothing is offered', async () => {
  await renderOffer(2, { bought: createBuying(['p0', 'p1']) })
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: 'Bought · open' }).getAttribute('href')).toBe('/order/o1')
})

test('after a photo was rejected the offer is computed again, and says so for a while', async () => {
  const rerenderWithCount = await renderOffer(5)
  vi.useFakeTimers()
  rerenderWithCount(4)
  expect(readPageText()).toContain('Recounted: 4 photos, not 5')
  expect(document.querySelector('[aria-live="polite"]')?.textContent).toContain('Recounted')
  expect(screen.getByRole('button').textContent?.replace(/\s/g, ' ')).toBe('All 4 photos — 1,320 ₽')
  act(() => void vi.advanceTimersByTime(8_000))
  expect(readPageText()).not.toContain('Recounted')
})
