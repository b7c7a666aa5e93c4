import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import { afterEach, expect, test, vi } from 'vitest'
import { type Language, languages, mapLanguages } from '../../../contract/language/languages.ts'
import { createCatalogue, getIntl, loadMessages } from './catalogue.ts'
import { listPlaceholders } from './message-placeholders.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** The folders of the server and of the contract with messages. */
const folders = ['server', 'contract'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('messages.ru.json'))
    .map((path) => dirname(join(folder, path))),
)

test.each(folders)('every message of %s is formatted in every language with all its values', (folder) => {
  const emitWarning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const messages = loadMessages<string>(folder)
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
  const messages = {
    ...mapLanguages(() => ({ counted: '' })),
    ...{ ru: { counted: counted.ru }, en: { counted: counted.en }, es: { counted: counted.es } },
  }
  const getFormatter = createCatalogue(messages)
  expect(getFormatter('ru')('counted', { count: 12_481, name: '{x} <b>' })).toBe('12\u00a0481 файл: {x} <b>')
  expect(getFormatter('en')('counted', { count: 3, name: "It's '{x}'" })).toBe("3 files: It's '{x}'")
  expect(getFormatter('es')('counted', { count: 1, name: '#' })).toBe('1 archivo: #')
})

test('a missing value or message is a warning, and the caller goes on', () => {
  const emitWarning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const messages = { order: 'Order {number}' }
  const format = createCatalogue<'order' | 'nowhere'>(mapLanguages(() => messages) as never)('en')
  expect([format('order'), format('nowhere')]).toEqual(['order', 'nowhere'])
  expect(emitWarning.mock.calls.map(([error]) => String(error))).toEqual([
    expect.stringContaining('"number" was not provided'),
    expect.stringContaining('Missing message: "nowhere"'),
  ])
})

test('a message that cannot be parsed is an error of the whole catalogue', () => {
  const invalidMessages = { order: 'Order {number' }
  expect(() => createCatalogue(mapLanguages(() => invalidMessages))('ru')).toThrow(SyntaxError)
})

test('a missing or unreadable file of messages is an error that names it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'messages-'))
  for (const language of languages)
    cpSync(`contract/messages.${language}.json`, join(folder, `messages.${language}.json`))
  expect(Object.keys(loadMessages(folder))).toEqual(languages)
  writeFileSync(join(folder, 'messages.es.json'), '{ "a": ')
  expect(() => loadMessages(folder)).toThrow(join(folder, 'messages.es.json'))
  rmSync(join(folder, 'messages.es.json'))
  expect(() => loadMessages(folder)).toThrow(join(folder, 'messages.es.json'))
  rmSync(folder, { recursive: true })
})

test('dates are those of the place, in the words of the language', () => {
  const lateEvening = new Date('2026-09-12T22:30:00Z')
  const formatDate = (language: Language, timeZone: string) =>
    getIntl(language).formatDate(lateEvening, { dateStyle: 'long', timeZone })
  expect(formatDate('ru', 'Europe/Moscow')).toMatch(/^13 сентября 2026\sг\.$/)
  expect(formatDate('en', 'America/New_York')).toBe('September 12, 2026')
  expect(formatDate('es', 'UTC')).toBe('12 de septiembre de 2026')
})
