import { expect, test } from 'vitest'
import { type LanguageFacts, startLanguage } from './start-language.ts'

const settings: LanguageFacts['settings'] = {
  lang: 'ru',
  languages: ['ru', 'en', 'es'],
  photofinishUSA: false,
  currencyId: 643,
}

const start = (facts: Partial<LanguageFacts> = {}, own: Partial<LanguageFacts['settings']> = {}) =>
  startLanguage({ saved: null, browser: 'ru-RU', ...facts, settings: { ...settings, ...own } })

test.each([
  // Russian: no change
  ['ru', 'ru'],
  ['ru-RU', 'ru'],
  ['RU_ru', 'ru'],
  // spoken: as it is
  ['en', 'en'],
  ['en-GB', 'en'],
  ['EN', 'en'],
  // read Russian
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
  ['de', 'en'],
  ['fr-CA', 'en'],
  ['zh-Hans-CN', 'en'],
  ['rue', 'en'],
  // nothing said
  ['', 'ru'],
  [undefined, 'ru'],
])('a browser in %s starts in %s while the default language is in use', (browser, language) => {
  expect(start({ browser })).toBe(language)
})

test.each([
  ['the variant', { photofinishUSA: true }],
  ['a host that takes dollars', { currencyId: 840 as const }],
])('the US is in English, whatever was saved and whatever the browser speaks: %s', (_which, own) => {
  for (const saved of [null, 'ru', 'es'])
    for (const browser of ['ru', 'es', 'kk']) expect(start({ saved, browser }, own)).toBe('en')
})

test.each(['ru', 'en', 'es'])('who has chosen %s starts in it under any browser', (saved) => {
  for (const browser of ['ru', 'en', 'es', 'kk', 'de']) expect(start({ saved, browser })).toBe(saved)
})

test('a saved choice that the tenant does not offer, or that is no language, is ignored', () => {
  expect(start({ saved: 'es' }, { languages: ['ru', 'en'] })).toBe('ru')
  expect(start({ saved: 'tlh' })).toBe('ru')
  expect(start({ saved: 'tlh', browser: 'de' })).toBe('en')
})

test('a tenant with a language of its own is not overruled by the browser, only by the visitor', () => {
  expect(start({ browser: 'de' }, { lang: 'es' })).toBe('es')
  expect(start({ browser: 'ru', saved: 'en' }, { lang: 'es' })).toBe('en')
})

test('a detected language that the tenant does not offer gives way to the tenant’s', () => {
  expect(start({ browser: 'de' }, { languages: ['ru'] })).toBe('ru')
})
