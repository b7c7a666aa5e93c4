// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noticesAtom } from '../../platform/notices/index.ts'
import { makeWindow, showInShell } from '../in-shell.tsx'
import { SpanishOffer } from './SpanishOffer.tsx'

beforeEach(() => {
  localStorage.clear()
  makeWindow(390)
})
afterEach(() => {
  cleanup()
  getDefaultStore().set(noticesAtom, [])
  vi.restoreAllMocks()
})

const browserIn = (language: string) => vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
const notices = () => getDefaultStore().get(noticesAtom)

test('a Spanish browser is offered Spanish once, and one tap takes it', async () => {
  browserIn('es-MX')
  await showInShell(<SpanishOffer />)
  await vi.waitFor(() => expect(notices()).toHaveLength(1))
  await act(async () => notices()[0]?.confirm?.act())
  await vi.waitFor(() => expect(document.documentElement.lang).toBe('es'))
  cleanup()
  getDefaultStore().set(noticesAtom, [])
  localStorage.removeItem('appLanguage')
  await showInShell(<SpanishOffer />)
  await act(() => vi.dynamicImportSettled())
  expect(notices()).toEqual([])
})

test.each<[string, string, object]>([
  ['a browser in another language', 'de-DE', {}],
  ['the US variant', 'es-US', { photofinishUSA: true }],
  ['a tenant without Spanish', 'es-ES', { languages: ['ru', 'en'] }],
])('%s is not offered Spanish', async (_who, language, own) => {
  browserIn(language)
  await showInShell(<SpanishOffer />, { own })
  await act(() => vi.dynamicImportSettled())
  expect(notices()).toEqual([])
})
