import { expect, it } from 'vitest'
import { addPerson, type Person, removePerson } from './people.ts'

const createPerson = (number: string, count = 3): Person => ({
  last: { by: 'number', number },
  label: number,
  count,
})

it('keeps the position of each person, with the newest data', () => {
  const both = addPerson([createPerson('1')], createPerson('2'))
  expect(both.map(({ label }) => label)).toEqual(['1', '2'])
  expect(addPerson(both, createPerson('1', 9)).map(({ count }) => count)).toEqual([9, 3])
  expect(addPerson(both, createPerson('2'))).toBe(both)
})

it('keeps eight people at most', () => {
  const many = Array.from({ length: 20 }, (_, index) => createPerson(String(index)))
  const people = many.reduce<readonly Person[]>(addPerson, [])
  expect(people).toHaveLength(8)
  expect(people.at(-1)?.label).toBe('19')
})

it('removes a person who can no longer be found', () => {
  const both = [createPerson('1'), createPerson('2')]
  expect(removePerson(both, { by: 'number', number: '1' })).toEqual([createPerson('2')])
})
