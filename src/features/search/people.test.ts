import { expect, it } from 'vitest'
import { type Person, withoutPerson, withPerson } from './people.ts'

const person = (number: string, count = 3): Person => ({
  last: { by: 'number', number },
  label: number,
  count,
})

it('keeps the position of each person, with the newest data', () => {
  const both = withPerson([person('1')], person('2'))
  expect(both.map(({ label }) => label)).toEqual(['1', '2'])
  expect(withPerson(both, person('1', 9)).map(({ count }) => count)).toEqual([9, 3])
  expect(withPerson(both, person('2'))).toBe(both)
})

it('keeps eight people at most', () => {
  const many = Array.from({ length: 20 }, (_, at) => person(String(at)))
  const kept = many.reduce<readonly Person[]>(withPerson, [])
  expect(kept).toHaveLength(8)
  expect(kept.at(-1)?.label).toBe('19')
})

it('removes a person who can no longer be found', () => {
  const both = [person('1'), person('2')]
  expect(withoutPerson(both, { by: 'number', number: '1' })).toEqual([person('2')])
})
