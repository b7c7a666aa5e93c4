import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Clock, watchFolder } from './watch-folder.ts'

let folder: string
let stop: AbortController
let watching: Promise<void>
let processed: { name: string; size: number }[]
let clock: ReturnType<typeof createVirtualClock>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'photofinish-test-'))
  stop = new AbortController()
  processed = []
  clock = createVirtualClock()
})
afterEach(async () => {
  stop.abort()
  await watching
  rmSync(folder, { recursive: true })
})

/** Creates a clock whose time passes only in `advance`, which runs the watch from pause to pause. */
function createVirtualClock() {
  let time = 0
  let currentPause: { endsOn: number; end: () => void } | undefined
  let onPause = () => {}
  const pause: Clock['pause'] = (timeInMs, signal) =>
    new Promise((resolve, reject) => {
      const abort = () => {
        currentPause = undefined
        reject(new Error('the pause was aborted'))
      }
      if (signal.aborted) return abort()
      const end = () => {
        signal.removeEventListener('abort', abort)
        resolve()
      }
      currentPause = { endsOn: time + timeInMs, end }
      signal.addEventListener('abort', abort, { once: true })
      onPause()
    })
  return {
    now: () => time,
    pause,
    advance: async (timeInMs: number) => {
      const end = time + timeInMs
      for (;;) {
        const current = currentPause
        if (current) {
          if (current.endsOn > end) break
          time = current.endsOn
          currentPause = undefined
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
async function advanceUntil(count: number) {
  while (processed.length < count) await clock.advance(100)
}

function startWatching(mustRetry: (name: string, times: number) => boolean = () => false) {
  watching = watchFolder(
    folder,
    async (files) => {
      for (const file of files) processed.push({ name: file.name, size: statSync(file.path).size })
      const times = (name: string) => processed.filter((one) => one.name === name).length
      return new Set(files.filter(({ name }) => mustRetry(name, times(name))).map(({ path }) => path))
    },
    stop.signal,
    clock,
  )
}

it('hands over what is there, and what comes later, also in a new subfolder', async () => {
  writeFileSync(join(folder, 'old.jpg'), 'old')
  utimesSync(join(folder, 'old.jpg'), 1, 1)
  startWatching()
  await advanceUntil(1)
  mkdirSync(join(folder, 'finish'))
  writeFileSync(join(folder, 'finish', 'new.jpg'), 'new')
  await advanceUntil(2)
  expect(processed.map(({ name }) => name)).toEqual(['old.jpg', 'finish/new.jpg'])
})

it('waits until a file is written to its end', async () => {
  const path = join(folder, 'slow.jpg')
  const appendPart = () => {
    appendFileSync(path, 'part')
    // A future time, so that the file never counts as old on a slow machine.
    utimesSync(path, new Date(), new Date('2100-01-01'))
  }
  appendPart()
  startWatching()
  for (let parts = 1; parts < 6; parts++) {
    await clock.advance(600)
    appendPart()
  }
  await clock.advance(600)
  expect(processed).toEqual([])
  await clock.advance(3_000)
  expect(processed).toEqual([{ name: 'slow.jpg', size: 6 * 'part'.length }])
})

it('hands over again what was refused for the time being, and what has changed', async () => {
  startWatching((name, times) => name === 'young.jpg' && times === 1)
  writeFileSync(join(folder, 'young.jpg'), 'half')
  await advanceUntil(2)
  writeFileSync(join(folder, 'young.jpg'), 'whole')
  await advanceUntil(3)
  expect(processed.map(({ size }) => size)).toEqual([4, 4, 5])
})
