// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import type * as reactDom from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { Language } from '../../contract/language/languages.ts'
import type { Settings } from '../../contract/settings.ts'
import { installFakeDatabase } from '../../tests/fake-database.ts'
import { plainSettings, setWindowWidth } from '../../tests/support/browser/render-in-shell.tsx'

installFakeDatabase()

const { roots } = vi.hoisted(() => ({ roots: [] as reactDom.Root[] }))
/** Collects the roots to unmount them: the app never does, and a render after the last test would find no page. */
vi.mock('react-dom/client', async (importOriginal) => {
  const original = await importOriginal<typeof reactDom>()
  const createRoot: typeof original.createRoot = (...args) => {
    const root = original.createRoot(...args)
    roots.push(root)
    return root
  }
  return { ...original, createRoot }
})

afterEach(async () => {
  // a part imported after the reset would use new modules
  await vi.dynamicImportSettled()
  for (const root of roots.splice(0)) root.unmount()
  vi.restoreAllMocks()
  vi.resetModules()
  document.body.replaceChildren()
  localStorage.clear()
})

/** Starts the app on the contacts page, with the browser's language and the user's stored choice. */
async function startApp(
  browserLanguage: string,
  overrides: Partial<Settings> = {},
  storedLanguage?: Language,
): Promise<void> {
  setWindowWidth(1440)
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(browserLanguage)
  // never unstubbed: the started app sends requests after its test
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  if (storedLanguage) localStorage.setItem('appLanguage', storedLanguage)
  history.replaceState(null, '', '/contacts')
  const settings = document.createElement('script')
  settings.type = 'application/json'
  settings.id = 'settings'
  settings.textContent = JSON.stringify({ ...plainSettings, ...overrides })
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(settings, root)
  await import('./main.tsx')
}

const headings = { ru: 'Напишите нам', en: 'Write to us', es: 'Escríbenos' }

test.each<[string, string, Partial<Settings>, Language | undefined, keyof typeof headings]>([
  ['Russian by default', 'ru-RU', {}, undefined, 'ru'],
  ['Russian for a browser whose readers know it', 'kk-KZ', {}, undefined, 'ru'],
  ['English for any other browser', 'eo', {}, undefined, 'en'],
  ['the language that was chosen before', 'eo', {}, 'es', 'es'],
  ['the language of a tenant that has one', 'eo', { lang: 'es' }, undefined, 'es'],
  ['English in the US variant, for any saved choice', 'ru-RU', { photofinishUSA: true }, 'ru', 'en'],
  ['English on hosts that take dollars', 'ru-RU', { currencyId: 840 }, 'ru', 'en'],
])('the app starts in %s', async (_which, browserLanguage, overrides, storedLanguage, language) => {
  await startApp(browserLanguage, overrides, storedLanguage)
  expect(await screen.findByRole('heading', { level: 1, name: headings[language] })).toBeTruthy()
  expect(document.documentElement.lang).toBe(language)
})
