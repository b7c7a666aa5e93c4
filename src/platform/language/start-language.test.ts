import { expect, test } from 'vitest'
import { type LanguageFacts, startLanguage } from './start-language.ts'

const facts: LanguageFacts = {
  lang: 'ru',
  allowed: ['ru', 'en', 'es'],
  usa: false,
  saved: null,
  browser: 'ru-RU',
}

test.each([
  ['ru', 'ru'],
  ['ru-RU', 'ru'],
  ['en-GB', 'en'],
  ['EN', 'en'],
  ['az', 'ru'],
  ['hy-AM', 'ru'],
  ['be', 'ru'],
  ['kk-KZ', 'ru'],
  ['ky', 'ru'],
  ['ro-MD', 'ru'],
  ['tg', 'ru'],
  ['uz-Latn-UZ', 'ru'],
  ['uk-UA', 'ru'],
  ['tk', 'ru'],
  ['es-ES', 'en'],
  ['de', 'en'],
  ['zh-Hans-CN', 'en'],
])('a browser in %s starts in %s', (browser, language) => {
  expect(startLanguage({ ...facts, browser })).toBe(language)
})

test('the US variant is in English, whatever was saved', () => {
  expect(startLanguage({ ...facts, usa: true, saved: 'ru' })).toBe('en')
})

test('a saved choice wins over the browser', () => {
  expect(startLanguage({ ...facts, saved: 'es' })).toBe('es')
})

test('a saved choice that the tenant does not offer, or that is no language, is ignored', () => {
  expect(startLanguage({ ...facts, saved: 'es', allowed: ['ru', 'en'], browser: 'ru' })).toBe('ru')
  expect(startLanguage({ ...facts, saved: 'tlh' })).toBe('ru')
})

test('a tenant with a language of its own is not overruled by the browser', () => {
  expect(startLanguage({ ...facts, lang: 'es', browser: 'de' })).toBe('es')
})

test('a detected language that the tenant does not offer gives way to the tenant’s', () => {
  expect(startLanguage({ ...facts, allowed: ['ru'], browser: 'de' })).toBe('ru')
})

test('a browser that tells no language starts in Russian', () => {
  expect(startLanguage({ ...facts, browser: undefined })).toBe('ru')
})
