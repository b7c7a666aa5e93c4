import { expect, test } from 'vitest'
import { findWrongValues } from './message-values.ts'

const messages = new Map([
  ['cart.sum', ['sum']],
  ['search.waiting.late', ['word']],
  ['search.waiting.offline', ['word']],
  ['search.waiting.title', []],
])
const find = (code: string) => findWrongValues('src/Page.tsx', code, messages)

test.each([
  [
    'a value of another name',
    'const a = <Text id="cart.sum" values={{ total }} />',
    '"cart.sum": sum, total',
  ],
  ['no values', 'const a = <Text id="cart.sum" />', '"cart.sum": sum'],
  ['a call without values', "text('cart.sum')", "'cart.sum': sum"],
  ['a call with another value', "show('cart.sum', { total: 1 })", "'cart.sum': sum, total"],
  [
    'an id with a variable part and a value that none has',
    'const a = <Text id={`search.waiting.${reason}`} values={{ searchText }} />',
    '`search.waiting.${reason}`: searchText',
  ],
])('finds %s', (_, code, finding) => {
  expect(find(`\n${code}`)).toEqual([`src/Page.tsx:2 ${finding}`])
})

test.each([
  'const a = <Text id="cart.sum" values={{ sum, ...more }} />',
  'const a = <Text id="cart.sum" values={values} />',
  'const a = <Text id={`search.waiting.${reason}`} values={{ word: searchText }} />',
  "createGuide('cart.sum')",
  "text('unknown.id', { sum })",
  "text('search.waiting.title')",
])('accepts %s', (code) => {
  expect(find(code)).toEqual([])
})
