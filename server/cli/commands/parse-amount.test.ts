import { expect, it } from 'vitest'
import { createArgs } from '../args.ts'
import { UsageError } from '../failures.ts'
import { parseAmount } from './parse-amount.ts'

const parse = (text: string) => parseAmount(createArgs({ price: text }, [], '/'), 'price')

it.each([
  ['300', 30_000],
  ['4.50', 450],
  ['4,5', 450],
  ['0.01', 1],
  ['19.99', 1999],
  ['10000000', 1_000_000_000],
])('reads %s as %i minor units', (text, sum) => {
  expect(parse(text)).toBe(sum)
})

it.each(['0', '0.00', '-5', '1.005', '1e3', '', ' ', 'ten', '10000000.01', '300 RUB', '1 000'])(
  'refuses %j',
  (text) => {
    expect(() => parse(text)).toThrow(UsageError)
  },
)

it('leaves an absent option absent', () => {
  expect(parseAmount(createArgs({}, [], '/'), 'price')).toBeUndefined()
})
