import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutText } from './cut-text.ts'

it.each([
  ['abc', 3, 'abc'],
  ['abc', 2, 'ab'],
  ['a🏃b', 2, 'a'],
  ['a🏃b', 3, 'a🏃'],
  ['👨‍👩‍👧x', 7, ''],
  ['👨‍👩‍👧x', 8, '👨‍👩‍👧'],
  ['ё'.normalize('NFD'), 1, ''],
  ['', 0, ''],
])('cuts %j to %i units: %j', (text, maxLength, cut) => {
  expect(cutText(text, maxLength)).toBe(cut)
})

it('counts bytes of UTF-8', () => {
  expect(cutText('финиш', 100, 5)).toBe('фи')
  expect(cutText('🏃🏃', 100, 7)).toBe('🏃')
})

it('is a well-formed beginning within the limits, for any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.nat(20),
      fc.nat(40),
      (text, maxLength, maxSizeInBytes) => {
        const cut = cutText(text, maxLength, maxSizeInBytes)
        expect(text.startsWith(cut)).toBe(true)
        expect(cut.length <= maxLength && Buffer.byteLength(cut) <= maxSizeInBytes).toBe(true)
        expect(cut).not.toMatch(/\p{Cs}/u)
      },
    ),
  )
})
