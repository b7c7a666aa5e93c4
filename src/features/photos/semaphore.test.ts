import { expect, it } from 'vitest'
import { Semaphore } from './semaphore.ts'

function someTurns(atOnce: number) {
  const turns = new Semaphore(atOnce)
  const went: string[] = []
  return { went, take: (name: string) => turns.take(() => went.push(name)) }
}

it('runs the first alone, then up to the limit in order', () => {
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

it('skips a canceled entry', () => {
  const { went, take } = someTurns(1)
  const [a, b] = [take('a'), take('b'), take('c')]
  b?.()
  a?.()
  expect(went).toEqual(['a', 'c'])
})

it('counts a repeated release once', () => {
  const { went, take } = someTurns(1)
  const a = take('a')
  take('b')
  take('c')
  a()
  a()
  expect(went).toEqual(['a', 'b'])
})
