import * as fc from 'fast-check'
import { expect } from 'vitest'

/** Texts that broke links, headers, zips or file systems somewhere. */
export const strangeTexts = [
  ...[
    '\ud83c',
    '\udfc3x',
    'a\0b',
    'a\r\nBcc: x@y.zz',
    '\u202egpj.exe',
    '../../x',
    'C:\\x',
    'CON',
    '\u2028',
    '%',
    '"',
  ],
  ...[
    '🏃'.repeat(70),
    '👨‍👩‍👧'.repeat(30),
    'e\u0301'.repeat(80),
    '\u0301'.repeat(200),
    '終'.repeat(130),
    ' . ',
    '',
  ],
]
const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
/** Generates any code units, including lone surrogates, and texts with an emoji at any position. */
export const arbitraryText = fc.oneof(
  fc.constantFrom(...strangeTexts),
  fc.array(unit, { maxLength: 200 }).map((units) => units.join('')),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .tuple(fc.nat(130), fc.constantFrom('🏃', '🏃🏽‍♀️', '\ud83c'))
    .map(([at, emoji]) => `${'a'.repeat(at)}${emoji}b`),
)

const unsafeCharacters = /[\p{Cs}\p{Cc}\p{Cf}/\\:*?"<>|]/u
const reservedNames = /^(?:con|prn|aux|nul|(?:com|lpt)\d) *(?:\.|$)/i

/** Expects distinct names that are valid in every file system. */
export function expectSafeNames(names: readonly string[]): void {
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  for (const name of names) {
    expect(name).not.toMatch(unsafeCharacters)
    expect(name).not.toMatch(reservedNames)
    expect(name).not.toMatch(/^[.\s]|[.\s]$/)
    expect(name).not.toBe('')
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  }
}
