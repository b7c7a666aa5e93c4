import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '../../contract/language/languages.ts'
import { readMessages } from '../../scripts/build/messages.ts'

const css = readFileSync(join(process.cwd(), 'src/styles/fonts.css'), 'utf8')

/** First and last code points that the files of the text font contain. */
const ranges = [...css.matchAll(/font-family: "PF Text";[^}]*unicode-range: ([^;]+);/g)].flatMap(
  ([, list = '']) =>
    list.split(',').map((range) => {
      const [first = '', last = first] = range.trim().replace('U+', '').split('-')
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
    }),
)

test.each(languages)('the text font has every letter of the texts in %s', (language) => {
  const letters = new Set([...readMessages(process.cwd(), language).values()].join('').match(/\p{L}/gu))
  expect(letters.size).toBeGreaterThan(30)
  const missing = [...letters].filter((letter) => {
    const codePoint = letter.codePointAt(0) ?? 0
    return !ranges.some(([first, last]) => first <= codePoint && codePoint <= last)
  })
  expect(missing).toEqual([])
})
