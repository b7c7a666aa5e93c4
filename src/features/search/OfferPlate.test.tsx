// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import { aProduct, aTier } from '../../../tests/support/data/catalog.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import type { Buying } from '../photos/index.ts'
import { OfferPlate } from './OfferPlate.tsx'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const single = aProduct('photo', 39_000, { priceTiers: [aTier(3, 33_000), aTier(5, 27_000)] })
const withMe = aProduct('photos_with_me', 199_000, { title: 'All photos with me' })

const photosNamed = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ photoId: `p${at}` }) as Photo)

/** Returns an event whose photos are all processed, or are still being processed. */
const anEvent = (isGrowing: boolean) =>
  ({
    eventId: 'e1',
    processing: { photosTotal: 80, photosReady: isGrowing ? 20 : 80 },
  }) as unknown as Event

const buying = (boughtIds: readonly string[] = [], paid = 0): Buying =>
  ({
    isLoading: false,
    ...{ single, withMe, packageInCart: false, inCart: () => false },
    basis: { paidFor: () => paid * 100 },
    bought: new Map(boughtIds.map((id) => [id, { orderId: 'o1' }])),
  }) as unknown as Buying

/** Shows the plate for a number of found photos. @returns renders it again for another number */
async function show(count: number, { isGrowing = false, isMoreThere = false, bought = buying() } = {}) {
  const catalogue = await loadCatalogue('en')
  const plate = (photos: number) => (
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <OfferPlate
        event={anEvent(isGrowing)}
        sure={photosNamed(photos)}
        count={photos}
        isMoreThere={isMoreThere}
        buying={bought}
      />
    </LanguageProvider>
  )
  const { rerender } = render(plate(count))
  return (photos: number) => act(() => rerender(plate(photos)))
}

const shown = () => document.body.textContent?.replace(/[\u00a0\u202f]/g, ' ')

test('few photos are offered one by one, with the next price and the number at which the package pays off', async () => {
  await show(4, { isMoreThere: true })
  expect(screen.getByRole('button').textContent?.replace(/\s/g, ' ')).toBe('All 4 photos — 1,320 ₽')
  expect(shown()).toContain('One by one is cheaper')
  expect(shown()).toContain('330 ₽ each · 5th photo for 30 ₽')
  expect(shown()).toContain('The 1,990 ₽ package pays off from 8 photos')
  expect(shown()).not.toContain('still to come')
})

test('while photos are still to come, the package is the second choice and says why', async () => {
  await show(4, { isGrowing: true })
  const [first, second] = screen
    .getAllByRole('button')
    .map(({ textContent }) => textContent?.replace(/\s/g, ' '))
  expect(first).toBe('All 4 photos — 1,320 ₽')
  expect(second).toBe('The 1,990 ₽ package: also those still to come')
})

test('many photos are offered as the package, with what it saves', async () => {
  await show(8)
  expect(screen.getByRole('button').textContent?.replace(/\s/g, ' ')).toBe('All 8 photos — 1,990 ₽')
  expect(shown()).toContain('Package “All photos with me”')
  expect(shown()).toContain('170 ₽ less than one by one')
  expect(shown()).not.toContain('still to come')
})

test('what was bought is open, and its price counts for the rest', async () => {
  await show(8, { bought: buying(['p0', 'p1', 'p2'], 990) })
  expect(shown()).toContain('3 photos are yours already')
  expect(screen.getByRole('button').textContent?.replace(/\s/g, ' ')).toBe('The other 5 — 1,000 ₽')
  expect(shown()).toContain('What you have bought is not charged again')
  expect(screen.getByRole('link', { name: 'Bought 3 · open' }).getAttribute('href')).toBe('/order/o1')
})

test('when all is bought, nothing is offered', async () => {
  await show(2, { bought: buying(['p0', 'p1']) })
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: 'Bought · open' }).getAttribute('href')).toBe('/order/o1')
})

test('after a photo was rejected the offer is computed again, and says so for a while', async () => {
  const showAgain = await show(5)
  vi.useFakeTimers()
  showAgain(4)
  expect(shown()).toContain('Recounted: 4 photos, not 5')
  expect(document.querySelector('[aria-live="polite"]')?.textContent).toContain('Recounted')
  expect(screen.getByRole('button').textContent?.replace(/\s/g, ' ')).toBe('All 4 photos — 1,320 ₽')
  act(() => void vi.advanceTimersByTime(8_000))
  expect(shown()).not.toContain('Recounted')
})
