import { expect, test } from 'vitest'
import { chooseInitialLanguage, type LanguageSources } from './initial-language.ts'

const settings: LanguageSources['settings'] = {
  lang: 'ru',
  languages: ['ru', 'en', 'es'],
  photofinishUSA: false,
  currencyId: 643,
}

const chooseLanguage = (
  overrides: Partial<LanguageSources> = {},
  tenantSettings: Partial<LanguageSources['settings']> = {},
) =>
  chooseInitialLanguage({
    savedLanguage: null,
    browserLanguage: 'ru-RU',
    ...overrides,
    settings: { ...settings, ...tenantSettings },
  })

test.each([
  // Russian is unchanged
  ['ru', 'ru'],
  ['ru-RU', 'ru'],
  ['RU_ru', 'ru'],
  // languages of the table
  ['en', 'en'],
  ['en-GB', 'en'],
  ['EN', 'en'],
  // speakers who read Russian
  ['az', 'ru'],
  ['hy', 'ru'],
  ['hy-AM', 'ru'],
  ['be', 'ru'],
  ['kk', 'ru'],
  ['kk-KZ', 'ru'],
  ['ky', 'ru'],
  ['ro', 'ru'],
  ['ro-MD', 'ru'],
  ['tg', 'ru'],
  ['uz', 'ru'],
  ['uz-Latn-UZ', 'ru'],
  ['uk', 'ru'],
  ['uk-UA', 'ru'],
  ['tk', 'ru'],
  // anything else
  ['es', 'en'],
  ['es-ES', 'en'],
  ['eo', 'en'],
  ['la-VA', 'en'],
  ['tlh-Latn-US', 'en'],
  ['rue', 'en'],
  // no browser language
  ['', 'ru'],
  [undefined, 'ru'],
])('a browser in %s starts in %s while the default language is in use', (browser, language) => {
  expect(chooseLanguage({ browserLanguage: browser })).toBe(language)
})

test.each([
  ['the variant', { photofinishUSA: true }],
  ['a host that takes dollars', { currencyId: 840 as const }],
])(
  'the US variant starts in English for any saved choice and browser language: %s',
  (_which, tenantSettings) => {
    for (const saved of [null, 'ru', 'es'])
      for (const browser of ['ru', 'es', 'kk'])
        expect(chooseLanguage({ savedLanguage: saved, browserLanguage: browser }, tenantSettings)).toBe('en')
  },
)

test.each(['ru', 'en', 'es'])('a saved choice of %s wins over any browser language', (saved) => {
  for (const browser of ['ru', 'en', 'es', 'kk', 'eo'])
    expect(chooseLanguage({ savedLanguage: saved, browserLanguage: browser })).toBe(saved)
})

test('ignores a saved choice that the tenant does not offer or that is no language', () => {
  expect(chooseLanguage({ savedLanguage: 'es' }, { languages: ['ru', 'en'] })).toBe('ru')
  expect(chooseLanguage({ savedLanguage: 'tlh' })).toBe('ru')
  expect(chooseLanguage({ savedLanguage: 'tlh', browserLanguage: 'eo' })).toBe('en')
})

test('a tenant’s default language yields to the visitor’s choice, not to the browser’s language', () => {
  expect(chooseLanguage({ browserLanguage: 'eo' }, { lang: 'es' })).toBe('es')
  expect(chooseLanguage({ browserLanguage: 'ru', savedLanguage: 'en' }, { lang: 'es' })).toBe('en')
})

test('falls back to the tenant’s language when it does not offer the detected one', () => {
  expect(chooseLanguage({ browserLanguage: 'eo' }, { languages: ['ru'] })).toBe('ru')
})
