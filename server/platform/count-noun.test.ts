import { expect, it } from 'vitest'
import { countNoun } from './count-noun.ts'

it.each([
  [0, '0 runners'],
  [1, '1 runner'],
  [2, '2 runners'],
  [11, '11 runners'],
  [21, '21 runners'],
  [101, '101 runners'],
])('of %i is %j', (count, text) => {
  expect(countNoun(count, 'runner')).toBe(text)
})

it('takes an irregular plural', () => {
  expect(countNoun(2, 'person', 'people')).toBe('2 people')
})
