import { expect, test } from 'vitest'
import { parseProcessTree, sumMemory } from './process-memory.ts'

const output = `
    1     0  1000
  100     1 20000
  101   100  3000
  102   101   400
  200     1 50000
  201   200  6000
`

test('a process tree has the process and its descendants', () => {
  const tree = parseProcessTree(output, 100)
  expect(tree.map(({ pid }) => pid)).toEqual([100, 101, 102])
  expect(sumMemory(tree)).toBe(23_400 * 1024)
})

test('the tree of a process that has ended is empty', () => {
  expect(parseProcessTree(output, 300)).toEqual([])
})
