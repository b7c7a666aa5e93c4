import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import { afterEach, expect, test, vi } from 'vitest'
import { type Language, languages } from '../../../contract/languages.ts'
import { createCatalogue, getIntl } from './catalogue.ts'
import { listPlaceholders } from './message-placeholders.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** The catalogs of the server and of the contract, by the path of the Russian file. */
const files = ['server', 'contract'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('messages.ru.json'))
    .map((path) => join(folder, path)),
)

function readMessages(file: string): Record<Language, Record<string, string>> {
  const readLanguage = (language: Language) =>
    [language, JSON.parse(readFileSync(file.replace('.ru.', `.${language}.`), 'utf8'))] as const
  return Object.fromEntries(languages.map(readLanguage)) as ReturnType<typeof readMessages>
}

test.each(files)('every message of %s is formatted in every language with all its values', (file) => {
  const emitWarning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const messages = readMessages(file)
  const getFormatter = createCatalogue(messages)
  for (const language of languages)
    for (const [id, message] of Object.entries(messages[language])) {
      const names = listPlaceholders(parse(message))
      const counts = new Set([...message.matchAll(/\{(\w+), (?:plural|number)\b/g)].map(([, name]) => name))
      const sampleValue = (name: string) => (counts.has(name) ? 3 : `<${name}>`)
      const text = getFormatter(language)(
        id,
        Object.fromEntries(names.map((name) => [name, sampleValue(name)])),
      )
      for (const name of names) expect(text, `${id} in ${language}`).toContain(String(sampleValue(name)))
      if (counts.size > 0) continue
      expect(text.replaceAll(/<\w+>/g, ''), `${id} in ${language}`).toBe(message.replaceAll(/\{\w+\}/g, ''))
    }
  expect(emitWarning.mock.calls).toEqual([])
})

test('plurals and numbers follow the language, and what a value holds is not parsed', () => {
  const counted = {
    ru: '{count, plural, one {# файл} few {# файла} other {# файлов}}: {name}',
    en: '{count, plural, one {# file} other {# files}}: {name}',
    es: '{count, plural, one {# archivo} other {# archivos}}: {name}',
  }
  const messages = { ru: { counted: counted.ru }, en: { counted: counted.en }, es: { counted: counted.es } }
  const getFormatter = createCatalogue(messages)
  expect(getFormatter('ru')('counted', { count: 12_481, name: '{x} <b>' })).toBe('12\u00a0481 файл: {x} <b>')
  expect(getFormatter('en')('counted', { count: 3, name: "It's '{x}'" })).toBe("3 files: It's '{x}'")
  expect(getFormatter('es')('counted', { count: 1, name: '#' })).toBe('1 archivo: #')
})

test('a missing value or message is a warning, and the caller goes on', () => {
  const emitWarning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const messages = { order: 'Order {number}' }
  const format = createCatalogue<'order' | 'nowhere'>({ ru: messages, en: messages, es: messages } as never)(
    'en',
  )
  expect([format('order'), format('nowhere')]).toEqual(['order', 'nowhere'])
  expect(emitWarning.mock.calls.map(([error]) => String(error))).toEqual([
    expect.stringContaining('"number" was not provided'),
    expect.stringContaining('Missing message: "nowhere"'),
  ])
})

test('a message that cannot be parsed is an error of the whole catalogue', () => {
  const invalidMessages = { order: 'Order {number' }
  expect(() =>
    createCatalogue({ ru: invalidMessages, en: invalidMessages, es: invalidMessages })('ru'),
  ).toThrow(SyntaxError)
})

test('dates are those of the place, in the words of the language', () => {
  const lateEvening = new Date('2026-09-12T22:30:00Z')
  const formatDate = (language: Language, timeZone: string) =>
    getIntl(language).formatDate(lateEvening, { dateStyle: 'long', timeZone })
  expect(formatDate('ru', 'Europe/Moscow')).toMatch(/^13 сентября 2026\sг\.$/)
  expect(formatDate('en', 'America/New_York')).toBe('September 12, 2026')
  expect(formatDate('es', 'UTC')).toBe('12 de septiembre de 2026')
})
