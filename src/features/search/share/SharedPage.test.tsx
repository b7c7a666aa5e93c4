// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Event } from '../../../../contract/events.ts'
import type { Photo, SharedPhotos } from '../../../../contract/photos.ts'
import type { Settings } from '../../../../contract/settings.ts'
import { buildProduct, buildTier } from '../../../../tests/support/data/catalog.ts'
import { LanguageProvider, loadCatalogue } from '../../../platform/language/index.ts'
import { settingsAtom } from '../../../platform/theme/index.ts'
import { SharedPhotosView } from './SharedPage.tsx'

const products = [
  buildProduct('photo', 39_000, { priceTiers: [buildTier(3, 33_000), buildTier(5, 27_000)] }),
  buildProduct('photos_with_me', 199_000),
]

const event = {
  ...{ eventId: 'e1', title: 'Three Bridges', startsOn: '2026-09-12T14:30:00.000Z', localDay: '2026-09-12' },
  ...{ timeZone: 'Europe/Riga', city: 'Riga', cover: null, albumId: 'a1', points: [] },
  counts: { photos: 80, videos: 4, competitors: 16 },
  features: { faceSearch: true, numberSearch: true, surnameSearch: true, video: true, frames: false },
  processing: { photosTotal: 80, photosReady: 20 },
} as unknown as Event

const image = { url: '/media/x', width: 3, height: 2 }
const buildPhotos = (count: number): Photo[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ photoId: `p${index}`, albumId: 'a1', takenOn: null, point: null, width: 3, height: 2 },
    ...{ preview: image, thumb: image, tags: [] },
  }))

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('/products')) throw new TypeError('no network')
    const list = { items: products, count: products.length, total: products.length }
    return new Response(JSON.stringify(list), {
      headers: { 'content-type': 'application/json', 'photofinish-tenant': 'photofinish' },
    })
  })
})
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

let catalogCount = 0
async function renderShare(
  count: number,
  person: SharedPhotos['person'],
  { bought = false, giftable = false }: { bought?: boolean; giftable?: boolean } = {},
) {
  const settings = { tenantName: 'Photofinish', theme: 'photofinish', currencyId: 643 } as Settings
  getDefaultStore().set(settingsAtom, settings)
  catalogCount += 1
  const photos = buildPhotos(count)
  const share = { items: photos, count, total: count, eventId: 'e1', bought, giftable, person }
  const catalogue = await loadCatalogue('en')
  render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <SharedPhotosView
        shareId="s1"
        event={{ ...event, catalogId: `c${catalogCount}` }}
        share={{ ...share, expiresOn: '2026-10-12T10:00:00.000Z' }}
        photos={photos}
      />
    </LanguageProvider>,
  )
}

const normalizeSpaces = (text: string | null) => text?.replace(/[\u00a0\u202f]/g, ' ')

test('a shared link shows first name and time, and sells all photos at the lowest price', async () => {
  await renderShare(8, { name: 'Andrei', number: '128', time: '1:33:41' })
  const heading = screen.getByRole('heading', { level: 1 })
  expect(normalizeSpaces(heading.textContent)).toBe('Andrei at the finish')
  expect(screen.getByText('1:33:41')).toBeTruthy()
  const [button] = await screen.findAllByRole('button', { name: /Buy all 8/ })
  expect(normalizeSpaces(button?.textContent ?? '')).toContain('1,990 ₽')
  const plate = button?.closest<HTMLElement>('.pf-bib')
  expect(plate && within(plate).getByText('For family and friends')).toBeTruthy()
  expect(normalizeSpaces(plate?.textContent ?? '')).toContain('170 ₽')
  // a shared link never gets more photos, even while those of the event are being processed
  expect(plate?.textContent).not.toContain('still to come')
  expect(screen.getAllByText(/Andrei shares these photos/)[0]?.textContent).toContain('October 12')
})

test('a shared link of few photos sells them one by one, without a package', async () => {
  await renderShare(3, { name: null, number: '7', time: null })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Number 7')
  const [button] = await screen.findAllByRole('button', { name: /Buy all 3/ })
  expect(normalizeSpaces(button?.textContent ?? '')).toContain('990 ₽')
  expect(button?.closest('.pf-bib')?.textContent).not.toContain('package')
})

test('a shared link found by face shows no name', async () => {
  await renderShare(1, { name: null, number: null, time: null })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Photos from the course')
  expect(await screen.findAllByRole('button', { name: /Buy the photo/ })).toBeTruthy()
})

test('marks photos that the runner has bought, which visitors can buy too', async () => {
  await renderShare(8, { name: 'Andrei', number: '128', time: null }, { bought: true, giftable: true })
  const [button] = await screen.findAllByRole('button', { name: /Buy all 8 for myself/ })
  expect(button?.className).not.toContain('pf-btn-primary')
  const plate = button?.closest<HTMLElement>('.pf-bib')
  expect(plate && within(plate).getByText('These photos are already bought')).toBeTruthy()
})

test('offers to give the photos to the runner first, and to buy them for oneself second', async () => {
  await renderShare(8, { name: 'Andrei', number: '128', time: null }, { giftable: true })
  const [button] = await screen.findAllByRole('button', { name: /Gift all 8/ })
  expect(button?.className).toContain('pf-btn-primary')
  expect(normalizeSpaces(button?.textContent ?? '')).toContain('1,990 ₽')
  const plate = button?.closest<HTMLElement>('.pf-bib')
  if (!plate) throw new Error('no plate')
  expect(within(plate).getByText('Andrei gets the photos, you the receipt')).toBeTruthy()
  expect(within(plate).queryByText(/The files go to your email/)).toBeNull()
  const own = within(plate).getByRole('button', { name: /Buy all 8 for myself/ })
  expect(own.className).not.toContain('pf-btn')
})
