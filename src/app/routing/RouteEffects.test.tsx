// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  disableScriptLoading,
  renderInShell,
  setWindowWidth,
} from '../../../tests/support/browser/render-in-shell.tsx'
import { RouteEffects } from './RouteEffects.tsx'

beforeEach(() => {
  disableScriptLoading()
  setWindowWidth(1440)
  delete window.ym
  document.head.innerHTML = ''
})
afterEach(cleanup)

const navigateTo = (path: string) => act(() => history.pushState(null, '', path))
const readCanonicalUrl = () => document.querySelector('link[rel=canonical]')?.getAttribute('href')
const readRobotsTag = () => document.querySelector('meta[name=robots]')?.getAttribute('content')

test('the canonical link follows the page, and private pages are not indexed', async () => {
  document.head.innerHTML = '<link rel="canonical" href="http://elsewhere.test/">'
  await renderInShell(<RouteEffects />, { path: '/event/e1/video?photo=p1' })
  expect([readCanonicalUrl(), readRobotsTag()]).toEqual([`${location.origin}/event/e1`, undefined])
  navigateTo('/search/e1/2047')
  expect([readCanonicalUrl(), readRobotsTag()]).toEqual([undefined, 'noindex'])
  navigateTo('/contacts')
  expect([readCanonicalUrl(), readRobotsTag()]).toEqual([`${location.origin}/contacts`, undefined])
  expect(document.querySelectorAll('link[rel=canonical]')).toHaveLength(1)
})

test('counts pages by their kind, without ids or personal data', async () => {
  const overrides = { analytics: { counterId: '4242', dataLayer: false } }
  await renderInShell(<RouteEffects />, { overrides, path: '/?email=me@example.test&utm_source=x' })
  for (const path of [
    '/event/e1/video',
    '/search/e1/2047',
    '/search?q=Smirnova',
    '/cart?token=t0ken',
    '/order/secret-order',
    '/my-account/order/secret-order',
    '/contacts',
  ])
    navigateTo(path)
  const hits = (window.ym?.a ?? []).filter(([, method]) => method === 'hit').map(([, , url]) => String(url))
  expect(hits.map((url) => url.replace(location.origin, ''))).toEqual([
    '/',
    '/event/e1',
    '/search/:id/:number',
    '/search',
    '/cart',
    '/contacts',
  ])
  expect(JSON.stringify(window.ym?.a)).not.toMatch(/2047|Smirnova|t0ken|secret|example\.test/)
})

test('does not count a tenant without a counter', async () => {
  await renderInShell(<RouteEffects />, { path: '/' })
  expect(document.querySelector('script')).toBeNull()
})
