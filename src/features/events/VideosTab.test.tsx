// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { Event } from '../../../contract/events.ts'
import type { Settings } from '../../../contract/settings.ts'
import type { Video } from '../../../contract/videos.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { eventSearch } from '../../platform/storage/index.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import { VideosTab } from './VideosTab.tsx'

// a busy machine takes its time
configure({ asyncUtilTimeout: 20_000 })

const event = { eventId: 'e1', title: 'Three Bridges', albumId: 'a1', catalogId: 'c1' } as Event
let videos: Video[] = []
let asked: string[] = []

beforeEach(() => {
  localStorage.clear()
  asked = []
  const subject = { kind: 'event', label: '' } as const
  eventSearch('e1').eventToken.write({ token: 't', expiresOn: '2030-01-01T00:00:00.000Z', total: 3, subject })
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, search } = new URL(address, 'http://shop')
    if (!pathname.endsWith('/videos')) throw new TypeError('no network')
    asked.push(search)
    return new Response(JSON.stringify({ items: videos, count: videos.length, total: videos.length }), {
      headers: { 'content-type': 'application/json', [tenantHeader]: 'photofinish' },
    })
  })
})
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
})

async function open(path: string) {
  getDefaultStore().set(settingsAtom, { tenantName: 'Photofinish', currencyId: 643 } as Settings)
  history.replaceState(null, '', path)
  const catalogue = await loadCatalogue('en')
  render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <VideosTab event={event} />
    </LanguageProvider>,
  )
}

test('an event without videos says so, and when personal ones come', async () => {
  videos = []
  await open('/event/e1/video')
  expect(await screen.findByText('No video found')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toMatch(/within 24 hours after the event/)
  expect(asked).toEqual(['?albumId=a1&count=100'])
})

test('videos of a start number are asked for by it, and can be played: the player takes the focus', async () => {
  const common = { albumId: 'a1', durationS: 12, poster: null, previewUrl: '/media/x', takenOn: null }
  videos = [{ ...common, videoId: 'v1', title: 'My finish', startNumber: '128', personal: true }]
  await open('/event/e1/video?number=128')
  const play = await screen.findByRole('button', { name: 'Play “My finish”, 0:12' })
  expect(screen.getByText('Videos of number 128 and of the whole event')).toBeTruthy()
  expect(asked).toEqual(['?albumId=a1&myStartNumber=128&count=100'])
  fireEvent.click(play)
  expect(document.activeElement).toBe(screen.getByLabelText('My finish'))
})
