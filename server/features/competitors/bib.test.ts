import { expect, it } from 'vitest'
import { normalBib } from './bib.ts'

it.each([
  ['128', '128'],
  ['００１２３ ', '123'],
  ['00123', '123'],
  ['0', '0'],
  ['000', '0'],
  [' 1 2 8 ', '128'],
  ['a-012', 'A12'],
  ['А12', 'A12'],
  ['№ 7', '7'],
  ['#7', '7'],
  ['12\u200b8', '128'],
])('reads %j as %s', (typed, number) => {
  expect(normalBib(typed)).toBe(number)
})

it.each(['*', '%', '', ' ', '12%', '1_2', 'Ковалёв', '123456789', "1' OR 1=1", '1;2', '-', '１*'])(
  'takes %j for no start number',
  (typed) => {
    expect(normalBib(typed)).toBeUndefined()
  },
)
