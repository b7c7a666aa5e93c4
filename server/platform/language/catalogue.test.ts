import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import { afterEach, expect, test, vi } from 'vitest'
import { type Language, languages } from '../../../contract/common.ts'
import { createCatalogue, intlFor } from './catalogue.ts'
import { namesInMessage } from './message-names.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** The catalogs of the server and of the contract, by the path of the Russian file. */
const files = ['server', 'contract'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('messages.ru.json'))
    .map((path) => join(folder, path)),
)

function read(file: string): Record<Language, Record<string, string>> {
  const inLanguage = (language: Language) =>
    [language, JSON.parse(readFileSync(file.replace('.ru.', `.${language}.`), 'utf8'))] as const
  return Object.fromEntries(languages.map(inLanguage)) as ReturnType<typeof read>
}

test.each(files)('every message of %s is formatted in every language with all its values', (file) => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const messages = read(file)
  const sayIn = createCatalogue(messages)
  for (const language of languages)
    for (const [id, message] of Object.entries(messages[language])) {
      const names = namesInMessage(parse(message))
      const counts = new Set([...message.matchAll(/\{(\w+), (?:plural|number)\b/g)].map(([, name]) => name))
      const sampleValue = (name: string) => (counts.has(name) ? 3 : `<${name}>`)
      const said = sayIn(language)(id, Object.fromEntries(names.map((name) => [name, sampleValue(name)])))
      for (const name of names) expect(said, `${id} in ${language}`).toContain(String(sampleValue(name)))
      if (counts.size > 0) continue
      expect(said.replaceAll(/<\w+>/g, ''), `${id} in ${language}`).toBe(message.replaceAll(/\{\w+\}/g, ''))
    }
  expect(warned.mock.calls).toEqual([])
})

test('plurals and numbers follow the language, and what a value holds is not parsed', () => {
  const counted = {
    ru: '{count, plural, one {# файл} few {# файла} other {# файлов}}: {name}',
    en: '{count, plural, one {# file} other {# files}}: {name}',
    es: '{count, plural, one {# archivo} other {# archivos}}: {name}',
  }
  const messages = { ru: { counted: counted.ru }, en: { counted: counted.en }, es: { counted: counted.es } }
  const sayIn = createCatalogue(messages)
  expect(sayIn('ru')('counted', { count: 12_481, name: '{x} <b>' })).toBe('12\u00a0481 файл: {x} <b>')
  expect(sayIn('en')('counted', { count: 3, name: "It's '{x}'" })).toBe("3 files: It's '{x}'")
  expect(sayIn('es')('counted', { count: 1, name: '#' })).toBe('1 archivo: #')
})

test('a missing value or message is a warning, and the caller goes on', () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const messages = { order: 'Order {number}' }
  const say = createCatalogue<'order' | 'nowhere'>({ ru: messages, en: messages, es: messages } as never)(
    'en',
  )
  expect([say('order'), say('nowhere')]).toEqual(['order', 'nowhere'])
  expect(warned.mock.calls.map(([error]) => String(error))).toEqual([
    expect.stringContaining('"number" was not provided'),
    expect.stringContaining('Missing message: "nowhere"'),
  ])
})

test('a message that cannot be parsed is an error of the whole catalogue', () => {
  const broken = { order: 'Order {number' }
  expect(() => createCatalogue({ ru: broken, en: broken, es: broken })('ru')).toThrow(SyntaxError)
})

test('dates are those of the place, in the words of the language', () => {
  const late = new Date('2026-09-12T22:30:00Z')
  const at = (language: Language, timeZone: string) =>
    intlFor(language).formatDate(late, { dateStyle: 'long', timeZone })
  expect(at('ru', 'Europe/Moscow')).toMatch(/^13 сентября 2026\sг\.$/)
  expect(at('en', 'America/New_York')).toBe('September 12, 2026')
  expect(at('es', 'UTC')).toBe('12 de septiembre de 2026')
})
