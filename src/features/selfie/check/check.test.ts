// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { checkPicture } from './check.ts'
import type { DetectionResult } from './detect-faces.ts'
import type { Question } from './messages.ts'

/** Replies to a question in place of the worker; may send no reply. */
let replyToQuestion: (question: Question, worker: FakeWorker) => void

class FakeWorker extends EventTarget {
  postMessage(question: Question): void {
    setTimeout(() => replyToQuestion(question, this))
  }
  terminate(): void {}
  respond(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

const picture = new Blob(['a picture'])
const createSignal = () => new AbortController().signal

/** Replies of a worker with a loaded model, for a picture without a face. */
const replyWithoutFace = (question: Question, worker: FakeWorker) => {
  if (question.type === 'open') return worker.respond({ opened: true })
  const detection: DetectionResult = { faces: [], doubtful: false, brightness: 120 }
  worker.respond({ number: question.number, detection, width: 100, height: 100 })
}

const replyModelMissing = (question: Question, worker: FakeWorker) => {
  if (question.type === 'open') worker.respond({ opened: false })
}

beforeEach(() => vi.stubGlobal('Worker', FakeWorker))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('lets a picture pass unchecked when the model did not load, and tries again for the next one', async () => {
  replyToQuestion = replyModelMissing
  expect(await checkPicture(picture, createSignal())).toEqual({ type: 'unchecked' })
  replyToQuestion = replyWithoutFace
  expect(await checkPicture(picture, createSignal())).toEqual({ type: 'fault', code: 'FaceNotFound' })
})

it('lets a picture pass unchecked when the worker stops', async () => {
  replyToQuestion = (_, worker) => void worker.dispatchEvent(new Event('error'))
  expect(await checkPicture(picture, createSignal())).toEqual({ type: 'unchecked' })
})

it('lets a picture pass unchecked when the worker gives no answer', async () => {
  vi.useFakeTimers()
  replyToQuestion = () => {}
  const verdict = checkPicture(picture, createSignal())
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await verdict).toEqual({ type: 'unchecked' })
})
