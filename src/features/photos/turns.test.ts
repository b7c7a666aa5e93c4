import { expect, it } from 'vitest'
import { Turns } from './turns.ts'

function someTurns(atOnce: number) {
  const turns = new Turns(atOnce)
  const went: string[] = []
  return { went, take: (name: string) => turns.take(() => went.push(name)) }
}

it('lets the first go alone, then so many at once, in their order', () => {
  const { went, take } = someTurns(2)
  const ends = ['a', 'b', 'c', 'd', 'e'].map(take)
  expect(went).toEqual(['a'])
  ends[0]?.()
  expect(went).toEqual(['a', 'b', 'c'])
  ends[2]?.()
  expect(went).toEqual(['a', 'b', 'c', 'd'])
  ends[1]?.()
  expect(went).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it('passes over whoever has left', () => {
  const { went, take } = someTurns(1)
  const [a, b] = [take('a'), take('b'), take('c')]
  b?.()
  a?.()
  expect(went).toEqual(['a', 'c'])
})

it('counts the end of a turn once', () => {
  const { went, take } = someTurns(1)
  const a = take('a')
  take('b')
  take('c')
  a()
  a()
  expect(went).toEqual(['a', 'b'])
})
