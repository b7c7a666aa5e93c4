// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Photo } from '../../../../contract/photos.ts'
import { renderPart } from '../../../../tests/support/browser/render-part.tsx'
import { sampleEvent } from '../../../../tests/support/data/album.ts'
import { buildProduct, buildTier } from '../../../../tests/support/data/catalog.ts'
import type { Buying } from '../../photos/index.ts'
import { OfferDock } from './OfferDock.tsx'

/** Reports where the plate is, as the browser does. */
let scrollPlate: (entry: { isIntersecting: boolean; bottom: number }) => void

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: unknown[]) => void) {
        scrollPlate = ({ isIntersecting, bottom }) =>
          act(() => report([{ isIntersecting, boundingClientRect: { bottom } }]))
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const single = buildProduct('photo', 39_000, { priceTiers: [buildTier(3, 33_000), buildTier(5, 27_000)] })
const photos = Array.from({ length: 4 }, (_, index) => ({ photoId: `p${index}` }) as Photo)
const buy = vi.fn(() => Promise.resolve(false))

const createBuying = (overrides: Partial<Buying> = {}): Buying =>
  ({
    ...{
      isLoading: false,
      single,
      isPackageInCart: false,
      inCart: () => false,
      bought: new Map(),
      chosen: [],
    },
    ...{ basis: { paidFor: () => 0 }, buy },
    ...overrides,
  }) as unknown as Buying

const renderDock = (buying = createBuying()) =>
  renderPart(
    <OfferDock
      event={sampleEvent}
      surePhotos={photos}
      count={photos.length}
      hasPossiblePhotos={false}
      buying={buying}
      plateRef={{ current: document.body }}
      hasPlate
    />,
  )
const findButton = () => screen.queryByRole('button')?.textContent?.replaceAll(/\s/g, ' ')

test('a dock repeats the button of the plate while it is scrolled away, and buys the same', async () => {
  await renderDock()
  expect(findButton()).toBeUndefined()
  scrollPlate({ isIntersecting: false, bottom: -20 })
  expect(findButton()).toBe('All 4 photos — 1,320 ₽')
  await act(async () => fireEvent.click(screen.getByRole('button')))
  expect(buy).toHaveBeenCalledWith(photos)
  scrollPlate({ isIntersecting: true, bottom: 120 })
  expect(findButton()).toBeUndefined()
})

test('a plate below the visible part of the page has no dock', async () => {
  await renderDock()
  scrollPlate({ isIntersecting: false, bottom: 2_000 })
  expect(findButton()).toBeUndefined()
})

test.each<[string, Partial<Buying>]>([
  ['photos are selected, for which there is another dock', { chosen: photos.slice(0, 1) }],
  ['all photos are bought', { bought: new Map(photos.map(({ photoId }) => [photoId, { orderId: 'o' }])) }],
  ['all photos are in the cart', { inCart: () => true }],
  ['prices are unknown', { isLoading: true }],
])('there is no dock where %s', async (_state, overrides) => {
  await renderDock(createBuying(overrides))
  scrollPlate({ isIntersecting: false, bottom: -20 })
  expect(findButton()).toBeUndefined()
})
