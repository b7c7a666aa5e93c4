import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Clock, watchFolder } from './watch-folder.ts'

let folder: string
let stop: AbortController
let watching: Promise<void>
let taken: { name: string; size: number }[]
let clock: ReturnType<typeof virtualClock>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'photofinish-test-'))
  stop = new AbortController()
  taken = []
  clock = virtualClock()
})
afterEach(async () => {
  stop.abort()
  await watching
  rmSync(folder, { recursive: true })
})

/** Creates a clock whose time passes only in `advance`, which runs the watch from pause to pause. */
function virtualClock() {
  let time = 0
  let pausing: { endsOn: number; end: () => void } | undefined
  let onPause = () => {}
  const pause: Clock['pause'] = (timeInMs, signal) =>
    new Promise((resolve, reject) => {
      const abort = () => {
        pausing = undefined
        reject(new Error('the pause was aborted'))
      }
      if (signal.aborted) return abort()
      const end = () => {
        signal.removeEventListener('abort', abort)
        resolve()
      }
      pausing = { endsOn: time + timeInMs, end }
      signal.addEventListener('abort', abort, { once: true })
      onPause()
    })
  return {
    now: () => time,
    pause,
    advance: async (timeInMs: number) => {
      const end = time + timeInMs
      for (;;) {
        const current = pausing
        if (current) {
          if (current.endsOn > end) break
          time = current.endsOn
          pausing = undefined
          current.end()
        } else {
          // the watch scans, or a change of the folder has ended its pause
          await new Promise<void>((resolve) => {
            onPause = resolve
          })
        }
      }
      time = end
    },
  }
}

/** Advances the clock until `count` files were handed over. The test's timeout limits the wait. */
async function until(count: number) {
  while (taken.length < count) await clock.advance(100)
}

function startWatching(later: (name: string, times: number) => boolean = () => false) {
  watching = watchFolder(
    folder,
    async (files) => {
      for (const file of files) taken.push({ name: file.name, size: statSync(file.path).size })
      const times = (name: string) => taken.filter((one) => one.name === name).length
      return new Set(files.filter(({ name }) => later(name, times(name))).map(({ path }) => path))
    },
    stop.signal,
    clock,
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
  const path = join(folder, 'slow.jpg')
  const write = () => {
    appendFileSync(path, 'part')
    // A future time, so that the file never counts as old on a slow machine.
    utimesSync(path, new Date(), new Date('2100-01-01'))
  }
  write()
  startWatching()
  for (let parts = 1; parts < 6; parts++) {
    await clock.advance(600)
    write()
  }
  await clock.advance(600)
  expect(taken).toEqual([])
  await clock.advance(3_000)
  expect(taken).toEqual([{ name: 'slow.jpg', size: 6 * 'part'.length }])
})

it('hands over again what was refused for the time being, and what has changed', async () => {
  startWatching((name, times) => name === 'young.jpg' && times === 1)
  writeFileSync(join(folder, 'young.jpg'), 'half')
  await until(2)
  writeFileSync(join(folder, 'young.jpg'), 'whole')
  await until(3)
  expect(taken.map(({ size }) => size)).toEqual([4, 4, 5])
})
