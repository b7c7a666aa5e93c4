// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { tenantHeader } from '../../../../contract/call.ts'
import type { Photo } from '../../../../contract/photos.ts'
import { skipPauses } from '../../../../tests/skip-pauses.ts'
import { renderPart } from '../../../../tests/support/browser/render-part.tsx'
import { buildPhoto, sampleEvent } from '../../../../tests/support/data/album.ts'
import { defaultSearch, storeFoundPhotos } from '../../../../tests/support/data/store-found-photos.ts'
import { useLanguage } from '../../../platform/language/index.ts'
import { getEventSearch } from '../../../platform/storage/index.ts'
import { getPersistedOrders } from '../../purchases/paid-orders.ts'
import { applyOutcome } from '../../selfie/result/outcome.ts'
import { MyPhotos } from '../MyPhotos.tsx'
import { getPersistedPeople } from '../person/people.ts'
import { Results } from './Results.tsx'

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network'))))
afterEach(async () => {
  // parts of the page are imported lazily, which must not happen after the test
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  getPersistedOrders('e').remove()
  localStorage.clear()
})

const event = {
  ...sampleEvent,
  counts: { photos: 80, videos: 4, competitors: 16 },
  features: { ...sampleEvent.features, video: true },
}

const createPhoto = (index: number, tier: 'sure' | 'maybe', overrides: Partial<Photo> = {}) =>
  buildPhoto(index, { match: { by: 'number', tier }, ...overrides })

function showResults(photos: Photo[]) {
  storeFoundPhotos('e', photos)
  return renderPart(<Results event={event} last={defaultSearch} />, { path: '/search/e/128' })
}

