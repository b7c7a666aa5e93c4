// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInShell, setWindowWidth } from '../../../tests/support/browser/render-in-shell.tsx'
import { noticesAtom } from '../../platform/notices/index.ts'
import { Messages } from '../Messages.tsx'
import { SpanishOffer } from './SpanishOffer.tsx'

beforeEach(() => {
  localStorage.clear()
  setWindowWidth(390)
})
afterEach(() => {
  cleanup()
  getDefaultStore().set(noticesAtom, [])
  vi.restoreAllMocks()
})

const mockBrowserLanguage = (language: string) =>
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
const getNotices = () => getDefaultStore().get(noticesAtom)

test('a Spanish browser is offered Spanish once, and one tap takes it', async () => {
  mockBrowserLanguage('es-MX')
  await renderInShell(
    <>
      <SpanishOffer />
      <Messages />
    </>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Ver en español' }))
  await vi.waitFor(() => expect(document.documentElement.lang).toBe('es'))
  cleanup()
  getDefaultStore().set(noticesAtom, [])
  localStorage.removeItem('appLanguage')
  await renderInShell(<SpanishOffer />)
  await act(() => vi.dynamicImportSettled())
  expect(getNotices()).toEqual([])
})

test.each<[string, string, object]>([
  ['a browser in another language', 'de-DE', {}],
  ['the US variant', 'es-US', { photofinishUSA: true }],
  ['a tenant without Spanish', 'es-ES', { languages: ['ru', 'en'] }],
])('%s is not offered Spanish', async (_who, language, overrides) => {
  mockBrowserLanguage(language)
  await renderInShell(<SpanishOffer />, { overrides })
  await act(() => vi.dynamicImportSettled())
  expect(getNotices()).toEqual([])
})
