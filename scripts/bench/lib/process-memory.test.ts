import { expect, test } from 'vitest'
import { parseMappings, parseProcessTree, readProcessTree, sumMemory } from './process-memory.ts'

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

const smaps = `
00400000-00500000 r-xp 00000000 08:01 1234                               /usr/bin/node
Size:               1024 kB
Rss:                 600 kB
Anonymous:             0 kB
00500000-00600000 rw-p 00100000 08:01 1234                               /usr/bin/node
Rss:                 100 kB
Anonymous:            60 kB
00700000-00800000 rw-p 00000000 00:00 0                                  [heap]
Rss:                2000 kB
Anonymous:          2000 kB
7f0000000000-7f0000100000 rw-p 00000000 00:00 0
Rss:                 300 kB
Anonymous:           300 kB
`

test('mappings have the resident memory, and the pages of files apart', () => {
  expect(parseMappings(smaps)).toEqual({
    residentInBytes: 3000 * 1024,
    filesInBytes: new Map([['/usr/bin/node', 640 * 1024]]),
  })
})

test('a file that several processes have mapped counts once', () => {
  const files = (node: number, library: number) =>
    new Map([
      ['/usr/bin/node', node],
      ['/usr/lib/library.so', library],
    ])
  const sum = sumMemory([
    { pid: 1, residentInBytes: 1000, filesInBytes: files(300, 0) },
    { pid: 2, residentInBytes: 500, filesInBytes: files(200, 50) },
  ])
  expect(sum).toBe(700 + 250 + 300 + 50)
})

test('the tree of this process is not empty', () => {
  expect(sumMemory(readProcessTree(process.pid))).toBeGreaterThan(10 * 1024 ** 2)
})
