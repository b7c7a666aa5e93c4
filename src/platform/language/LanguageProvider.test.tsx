// @vitest-environment happy-dom
import { parse } from '@formatjs/icu-messageformat-parser'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import type { Settings } from '../../../contract/settings.ts'
import { device, restoreListeners } from '../storage/index.ts'
import { settingsAtom } from '../theme/settings.ts'
import { LanguageProvider, loadCatalogue, Text, useLanguage, useText } from './index.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  getDefaultStore().set(settingsAtom, null)
})

function Probe() {
  const text = useText()
  const { setLanguage } = useLanguage()
  return (
    <button type="button" onClick={() => setLanguage('en')}>
      {text('app.cart', { count: 5 })} / <Text id="loading.retry" />
    </button>
  )
}

test('the language changes without a reload: texts, plurals, the document and the device', async () => {
  const start = { language: 'ru', catalogue: await loadCatalogue('ru') } as const
  // compiles the texts once per process, which may take longer than the timeout of `findBy`
  await loadCatalogue('en')
  render(
    <LanguageProvider start={start} languages={['ru', 'en']}>
      <Probe />
    </LanguageProvider>,
  )
  const button = screen.getByRole('button')
  expect(button.textContent).toBe('Корзина, 5 товаров / Повторить')
  fireEvent.click(button)
  expect(await screen.findByText('Cart, 5 items / Try again')).toBeTruthy()
  expect(document.documentElement.lang).toBe('en')
  expect(device.appLanguage.read()).toBe('en')
})

test('a choice that is brought back after the first screen is followed, as far as the tenant speaks it', async () => {
  const settings = { lang: 'ru', languages: ['ru', 'en'], photofinishUSA: false, currencyId: 643 } as Settings
  getDefaultStore().set(settingsAtom, settings)
  device.appLanguage.write(null)
  await loadCatalogue('en')
  render(
    <LanguageProvider
      start={{ language: 'ru', catalogue: await loadCatalogue('ru') }}
      languages={['ru', 'en']}
    >
      <Probe />
    </LanguageProvider>,
  )
  const restoreLanguage = (language: 'en' | 'es') => {
    device.appLanguage.write(language)
    for (const notify of restoreListeners) notify('appLanguage')
  }
  restoreLanguage('es')
  restoreLanguage('en')
  expect(await screen.findByText('Cart, 5 items / Try again')).toBeTruthy()
})

const catalogue = {
  rich: parse('<b>{who}</b> and {count, plural, one {# other} other {# others}}, {link}'),
  counted: parse('{count, number} photos of {who}'),
}
const bold = (parts: ReactNode[]) => <b>{parts}</b>
const Rich = () => (
  <p>
    <Text id="rich" values={{ who: 'Anna', count: 1200, link: <i>more</i>, b: bold }} />
  </p>
)
const wrapInEnglish = (children: ReactNode) => (
  <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
    {children}
  </LanguageProvider>
)

test('values may be elements, and tags call functions; the server’s HTML is taken over as it is', () => {
  const onError = vi.spyOn(console, 'error')
  const html = renderToString(wrapInEnglish(<Rich />))
  expect(html).toContain('<b>Anna</b>')
  const container = document.createElement('div')
  container.innerHTML = html
  const serverElement = container.querySelector('b')
  const onRecoverableError = vi.fn<(error: unknown) => void>()
  document.body.append(container)
  render(wrapInEnglish(<Rich />), { container, hydrate: true, onRecoverableError })
  expect(container.textContent).toBe('Anna and 1,200 others, more')
  expect(container.querySelector('b')).toBe(serverElement)
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(onError).not.toHaveBeenCalled()
})

test('a missing message or value shows the id, is reported once, and the page goes on', () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    wrapInEnglish(
      <p>
        <Text id="nowhere" /> <Text id="nowhere" /> <Text id="counted" values={{ who: 'Anna' }} /> on
      </p>,
    ),
  )
  expect(screen.getByText('nowhere nowhere counted on')).toBeTruthy()
  expect(consoleError.mock.calls.map(([error]) => String(error))).toEqual([
    expect.stringContaining('Missing message: "nowhere"'),
    expect.stringContaining('"count" was not provided'),
  ])
})

test('a tenant’s messages come compiled and replace those of the catalogue', () => {
  const tenantMessages = { counted: parse('{count, plural, one {one shot} other {# shots}} of {who}') }
  getDefaultStore().set(settingsAtom, { texts: { en: tenantMessages } } as unknown as Settings)
  render(wrapInEnglish(<Text id="counted" values={{ count: 1000, who: 'Anna' }} />))
  expect(screen.getByText('1,000 shots of Anna')).toBeTruthy()
})
