import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '../../../../contract/language/languages.ts'
import { loadMessages } from '../../../platform/language/catalogue.ts'
import { projectRoot } from '../../../platform/root.ts'
import { measureText } from './outlines.ts'

const messages = loadMessages<string>(join(projectRoot, 'server/features/photos'))

test.each(languages)('pictures of shared links show every letter of their texts in %s', (language) => {
  const letters = new Set(Object.values(messages[language]).join('').match(/\p{L}/gu))
  expect(letters.size).toBeGreaterThan(10)
  for (const font of ['display', 'text'] as const)
    expect([...letters].filter((letter) => measureText(letter, { font, size: 10 }) === 0)).toEqual([])
})

test('a letter without an outline is shown without its diacritics, or left out', () => {
  const style = { font: 'text', size: 10 } as const
  expect(measureText('Řeka', style)).toBe(measureText('Reka', style))
  expect(measureText('終', style)).toBe(0)
})
