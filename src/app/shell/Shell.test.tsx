// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInShell, setWindowWidth } from '../../../tests/support/browser/render-in-shell.tsx'
import { reportLinkSignal } from '../../lib/link.ts'
import { appBarAtom } from '../../platform/navigation/index.ts'
import { Shell } from './Shell.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  act(() => getDefaultStore().set(appBarAtom, {}))
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  ['a page', '/contacts', 390, false],
  ['a page', '/contacts', 1440, false],
  ['the search opened by its URL', '/search/e1/128', 390, true],
  ['the search opened by its URL', '/search/e1/128', 723, true],
  ['the search opened by its URL', '/search/e1/128', 724, false],
  ['the search opened by its URL', '/search/e1/128', 1440, false],
])('the app bar of %s with hideBar (%s, %i px) is shown: %s', async (_which, path, widthInPx, isShown) => {
  setWindowWidth(widthInPx)
  await renderInShell(<Shell />, { path })
  expect(screen.queryByRole('banner')).not.toBeNull()
  act(() => getDefaultStore().set(appBarAtom, { hideBar: true }))
  expect(screen.queryByRole('banner') !== null).toBe(isShown)
})

test('the footer is shown once a page has a title, but not with hideFooter or in the US variant', async () => {
  setWindowWidth(1440)
  await renderInShell(<Shell />, { path: '/contacts' })
  expect((await screen.findByRole('contentinfo')).textContent).toContain('Photofinish LLC')
  act(() => getDefaultStore().set(appBarAtom, { hideFooter: true }))
  expect(screen.queryByRole('contentinfo')).toBeNull()
  for (const [path, overrides] of [
    ['/search', {}],
    ['/contacts', { photofinishUSA: true }],
  ] as const) {
    cleanup()
    act(() => getDefaultStore().set(appBarAtom, {}))
    await renderInShell(<Shell />, { path, overrides })
    await screen.findByRole('heading', { level: 1 })
    expect([path, screen.queryByRole('contentinfo')]).toEqual([path, null])
  }
})

test('a slow network is shown inside the app bar, no network in a bar above it', async () => {
  setWindowWidth(390)
  await renderInShell(<Shell />, { path: '/contacts' })
  act(() => {
    reportLinkSignal('answer')
    reportLinkSignal('late')
  })
  expect(screen.getByRole('banner').querySelector('.pf-pill')?.textContent).toBe('Slow network')
  expect(document.querySelector('.pf-offline')).toBeNull()
  act(() => {
    reportLinkSignal('silence')
    reportLinkSignal('silence')
  })
  expect(document.querySelector('.pf-pill')).toBeNull()
  expect(document.querySelector('.pf-offline')?.textContent).toContain('You are offline.')
  act(() => reportLinkSignal('answer'))
  expect(document.querySelector('.pf-pill, .pf-offline')).toBeNull()
})
