import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { Children, type ReactNode } from 'react'
import { createIntl } from 'react-intl'
import { expect, test, vi } from 'vitest'
import { languages } from '../../../contract/language/languages.ts'
import { listPlaceholders, readMessages } from '../../../scripts/build/messages.ts'
import { loadCatalogue } from './catalogue.ts'

const counts = [0, 1, 2, 5, 11, 21, 22, 1000, 1_234_567, 1.5]

/** Returns the branches of each choice (`select`) in a message, by the name of its value. */
function collectChoices(elements: readonly MessageFormatElement[], choices = new Map<string, string[]>()) {
  for (const element of elements) {
    if (element.type === TYPE.select) choices.set(element.value, [...Object.keys(element.options), 'unknown'])
    if ('options' in element)
      for (const { value } of Object.values(element.options)) collectChoices(value, choices)
    if ('children' in element) collectChoices(element.children, choices)
  }
  return choices
}

type TagFormatter = (parts: readonly string[]) => string

/** Returns sample values for a message: each branch of its plurals and choices, and each tag as `«name:inside»`. */
function buildSamples(
  elements: readonly MessageFormatElement[],
): Record<string, string | number | TagFormatter>[] {
  const names = listPlaceholders(elements)
  const choices = collectChoices(elements)
  const tags = new Set(
    names.filter((name) => JSON.stringify(elements).includes(`"type":8,"value":"${name}"`)),
  )
  return (names.length > 0 ? counts : [0]).map((count, index) =>
    Object.fromEntries(
      names.map((name) => {
        const branches = choices.get(name)
        const tag: TagFormatter = (parts) => `«${name}:${parts.join('')}»`
        return [name, tags.has(name) ? tag : (branches?.[index % branches.length] ?? count)]
      }),
    ),
  )
}

const joinParts = (formatted: unknown) => (Children.toArray(formatted as ReactNode) as string[]).join('')

test.each(languages)(
  'react-intl formats every compiled message in %s as its source says',
  async (language) => {
    const onError = vi.fn<(error: Error) => void>()
    const messages = { ...(await loadCatalogue(language)) }
    const intl = createIntl({ locale: language, defaultLocale: 'ru', messages, onError })
    const sources = readMessages(process.cwd(), language)
    expect(Object.keys(messages).sort()).toEqual([...sources.keys()].sort())
    for (const [id, source] of sources) {
      const samples = buildSamples(parse(source))
      const expected = new IntlMessageFormat(source, language)
      const formatted = samples.map((values) => joinParts(intl.formatMessage({ id }, values)))
      expect([id, formatted]).toEqual([id, samples.map((values) => joinParts(expected.format(values)))])
      expect(formatted.join('\n'), id).not.toMatch(/[{}]|<\/?\w+>|undefined|NaN/)
    }
    expect(onError.mock.calls).toEqual([])
  },
)

test.each(languages)(
  'a missing value is an error in every message that takes it, in %s',
  async (language) => {
    const messages = { ...(await loadCatalogue(language)) }
    const withValues = Object.entries(messages).filter(
      ([, elements]) => listPlaceholders(elements).length > 0,
    )
    expect(withValues.length).toBeGreaterThan(50)
    for (const [id] of withValues) {
      const onError = vi.fn<(error: Error) => void>()
      const intl = createIntl({ locale: language, defaultLocale: 'ru', messages, onError })
      expect([id, intl.formatMessage({ id }), onError.mock.calls.length]).toEqual([id, id, 1])
    }
  },
)

test('numbers, plurals and choices follow the language', () => {
  const text = '{count, plural, one {# фото} few {# фото!} many {# фотографий} other {# фото}}, {sum, number}'
  const intl = createIntl({ locale: 'ru', messages: { text: parse(text) } })
  const format = (count: number) => intl.formatMessage({ id: 'text' }, { count, sum: 12_480 })
  expect([1, 2, 5, 11, 21, 22, 1_000].map(format)).toEqual([
    '1 фото, 12\u00a0480',
    '2 фото!, 12\u00a0480',
    '5 фотографий, 12\u00a0480',
    '11 фотографий, 12\u00a0480',
    '21 фото, 12\u00a0480',
    '22 фото!, 12\u00a0480',
    '1\u00a0000 фотографий, 12\u00a0480',
  ])
})
