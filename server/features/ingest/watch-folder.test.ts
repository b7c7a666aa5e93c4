import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchFolder } from './watch-folder.ts'

let folder: string
let stop: AbortController
let watching: Promise<void>
let taken: { name: string; size: number }[]
let wake: () => void

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'photofinish-test-'))
  stop = new AbortController()
  taken = []
  wake = () => {}
})
afterEach(async () => {
  stop.abort()
  await watching
  rmSync(folder, { recursive: true })
})

/** Waits until this many files were handed over; bounded by the test's timeout. */
async function until(count: number) {
  while (taken.length < count) {
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  }
}

function startWatching(later: (name: string, times: number) => boolean = () => false) {
  watching = watchFolder(
    folder,
    async (files) => {
      const { statSync } = await import('node:fs')
      for (const file of files) taken.push({ name: file.name, size: statSync(file.path).size })
      wake()
      const times = (name: string) => taken.filter((one) => one.name === name).length
      return new Set(files.filter(({ name }) => later(name, times(name))).map(({ path }) => path))
    },
    stop.signal,
  )
}

it('hands over what is there, and what comes later, also in a new subfolder', async () => {
  writeFileSync(join(folder, 'old.jpg'), 'old')
  utimesSync(join(folder, 'old.jpg'), 1, 1)
  startWatching()
  await until(1)
  mkdirSync(join(folder, 'finish'))
  writeFileSync(join(folder, 'finish', 'new.jpg'), 'new')
  await until(2)
  expect(taken.map(({ name }) => name)).toEqual(['old.jpg', 'finish/new.jpg'])
})

it('waits until a file is written to its end', async () => {
  startWatching()
  const path = join(folder, 'slow.jpg')
  writeFileSync(path, 'part')
  const growth = setInterval(() => appendFileSync(path, 'part'), 100)
  setTimeout(() => clearInterval(growth), 1500)
  await until(1)
  clearInterval(growth)
  expect(taken[0]?.size).toBeGreaterThan('part'.length)
  expect(taken).toHaveLength(1)
})

it('hands over again what was refused for the time being, and what has changed', async () => {
  startWatching((name, times) => name === 'young.jpg' && times === 1)
  writeFileSync(join(folder, 'young.jpg'), 'half')
  await until(2)
  writeFileSync(join(folder, 'young.jpg'), 'whole')
  await until(3)
  expect(taken.map(({ size }) => size)).toEqual([4, 4, 5])
})
