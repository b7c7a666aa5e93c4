import { join } from 'node:path'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { createIntl } from '@formatjs/intl'
import { expect, test } from 'vitest'
import { languages } from '../../../contract/common.ts'
import { readMessages } from '../../../scripts/build/messages.ts'
import { say } from './say.ts'

const root = join(import.meta.dirname, '../../..')

/** Names of the values and of the tags that a text asks for. */
function namesIn(text: string) {
  const values = new Set<string>()
  const tags = new Set<string>()
  const choices = new Map<string, string[]>()
  const look = (elements: ReturnType<typeof parse>) => {
    for (const element of elements) {
      if (element.type === TYPE.tag) {
        tags.add(element.value)
        look(element.children)
      } else if (element.type !== TYPE.literal && element.type !== TYPE.pound) {
        values.add(element.value)
        if (element.type !== TYPE.select && element.type !== TYPE.plural) continue
        if (element.type === TYPE.select)
          choices.set(element.value, [...Object.keys(element.options), 'none of them'])
        for (const option of Object.values(element.options)) look(option.value)
      }
    }
  }
  look(parse(text))
  return { values, tags, choices }
}

const counts = [0, 1, 2, 5, 11, 21, 22, 1000, 1_234_567, 1.5]

test.each(languages)('every text in %s is said as formatjs says it, whatever its values', (language) => {
  for (const [id, text] of readMessages(root, language)) {
    const { values, tags, choices } = namesIn(text)
    const sets = counts.map((count, at) => {
      const plain = [...values].map((name): [string, unknown] => [name, choices.get(name)?.[at] ?? count])
      const around = [...tags].map((name): [string, unknown] => [
        name,
        (parts: string[]) => [`<${name}>`, { inside: parts }, ...parts],
      ])
      return Object.fromEntries([...plain, ...around])
    })
    const elements = parse(text)
    const onError = (error: Error) => expect.unreachable(`${id}: ${error.message}`)
    const intl = createIntl({ locale: language, messages: { [id]: elements }, onError })
    for (const given of sets) {
      const ours = say(elements, language, given)
      expect(ours.length === 1 ? ours[0] : ours, id).toEqual(intl.formatMessage({ id }, given as never))
    }
  }
})

test('what is no text stays a part of its own, nothing is nothing, and what is missing is a mistake', () => {
  const elements = parse('a {x} b {y}')
  const part = { any: 'thing' }
  expect(say(elements, 'en', { x: part, y: null })).toEqual(['a ', part, ' b '])
  expect(() => say(elements, 'en', { x: 1 })).toThrow('y is missing')
})