test('results list the runner’s photos, packages, discounts and videos, and ways to find more', async () => {
  const facelessPhoto = createPhoto(3, 'maybe', { tags: [{ photoTagId: 't', name: 'number', value: '128' }] })
  const similarPhoto = createPhoto(4, 'maybe', { match: { by: 'face', similarity: 0.5, tier: 'maybe' } })
  await showResults([createPhoto(1, 'sure'), createPhoto(2, 'sure'), facelessPhoto, similarPhoto])
  const views = within(screen.getByRole('group', { name: 'What to show' })).getAllByRole('link')
  expect(views.map((view) => view.getAttribute('href'))).toEqual([
    '/search/e/128',
    '/event/e',
    '/event/e/video',
    '/search/e/128?view=packages',
  ])
  expect(screen.getByRole('list', { name: 'Your photos' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Maybe this is you' })).toBeTruthy()
  const maybe = screen.getByRole('region', { name: 'Maybe this is you' })
  expect(
    within(maybe)
      .getAllByText(/No face visible|looks like/)
      .map(({ textContent }) => textContent),
  ).toEqual(['No face visible, number\u00a0128', 'The face looks like yours'])
  const overrides = screen.getByRole('region', { name: 'Are some missing?' })
  expect(within(overrides).getByRole('link', { name: 'New selfie' }).getAttribute('href')).toBe(
    '/event/e/selfie',
  )
  expect(within(overrides).getByRole('combobox', { name: 'Number or surname' })).toBeTruthy()
})

const listChipRows = () =>
  screen
    .getAllByRole('group')
    .filter(({ classList }) => classList.contains('pf-chips'))
    .map((row) =>
      within(row)
        .getAllByText(/./, { selector: '.pf-chip' })
        .map(({ textContent }) => textContent),
    )

test('more than 30 photos of a runner are filtered by place and time in the only row of chips', async () => {
  const photos = Array.from({ length: 31 }, (_, at) =>
    createPhoto(at, 'sure', { point: at < 20 ? 'start' : 'finish', takenOn: '2026-09-12T14:10:00.000Z' }),
  )
  const page = await showResults(photos)
  expect(await screen.findByRole('button', { name: 'Finish 11' })).toBeTruthy()
  expect(listChipRows()).toEqual([
    expect.arrayContaining(['Yours31', 'Time', 'Start20', 'Finish11', 'Video4']),
  ])
  expect(screen.queryByText('All points')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Finish 11' }))
  expect(location.search).toBe('?point=finish')
  fireEvent.click(screen.getByRole('button', { name: 'Finish 11' }))
  expect(location.search).toBe('')
  page.unmount()
  await showResults(photos.slice(1))
  expect(listChipRows()).toEqual([expect.not.arrayContaining(['Time'])])
})

test('the numbers of the points count the chosen time, and a filter without photos says so and is removed', async () => {
  const photos = Array.from({ length: 31 }, (_, at) =>
    createPhoto(at, 'sure', {
      point: at < 20 ? 'start' : 'finish',
      takenOn: `2026-09-12T14:${at < 15 ? '10' : '40'}:00.000Z`,
    }),
  )
  storeFoundPhotos('e', photos)
  await renderPart(<Results event={event} last={defaultSearch} />, {
    path: '/search/e/128?from=2026-09-12T14:30Z&point=finish',
  })
  expect(await screen.findByRole('button', { name: 'Start 5' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Finish 11' })).toBeTruthy()
  expect(screen.queryByText('No photos here at this time.')).toBeNull()
  cleanup()
  storeFoundPhotos('e', photos)
  await renderPart(<Results event={event} last={defaultSearch} />, {
    path: '/search/e/128?to=2026-09-12T14:30Z&point=finish',
  })
  const note = await screen.findByText('No photos here at this time.')
  expect(note.closest('[role=status]')).not.toBeNull()
  expect(screen.queryByRole('list', { name: 'Your photos' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Start 15' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(location.search).toBe('')
  expect(screen.getByRole('list', { name: 'Your photos' })).toBeTruthy()
  expect(screen.queryByText('No photos here at this time.')).toBeNull()
})

test('photos that are still being processed are announced below those that are found, with an offer to tell', async () => {
  vi.stubGlobal('PushManager', vi.fn())
  vi.stubGlobal('Notification', { permission: 'default' })
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
  storeFoundPhotos('e', [createPhoto(1, 'sure')])
  const processing = { photosTotal: 80, photosReady: 56 }
  await renderPart(<Results event={{ ...event, processing }} last={defaultSearch} />, {
    path: '/search/e/128',
  })
  const note = await screen.findByText(/^Sorting 24 more photos/)
  const wall = screen.getByRole('list', { name: 'Your photos' })
  expect(wall.compareDocumentPosition(note) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Tell me when photos come' })).toBeTruthy()
})

test('sure photos come first, possible ones are asked about, denied ones are hidden', async () => {
  const denied = createPhoto(4, 'sure', { match: { by: 'number', tier: 'sure', itIsMe: false } })
  await showResults([createPhoto(1, 'sure'), createPhoto(2, 'sure'), createPhoto(3, 'maybe'), denied])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^2 photos/)
  const maybe = within(screen.getByRole('region', { name: 'Maybe this is you' }))
  expect(maybe.getAllByRole('listitem')).toHaveLength(1)
  const question = within(maybe.getByRole('group', { name: 'Is this you?' }))
  expect(question.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'This is me',
    'Not me',
  ])
})

test('a bought photo says so on its tile, and its mark leads to it in its order', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(358)
  const cost = { amount: 78_000, currencyId: 643 } as const
  getPersistedOrders('e').write([
    {
      ...{ orderId: 'o1', number: '48213', paidOn: '2026-11-20T10:00:00.000Z', packages: [], framed: [] },
      ...{ singles: ['p1', 'p3'], videos: [], paidFor: {}, paidForSingles: cost },
    },
  ])
  await showResults([createPhoto(1, 'sure'), createPhoto(2, 'sure'), createPhoto(3, 'maybe')])
  const marks = screen.getAllByRole('link', { name: /^Bought · open: ./ })
  expect(marks.map((mark) => [mark.textContent, mark.getAttribute('href')])).toEqual([
    ['Bought ·\u00a0open', '/order/o1?photo=p1'],
    ['Bought ·\u00a0open', '/order/o1?photo=p3'],
  ])
  // the picture of the tile still opens the viewer
  for (const mark of marks) {
    const tile = mark.closest<HTMLElement>('.pf-tile')
    expect(tile && within(tile).getAllByRole('button')).toHaveLength(1)
  }
})

test('the viewer shares a photo by its address in the album: that of the page shows others their own photos', async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.resolve())
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
  storeFoundPhotos('e', [createPhoto(1, 'sure'), createPhoto(2, 'sure')])
  await renderPart(<Results event={event} last={defaultSearch} />, { path: '/event/e/my?photo=p2&at=1' })
  const viewer = within(await screen.findByRole('dialog', { name: 'Photo viewer', hidden: true }))
  fireEvent.click(viewer.getByRole('button', { name: 'Share', hidden: true }))
  expect(share.mock.calls).toEqual([[{ title: event.title, url: `${location.origin}/event/e?photo=p2` }]])
})

test('a selfie without a match leaves no photos of an earlier one on the page', async () => {
  const face = { by: 'face', selfieId: 's', personId: 'q' } as const
  getEventSearch('e').last.write(face)
  storeFoundPhotos('e', [createPhoto(1, 'sure'), createPhoto(2, 'sure')], face)
  await renderPart(<MyPhotos event={event} />, { path: '/event/e/my' })
  expect(screen.getByRole('list', { name: 'Your photos' })).toBeTruthy()
  // requests without an answer are retried before the page says so
  skipPauses(2_000)
  act(() => applyOutcome('e', { selfieId: 't', state: 'Ready', persons: [] }))
  expect(await screen.findByRole('heading', { name: 'Not found yet' })).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Your photos' })).toBeNull()
})

/** Answers calls by method and path; all others fail as without a network. */
function stubService(answers: Record<string, (headers: Headers) => object>): void {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers }: RequestInit) => {
    const answer = answers[`${method} ${new URL(url, 'http://shop').pathname.replace(/.*v1/, '')}`]
    if (!answer) throw new TypeError('no network')
    return new Response(JSON.stringify(answer(new Headers(headers))), {
      headers: { 'content-type': 'application/json', [tenantHeader]: 'photofinish' },
    })
  })
}

/** Stores a search with its token, as a tab does that has searched. */
function storeSearch(number: string, label: string): void {
  const { last, token } = getEventSearch('e')
  last.write({ by: 'number', number })
  token.write({
    ...{ token: `of ${number}`, expiresOn: '2030-01-01T00:00:00.000Z', total: 2 },
    subject: { kind: 'number', label },
  })
}

/** Renders results with a button that adds a photo to the event. */
function GrowingResults() {
  const [photosReady, setPhotosReady] = useState(100)
  return (
    <>
      <button type="button" onClick={() => setPhotosReady(photosReady + 1)}>
        Add a photo
      </button>
      <Results
        event={{ ...event, processing: { photosTotal: photosReady, photosReady } }}
        last={defaultSearch}
      />
    </>
  )
}

test('results stay those of their runner after another tab has searched for another one', async () => {
  const usedTokens: string[] = []
  const answerWith = (name: string, answer: object) => (headers: Headers) => {
    usedTokens.push(`${name} ${headers.get('authorization')}`)
    return answer
  }
  const items = [createPhoto(1, 'sure'), createPhoto(2, 'sure')]
  stubService({
    'GET /photos': answerWith('photos', { items, count: 2, total: 2 }),
    'POST /shares': answerWith('share', { shareId: 's', expiresOn: '2030-01-01T00:00:00.000Z' }),
  })
  storeSearch('128', '128 · Anna')
  await renderPart(<GrowingResults />, { path: '/search/e/128' })
  expect(await screen.findByText(/Anna/)).toBeTruthy()
  act(() => storeSearch('341', '341 · Boris'))
  usedTokens.length = 0
  fireEvent.click(screen.getByRole('button', { name: 'Add a photo' }))
  await vi.waitFor(() => expect(usedTokens).toEqual(['photos Bearer of 128']))
  fireEvent.click(screen.getByRole('button', { name: 'Share' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Make a link' }))
  await vi.waitFor(() => expect(usedTokens).toContain('share Bearer of 128'))
  expect(screen.queryByText(/Boris/)).toBeNull()
  const people = getPersistedPeople('e').read()
  expect(people.map(({ last, label }) => [last, label])).toEqual([[defaultSearch, '128 · Anna']])
})

const spanishPoints = [
  { point: 'start', title: 'Salida' },
  { point: 'finish', title: 'Meta' },
]

/** Renders results with a button that switches the language. */
function TranslatedResults() {
  const { language, setLanguage } = useLanguage()
  const points = language === 'es' ? spanishPoints : event.points
  return (
    <>
      <button type="button" onClick={() => setLanguage('es')}>
        Español
      </button>
      <Results event={{ ...event, points }} last={defaultSearch} />
    </>
  )
}

test.each([
  ['are loaded again', (titles: [string, string]) => titles],
  ['cannot be loaded again', () => undefined],
])('the filters by point stay when the language changes and the photos %s', async (_, translate) => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(358)
  const loadedTitles: string[] = []
  stubService({
    'GET /photos': (headers) => {
      const isSpanish = headers.get('accept-language') === 'es'
      const titles = isSpanish ? translate(['Salida', 'Meta']) : ['Start', 'Finish']
      if (!titles) throw new TypeError('no network')
      loadedTitles.push(...titles)
      const items = Array.from({ length: 31 }, (_photo, at) =>
        createPhoto(at, 'sure', { point: titles[at < 20 ? 0 : 1] ?? null }),
      )
      return { items, count: 31, total: 31 }
    },
  })
  storeSearch('128', '128')
  await renderPart(<TranslatedResults />, { path: '/search/e/128?point=finish' })
  expect(await screen.findByRole('button', { name: 'Finish 11' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Español' }))
  expect((await screen.findByRole('button', { name: 'Meta 11' })).getAttribute('aria-pressed')).toBe('true')
  if (translate(['Salida', 'Meta'])) await vi.waitFor(() => expect(loadedTitles).toContain('Meta'))
  await act(async () => {})
  expect(screen.getByRole('button', { name: 'Salida 20' })).toBeTruthy()
  expect(within(screen.getByRole('list', { name: 'Tus fotos' })).getAllByRole('listitem')).not.toEqual([])
})
