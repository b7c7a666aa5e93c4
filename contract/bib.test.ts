import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBib, normalizeBib } from './bib.ts'

it.each([
  ['128', '128'],
  ['００１２３ ', '123'],
  ['00123', '123'],
  ['0', '0'],
  ['000', '0'],
  ['1234567', '1234567'],
  [' 1 2 8 ', '128'],
  ['12\u200b8', '128'],
  ['\ufeff128', '128'],
])('reads the digits of %j as %s', (typedText, bib) => {
  expect(normalizeBib(typedText)).toBe(bib)
})

it.each([
  ['A123', 'A123'],
  ['ab12', 'AB12'],
  ['VIP7', 'VIP7'],
  ['vip 007', 'VIP7'],
  ['123a', '123A'],
  ['a-012', 'A12'],
  ['A-17', 'A17'],
  ['17.B', '17B'],
  ['А12', 'A12'],
  ['авс7', 'ABC7'],
  ['12В', '12B'],
  ['Α5', 'A5'],
  ['Ｂ７', 'B7'],
  ['д15', 'Д15'],
])('reads the letters of %j as %s', (typedText, bib) => {
  expect(normalizeBib(typedText)).toBe(bib)
})

it.each([
  ['12-1', '12-1'],
  ['12–1', '12-1'],
  ['12‑1', '12-1'],
  ['12−1', '12-1'],
  ['12 - 1', '12-1'],
  ['012-01', '12-1'],
  ['15.1', '15.1'],
  ['17/1', '17-1'],
  ['A12-1', 'A12-1'],
  ['A-12-1', 'A12-1'],
  ['12-1A', '12-1A'],
  ['12-', '12'],
  ['-12', '12'],
])('reads the divided number %j as %s', (typedText, bib) => {
  expect(normalizeBib(typedText)).toBe(bib)
})

it.each([
  ['№ 7', '7'],
  ['№7', '7'],
  ['N°7', '7'],
  ['Nº 7', '7'],
  ['#7', '7'],
  ['＃７', '7'],
  ['No. 7', '7'],
  ['no.7', '7'],
  ['No 12-1', '12-1'],
  ['Nr. AB12', 'AB12'],
  ['NO7', 'NO7'],
])('ignores the mark before %j', (typedText, bib) => {
  expect(normalizeBib(typedText)).toBe(bib)
})

it.each([
  ...['*', '%', '', ' ', '12%', '1_2', 'Ковалёв', '12345678', '123456789', "1' OR 1=1", '1;2', '-', '１*'],
  ...['1-2-3', '12--1', 'ABCD1', 'A1B', '1234567-1', '1A2', 'A', '№', 'No.', '12,1', '1\0', '1\ud800'],
])('does not accept %j', (typedText) => {
  expect(normalizeBib(typedText)).toBeUndefined()
  expect(isBib(typedText)).toBe(false)
})

const letter = fc.constantFrom(...Array.from('ABCXYZАВСХДЖ'))
const letters = fc.array(letter, { minLength: 1, maxLength: 3 }).map((all) => all.join(''))
const number = fc.integer({ min: 0, max: 9999 }).map(String)
const dividedNumber = fc
  .tuple(number, fc.constantFrom('-', '.'), fc.integer({ min: 0, max: 999 }))
  .map((all) => all.join(''))
const digits = fc.oneof(number, dividedNumber)
const bib = fc.oneof(
  digits,
  fc.tuple(letters, digits).map((all) => all.join('')),
  fc.tuple(digits, letters).map((all) => all.join('')),
)

describe('a normal form', () => {
  it('exists for each bib, and is its own normal form', () => {
    fc.assert(
      fc.property(fc.oneof(bib, fc.string({ unit: 'binary' })), (typedText) => {
        const normal = normalizeBib(typedText)
        expect(isBib(typedText)).toBe(normal !== undefined)
        if (normal !== undefined) expect(normalizeBib(normal)).toBe(normal)
      }),
      { numRuns: 1_000 },
    )
    fc.assert(fc.property(bib, isBib))
  })

  it('is one for a bib in any case and width, with any mark and space before it', () => {
    const toFullWidth = (text: string) =>
      text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
    const marks = fc.constantFrom('', ' ', '#', '№', '№ ', 'No. ', 'no ', '\u200f')
    fc.assert(
      fc.property(bib, marks, (typedText, mark) => {
        const normal = normalizeBib(typedText)
        expect(normal).toBeDefined()
        for (const variant of [typedText, typedText.toLowerCase(), toFullWidth(typedText)])
          expect(normalizeBib(`${mark}${variant} `)).toBe(normal)
      }),
    )
  })

  it('differs for different divided numbers', () => {
    fc.assert(
      fc.property(number, number, (one, other) => {
        fc.pre(one.length + other.length <= 7)
        const joined = normalizeBib(one + other)
        const forms = ['-', '.'].map((mark) => normalizeBib(one + mark + other))
        expect(new Set([joined, ...forms]).size).toBe(3)
      }),
    )
  })

  it('has at most the length that a bib may have, and characters that are safe in an address', () => {
    fc.assert(
      fc.property(bib, (typedText) => {
        expect(normalizeBib(typedText)).toMatch(/^[\p{Lu}\d.-]{1,11}$/u)
      }),
    )
  })
})
