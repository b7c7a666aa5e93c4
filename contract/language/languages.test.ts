import { expect, test } from 'vitest'
import {
  defaultLanguage,
  isCyrillic,
  languages,
  languageTable,
  mapLanguages,
  toRegionalLocale,
} from './languages.ts'

test('the locale of a language has its main region', () => {
  expect((['ru', 'en', 'es'] as const).map(toRegionalLocale)).toEqual(['ru-RU', 'en-US', 'es-ES'])
})

test('Russian is written in Cyrillic, English and Spanish are not', () => {
  expect((['ru', 'en', 'es'] as const).map(isCyrillic)).toEqual([true, false, false])
})

test('a browser language starts in one language only', () => {
  const browserLanguages = languages.flatMap((language) => languageTable[language].browserLanguages)
  expect(browserLanguages).toEqual([...new Set(browserLanguages)])
  expect(browserLanguages).toContain(defaultLanguage)
})

test('each language has its value', () => {
  const codes = mapLanguages((language) => language)
  expect(Object.entries(codes)).toEqual(languages.map((language) => [language, language]))
  expect(codes).toMatchObject({ ru: 'ru', en: 'en', es: 'es' })
})
