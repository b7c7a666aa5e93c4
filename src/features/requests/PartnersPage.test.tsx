// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, expect, test } from 'vitest'
import { type Language, languages } from '../../../contract/common.ts'
import { requestForms } from '../../../contract/requests.ts'
import type { Settings } from '../../../contract/settings.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import { PartnersPage } from './PartnersPage.tsx'

afterEach(cleanup)

/** The words of a page, spaces of all kinds made one. */
async function read(address: string, language: Language): Promise<string> {
  getDefaultStore().set(settingsAtom, { tenantName: 'Photofinish', languages } as unknown as Settings)
  history.replaceState(null, '', address)
  const catalogue = await loadCatalogue(language)
  const { container } = render(
    <LanguageProvider start={{ language, catalogue }} languages={languages}>
      <PartnersPage />
    </LanguageProvider>,
  )
  return (container.textContent ?? '').replace(/\s/g, ' ')
}

const digits = (text: string) => text.replace(/(?<=\d)[ ,.](?=\d{3})/g, '')

test.each(languages)(
  'organizers read three models with their figures and four cases, in %s',
  async (language) => {
    const words = digits(await read('/for-organizers', language))
    expect(screen.getAllByRole('heading', { level: 2 }).slice(0, 3)).toHaveLength(3)
    expect(words).toMatch(/15–40 ?%/)
    expect(words).toMatch(/15 (до|to|al) 40/)
    expect(words).toMatch(/50 (дней|days|días)/)
    expect(words).toMatch(/98 ?%/)
    expect(words).toMatch(/24 (часа|hours|horas)/)
    const rows = screen.getAllByRole('img')
    expect(rows).toHaveLength(4)
    expect(
      rows.every((picture) => picture.getAttribute('loading') === 'lazy' && picture.getAttribute('alt')),
    ).toBe(true)
    // a quarter of 3000 × 320 roubles
    expect(words).toContain(String(3000 * 320))
    expect(words).toContain(String((3000 * 320) / 4))
  },
)

test.each(languages)('photographers read what they are paid, in %s', async (language) => {
  const words = digits(await read('/for-photographers', language))
  expect(words).toMatch(/5000 ?₽|₽ ?5000/)
  expect(words).toMatch(/1500 ?₽|₽ ?1500/)
  expect(words).toMatch(/4 (часов|hours|horas)/)
})

test.each(languages)('business reads the six things on offer, in %s', async (language) => {
  await read('/for-business', language)
  expect(screen.getAllByRole('list')[0]?.querySelectorAll('li')).toHaveLength(6)
  expect(screen.getByRole('link').getAttribute('href')).toBe('/gift')
})

test.each([
  ['/for-photographers', 'photographer'],
  ['/for-organizers', 'organizer'],
  ['/for-business', 'business'],
] as const)('the address %s?request opens the form of a %s', async (path, kind) => {
  await read(`${path}?request`, 'en')
  const form = screen.getByRole('dialog').querySelector('form')
  const names = [...(form?.querySelectorAll('input, textarea') ?? [])].map((field) =>
    field.getAttribute('name'),
  )
  expect(names).toEqual(Object.keys(requestForms[kind]))
})
