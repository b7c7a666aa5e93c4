// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../../contract/call.ts'
import { renderPart } from '../../../../tests/support/browser/render-part.tsx'
import { buildPhoto, sampleEvent } from '../../../../tests/support/data/album.ts'
import { buildProduct } from '../../../../tests/support/data/catalog.ts'
import { defaultSearch, storeFoundPhotos } from '../../../../tests/support/data/store-found-photos.ts'
import { outbox } from '../../../lib/outbox/index.ts'
import { getEventSearch } from '../../../platform/storage/index.ts'
import { useBuying } from '../../photos/index.ts'
import { Results } from './Results.tsx'

const catalog = [
  buildProduct('photos_with_me', 149_000, { productId: 'all-10', distance: '10 km' }),
  buildProduct('photos_with_me', 199_000, { productId: 'all' }),
  buildProduct('photo', 39_000),
  buildProduct('video', 49_000, { productId: 'video-10', distance: '10 km' }),
]

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('/catalog/products')) throw new TypeError('no network')
    const responseBody = { items: catalog, count: catalog.length, total: catalog.length }
    const headers = { 'content-type': 'application/json', [tenantHeader]: 'photofinish' }
    return new Response(JSON.stringify(responseBody), { headers })
  })
})

afterEach(async () => {
  // parts of the page are imported lazily, which must not happen after the test
  await vi.dynamicImportSettled()
  for (const { id } of await outbox.entries()) await outbox.drop(id)
  cleanup()
  vi.unstubAllGlobals()
})

function storeSearch(distance: string | undefined): void {
  const subject = { kind: 'number' as const, label: '128', ...(distance === undefined ? {} : { distance }) }
  getEventSearch('e').last.write(defaultSearch)
  getEventSearch('e').token.write({ token: 't', expiresOn: '2030-01-01T00:00:00.000Z', subject, total: 5 })
  const match = { by: 'number', tier: 'sure' } as const
  storeFoundPhotos(
    'e',
    [1, 2, 3, 4, 5].map((index) => buildPhoto(index, { match })),
  )
}

async function renderAndReadText(content: ReactNode): Promise<string> {
  const { container } = await renderPart(content, { path: '/search/e/128' })
  await vi.waitFor(() => expect(container.textContent).toMatch(/1,[49]90|none/))
  return container.textContent
}

test('a runner is offered the package of the distance instead of the one for all', async () => {
  storeSearch('10 km')
  const pageText = await renderAndReadText(<Results event={sampleEvent} last={defaultSearch} />)
  expect(pageText).toContain('1,490')
  expect(pageText).not.toContain('1,990')
})

test.each(['21.1 km', undefined])('a runner of %s is offered the package for all', async (distance) => {
  storeSearch(distance)
  const pageText = await renderAndReadText(<Results event={sampleEvent} last={defaultSearch} />)
  expect(pageText).toContain('1,990')
  expect(pageText).not.toContain('1,490')
})

function BuyingProbe() {
  const { personalPackage, video, isLoading, buyVideo } = useBuying(sampleEvent)
  if (isLoading) return null
  return (
    <button type="button" onClick={() => void buyVideo('v1')}>
      {personalPackage?.price.amount === 149_000 ? '1,490' : '1,990'} {video?.productId ?? 'no video'}
    </button>
  )
}

test('the album offers only what is sold to all while no runner was found', async () => {
  expect(await renderAndReadText(<BuyingProbe />)).toBe('1,990 no video')
})

test('what is for the distance goes into the cart in the name of the runner', async () => {
  storeSearch('10 km')
  expect(await renderAndReadText(<BuyingProbe />)).toBe('1,490 video-10')
  await act(async () => {
    fireEvent.click(screen.getByRole('button'))
  })
  await vi.waitFor(async () => {
    const added = (await outbox.entries()).find(({ kind }) => kind === 'cart.add')
    expect(added?.body).toMatchObject({
      items: [{ productId: 'video-10', videoId: 'v1' }],
      searchCredentials: { eventId: 'e', token: 't', tokenRequest: { number: '128' } },
    })
  })
})
