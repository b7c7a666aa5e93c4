import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodePart, encodePart, toWellFormed } from './uri.ts'

const text = fc
  .array(
    fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    { maxLength: 40 },
  )
  .map((units) => units.join(''))

it('encodes any text as one part of an address, and decodes it again', () => {
  fc.assert(
    fc.property(text, (typedText) => {
      const part = encodePart(typedText)
      expect(part).toMatch(/^(?:[\w.~!*'()-]|%[\dA-F]{2})*$/)
      expect(decodePart(part)).toBe(toWellFormed(typedText))
    }),
    { examples: [['\ud83c'], ['a\udfc3b'], ['100%'], ['12/1'], ['?q=1#x']] },
  )
})

it('keeps whole emoji, and replaces each half', () => {
  expect(toWellFormed('a\ud83c🏃\udfc3')).toBe('a\ufffd🏃\ufffd')
})

it('decodes what is malformed as it is written', () => {
  expect(['100%', '%E0%A4', '%zz', '%D1%8F'].map(decodePart)).toEqual(['100%', '%E0%A4', '%zz', 'я'])
})
