// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInShell, setWindowWidth } from '../../../tests/support/browser/render-in-shell.tsx'
import { snackAtom } from '../../platform/notices/index.ts'
import { Routes } from '../routes.tsx'

beforeEach(() => {
  setWindowWidth(1440)
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
})
afterEach(async () => {
  // waits for the lazy import of the page, which must not run after the test
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  ['is none', '/nowhere', {}],
  ['the tenant hides', '/for-business', { hidePartnerPages: true }],
  ['only a demo has', '/demo', { demo: false }],
])('an address that %s leads home', async (_which, path, overrides) => {
  await renderInShell(<Routes />, { path, overrides })
  expect(location.pathname).toBe('/')
})

test('home says that the address was not found', async () => {
  await renderInShell(<Routes />, { path: '/nowhere' })
  expect(getDefaultStore().get(snackAtom)?.text).toBe('This address was not found. Here is the start page.')
})

test.each([
  ['/Event/Three-Bridges/VIDEO?number=7', '/event/Three-Bridges/video?number=7'],
  ['/Contacts', '/contacts'],
])('%s is led to %s, however its letters are written', async (path, canonical) => {
  await renderInShell(<Routes />, { path })
  expect(location.pathname + location.search).toBe(canonical)
})

test('a known address is not redirected', async () => {
  await renderInShell(<Routes />, { path: '/contacts' })
  expect(location.pathname).toBe('/contacts')
})
