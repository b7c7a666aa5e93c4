// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { checkPicture } from './check.ts'
import type { Seen } from './look.ts'
import type { Question } from './messages.ts'

/** Replies to a question in place of the worker; may send no reply. */
let behaviour: (question: Question, worker: StandInWorker) => void

class StandInWorker extends EventTarget {
  postMessage(question: Question): void {
    setTimeout(() => behaviour(question, this))
  }
  terminate(): void {}
  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

const picture = new Blob(['a picture'])
const noSignal = () => new AbortController().signal

/** Replies of a worker with a loaded model, for a picture without a face. */
const sees = (question: Question, worker: StandInWorker) => {
  if (question.type === 'open') return worker.say({ opened: true })
  const seen: Seen = { faces: [], doubtful: false, brightness: 120 }
  worker.say({ number: question.number, seen, width: 100, height: 100 })
}

const modelMissing = (question: Question, worker: StandInWorker) => {
  if (question.type === 'open') worker.say({ opened: false })
}

beforeEach(() => vi.stubGlobal('Worker', StandInWorker))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('lets a picture pass unchecked when the model did not load, and tries again for the next one', async () => {
  behaviour = modelMissing
  expect(await checkPicture(picture, noSignal())).toEqual({ type: 'unchecked' })
  behaviour = sees
  expect(await checkPicture(picture, noSignal())).toEqual({ type: 'fault', code: 'FaceNotFound' })
})

it('lets a picture pass unchecked when the worker stops', async () => {
  behaviour = (_, worker) => void worker.dispatchEvent(new Event('error'))
  expect(await checkPicture(picture, noSignal())).toEqual({ type: 'unchecked' })
})

it('lets a picture pass unchecked when the worker gives no answer', async () => {
  vi.useFakeTimers()
  behaviour = () => {}
  const verdict = checkPicture(picture, noSignal())
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await verdict).toEqual({ type: 'unchecked' })
})
