import { afterAll, expect, it, vi } from 'vitest'
import type { Event } from '../../contract/events.ts'
import type { Settings } from '../../contract/settings.ts'
import type { SsrRequest } from '../../contract/ssr.ts'
import { skipPauses } from '../../tests/skip-pauses.ts'
import { configureApi } from '../lib/api-client.ts'
import { renderOnServer } from './ssr.tsx'

afterAll(() => configureApi({ language: 'ru', tenant: '' }))

const settings = {
  theme: 'default',
  tenantName: 'Photofinish',
  lang: 'ru',
  languages: ['ru', 'en', 'es'],
  currencyId: 643,
  photofinishUSA: false,
  serviceSwitch: [],
  themePictures: [],
  slides: [],
  paymentTypes: [],
  hideSupportIn: [],
  social: [],
  legalEntity: 'Photofinish LLC',
  partners: [],
  tokens: { light: {}, dark: {} },
} as unknown as Settings

const event = {
  eventId: 'three-bridges',
  albumId: 'album',
  catalogId: 'catalog',
  title: 'Three Bridges Half',
  city: 'Saint Petersburg',
  localDay: '2026-09-12',
  startsOn: '2026-09-12T07:00:00.000Z',
  endsOn: '2026-09-12T12:00:00.000Z',
  timeZone: 'Europe/Moscow',
  country: 'RU',
  distances: ['21,1'],
  cover: { url: '/media/cover', width: 1280, height: 854, placeholder: '#abc' },
  counts: { photos: 2, videos: 0, competitors: 1 },
  processing: { photosReady: 2, photosTotal: 2 },
  features: { faceSearch: true, frames: false },
  points: [],
} as unknown as Event

const createPicture = (url: string) => ({ url, width: 400, height: 267 })
const photos = ['one', 'two'].map((photoId) => ({
  photoId,
  albumId: 'album',
  takenOn: null,
  point: null,
  width: 3000,
  height: 2000,
  preview: createPicture(`/media/${photoId}-preview`),
  thumb: createPicture(`/media/${photoId}-thumb`),
  tiny: createPicture(`/media/${photoId}-tiny`),
  tags: [],
}))

const price = { amount: 49_900, currencyId: 643 }
const order = {
  order: {
    orderId: 'first',
    number: '1001',
    state: 'Completed',
    currencyId: 643,
    invoiceId: 'invoice',
    totalAmount: price,
    catalogId: 'catalog',
    eventId: 'three-bridges',
    albumId: 'album',
    customer: { email: 'runner@example.org' },
    createdOn: '2026-09-12T12:00:00.000Z',
    preorder: false,
  },
  payments: [],
  items: [
    {
      orderItemId: 'item',
      totalPrice: price,
      product: { title: 'One photo', productType: 'photo' },
      downloads: [
        {
          fileName: 'photo-1.jpg',
          url: '/files/one',
          bytes: 1_000_000,
          expiresOn: '2026-09-12T13:00:00.000Z',
        },
      ],
    },
  ],
} as unknown as SsrRequest['order']

/** Renders twice: the first rendering only requests the lazy parts of the page. */
async function renderPath(
  path: string,
  overrides: Partial<SsrRequest> = {},
): ReturnType<typeof renderOnServer> {
  skipPauses(100)
  const request: SsrRequest = { path, settings, language: 'en', small: true, readOn: 0, ...overrides }
  await renderOnServer(request)
  await vi.dynamicImportSettled()
  return renderOnServer(request)
}

// loads the pages while the tests are collected: on a busy machine that takes longer than one test may
const pages = import.meta.glob('../**/*Page.tsx')
await Promise.all(Object.values(pages).map((load) => load()))

it('renders the cover of an event while it has no photos', async () => {
  const empty = { ...event, counts: { ...event.counts, photos: 0, report: 0 } }
  expect((await renderPath('/event/three-bridges', { event: empty }))?.html).toContain('src="/media/cover"')
})

it('renders an event with the first photos of its album, each as a share of the width', async () => {
  const { html } = (await renderPath('/event/three-bridges', { event, photos })) ?? { html: '' }
  expect(html).toContain('Three Bridges Half')
  expect(html).not.toContain('src="/media/cover"')
  expect(html).toContain('src="/media/one-thumb"')
  expect(html).toMatch(/data-tile="1" style="width:calc\(\d+\.?\d*cqw \+ -\d+\.?\d*px\)/)
  // a picture that waits for the app would be hidden until hydration
  expect(html).not.toContain('pf-waiting')
})

it('renders the photos found for a number: their count, the runner, the first of them', async () => {
  const found = { number: '128', label: '128 · Anna Larina', photos, total: 8 } as SsrRequest['found']
  const { html } = (await renderPath('/search/three-bridges/128', { event, found })) ?? { html: '' }
  expect(html).toMatch(/<h1[^>]*><span class="sr-only">8/)
  expect(html).not.toMatch(/>0</)
  expect(html).toContain('src="/media/one-thumb"')
  expect(html).toContain('Three Bridges Half')
  const other = (await renderPath('/search/three-bridges/129', { event, found }))?.html
  expect(other).not.toContain('/media/one-thumb')
})

it('renders a paid order with its files', async () => {
  const { html } = (await renderPath('/order/first', { order })) ?? { html: '' }
  expect(html).toMatch(/<h1[^>]*>Thank you|<h1[^>]*>Finished/)
  expect(html).toContain('Photo 1')
  expect(html).not.toContain('runner@example.org')
})

it('keeps no state between two pages', async () => {
  await renderPath('/event/three-bridges', { event, photos })
  const { html } = (await renderPath('/event/another')) ?? { html: '' }
  expect(html).not.toContain('Three Bridges')
  expect(html).toContain('aria-busy="true"')
  expect(globalThis).not.toHaveProperty('location')
})

it('renders a page without the bar or footer that it hides', async () => {
  const { html, chrome } = (await renderPath('/event/three-bridges/selfie', { event })) ?? {}
  expect(chrome).toMatchObject({ hideBar: true })
  expect(html).not.toContain('pf-bar')
  expect(html).toContain('<h1')
})

it.each(['/', '/cart', '/for-organizers', '/contacts', '/orders', '/order', '/gift', '/search'])(
  'renders the content of %s, not its skeleton',
  async (path) => {
    const { html } = (await renderPath(path, { newest: { items: [event], total: 1 } })) ?? { html: '' }
    expect(html).toMatch(/<h1|role="status"/)
    expect(html).not.toContain('<!--$!--><template data-')
  },
)

it('renders nothing for unknown pages and for pages that the tenant hides', async () => {
  expect(await renderPath('/wp-login.php')).toBeUndefined()
  const hidden = { ...settings, hidePartnerPages: true }
  expect(await renderPath('/for-organizers', { settings: hidden })).toBeUndefined()
})
