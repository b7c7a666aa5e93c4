// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { Settings } from '../../../contract/settings.ts'
import { configureApi } from '../../lib/api.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import { Pictures } from './Pictures.tsx'

let requests: string[] = []

beforeEach(() => {
  requests = []
  localStorage.clear()
  const size = { width: 1600, height: 900 }
  const items = [
    { id: 'slider-1', place: 'slider', url: '/tenant/1/start.webp', ...size, alt: 'The start' },
    { id: 'partner-1', place: 'partner', url: '/tenant/1/club.svg', ...size, alt: 'Krug running club' },
    { id: 'logo', place: 'logo', url: '/tenant/1/logo.svg', ...size, alt: 'White Trail' },
  ]
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Headers }) => {
    const { pathname, search } = new URL(url, 'http://shop')
    requests.push(`${pathname}${search} ${headers.get('accept-language')}`)
    return new Response(JSON.stringify({ items, count: 3, total: 3 }), {
      headers: { 'content-type': 'application/json', [tenantHeader]: 'white-trail' },
    })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function renderPictures(overrides: Partial<Settings>) {
  getDefaultStore().set(settingsAtom, {
    theme: 'white-trail',
    images: true,
    hideBannerOnHome: false,
    ...overrides,
  } as Settings)
  configureApi({ language: 'en' })
  const catalogue = await loadCatalogue('en')
  render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <Pictures />
    </LanguageProvider>,
  )
  await screen.findByAltText('Krug running club')
  return within(document.body)
    .getAllByRole('img')
    .map((picture) => picture.getAttribute('src'))
}

test('loads the pictures of the theme, fifty at most, and shows slides and partners on home', async () => {
  expect(await renderPictures({})).toEqual(['/tenant/1/start.webp', '/tenant/1/club.svg'])
  expect(requests).toEqual(['/public/themes/api/v1/themeImages?themeId=white-trail&offset=0&count=50 en'])
})

test('a home without a banner has no slides', async () => {
  expect(await renderPictures({ hideBannerOnHome: true })).toEqual(['/tenant/1/club.svg'])
})
