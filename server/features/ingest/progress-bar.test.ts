import { expect, it } from 'vitest'
import { createProgressBar, formatProgress } from './progress-bar.ts'

function createTarget(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, columns: 60, written, write: (text: string) => written.push(text) }
}

it('tells how far it is, how fast, and how long it will take', () => {
  const text = formatProgress({ done: 45, total: 104, added: 40, elapsedInMs: 0 }, 3.25)
  expect(text).toContain('45/104')
  expect(text).toContain('43 %')
  expect(text).toContain('3.3 photos/s')
  expect(text).toContain('0:19 left')
})

it('tells hours as hours', () => {
  const text = formatProgress({ done: 0, total: 20_000, added: 0, elapsedInMs: 0 }, 2)
  expect(text).toContain('2:46:40 left')
})

it('measures the rate of the last while, not of the files that were there already', () => {
  const terminal = createTarget(true)
  const bar = createProgressBar(terminal)
  const updateAt = (elapsedInMs: number, done: number) =>
    bar.update({ done, total: 2000, added: 0, elapsedInMs })
  updateAt(0, 0)
  updateAt(100, 1000)
  updateAt(20_000, 1020)
  updateAt(30_000, 1030)
  expect(terminal.written.at(-1)).toContain('1030/2000')
  const wide = createProgressBar({ ...terminal, columns: 200 })
  for (const [ms, done] of [
    [0, 0],
    [100, 1000],
    [20_000, 1020],
    [30_000, 1030],
  ] as const)
    wide.update({ done, total: 2000, added: 0, elapsedInMs: ms })
  expect(terminal.written.at(-1)).toContain('1.0 photos/s')
})

it('keeps notes above the bar on a terminal, within its width', () => {
  const terminal = createTarget(true)
  const bar = createProgressBar(terminal, 'Demo')
  bar.update({ done: 1, total: 2, added: 1, elapsedInMs: 1000 })
  bar.note('cut.jpg: damaged')
  bar.end()
  expect(terminal.written[0]).toHaveLength('\r\u001B[2K'.length + 59)
  expect(terminal.written[1]?.startsWith('\r\u001B[2Kcut.jpg: damaged\nDemo ')).toBe(true)
  expect(terminal.written[2]).toBe('\n')
})

it('elsewhere prints a plain line now and then, and one at the end', () => {
  const file = createTarget(false)
  const bar = createProgressBar(file)
  for (let done = 0; done <= 100; done++) bar.update({ done, total: 100, added: 0, elapsedInMs: done * 200 })
  expect(file.written.length).toBeLessThan(6)
  expect(file.written.at(-1)).toContain('100/100')
  expect(file.written.join('')).not.toContain('\r')
})
