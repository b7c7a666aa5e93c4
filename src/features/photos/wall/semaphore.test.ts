import { expect, it } from 'vitest'
import { Semaphore } from './semaphore.ts'

function createSemaphore(limit: number) {
  const semaphore = new Semaphore(limit)
  const acquired: string[] = []
  return { acquired, acquire: (name: string) => semaphore.acquire(() => acquired.push(name)) }
}

it('runs the first alone, then up to the limit in order', () => {
  const { acquired, acquire } = createSemaphore(2)
  const releases = ['a', 'b', 'c', 'd', 'e'].map(acquire)
  expect(acquired).toEqual(['a'])
  releases[0]?.()
  expect(acquired).toEqual(['a', 'b', 'c'])
  releases[2]?.()
  expect(acquired).toEqual(['a', 'b', 'c', 'd'])
  releases[1]?.()
  expect(acquired).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it('skips a canceled entry', () => {
  const { acquired, acquire } = createSemaphore(1)
  const [a, b] = [acquire('a'), acquire('b'), acquire('c')]
  b?.()
  a?.()
  expect(acquired).toEqual(['a', 'c'])
})

it('counts a repeated release once', () => {
  const { acquired, acquire } = createSemaphore(1)
  const a = acquire('a')
  acquire('b')
  acquire('c')
  a()
  a()
  expect(acquired).toEqual(['a', 'b'])
})
