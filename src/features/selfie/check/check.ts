import weightsUrl from 'virtual:face-weights'
import { limitFactor, timeouts } from '../../../lib/timeouts.ts'
import type { Box } from './boxes.ts'
import { judgePicture, type Verdict } from './judge.ts'
import type { Answer, OpenedReply, Question } from './messages.ts'

export type { FaceFault, Verdict } from './judge.ts'

/** Limits the check; after this time the picture is sent unchecked. */
const checkTimeoutInMs = 8_000 * limitFactor

/**
 * Looks for the one clear face of a picture on this device, about 0.1 s. Should be called with the picture that is uploaded.
 * Returns `unchecked` when the browser cannot decode the format or the detector is not available.
 *
 * @throws the signal's reason when aborted
 */
export async function checkPicture(picture: Blob, signal: AbortSignal): Promise<Verdict> {
  signal.throwIfAborted()
  const { detection } = await withTimeout(checkTimeoutInMs, askWorker({ type: 'picture', picture }), signal)
  signal.throwIfAborted()
  return detection ? judgePicture(detection) : { type: 'unchecked' }
}

/**
 * Runs the detector on the current frame of the camera.
 *
 * @param part visible part of the frame, in its pixels
 */
export async function checkFrame(video: HTMLVideoElement, part: Box): Promise<Answer> {
  const bitmap = await createImageBitmap(video, part.x, part.y, part.width, part.height)
  return askWorker({ type: 'sight', bitmap })
}

/** Loads the worker and the weights; resolves with whether this device can run checks. */
export function loadChecker(): Promise<boolean> {
  checker ??= startChecker()
  return checker.opened
}

interface Checker {
  worker: Worker
  opened: Promise<boolean>
  pendingAnswers: Map<number, (answer: Answer) => void>
}

let checker: Checker | undefined
let questionCount = 0

const createEmptyAnswer = (number: number): Answer => ({ number, width: 0, height: 0 })

function startChecker(): Checker {
  const worker = new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' })
  const pendingAnswers: Checker['pendingAnswers'] = new Map()
  const opened = new Promise<boolean>((resolve) => {
    const stopChecker = () => {
      // may load on the next attempt, for instance after a lost network
      resolve(false)
      worker.terminate()
      if (checker?.worker === worker) checker = undefined
      for (const [number, resolveAnswer] of pendingAnswers) resolveAnswer(createEmptyAnswer(number))
    }
    worker.addEventListener('error', stopChecker)
    worker.addEventListener('message', ({ data }: MessageEvent<OpenedReply | Answer>) => {
      if (!('opened' in data)) {
        pendingAnswers.get(data.number)?.(data)
        pendingAnswers.delete(data.number)
      } else if (data.opened) resolve(true)
      else stopChecker()
    })
  })
  worker.postMessage({ type: 'open', weightsUrl, timeouts } satisfies Question)
  return { worker, opened, pendingAnswers }
}

type ImageQuestion = { type: 'sight'; bitmap: ImageBitmap } | { type: 'picture'; picture: Blob }

async function askWorker(imageQuestion: ImageQuestion): Promise<Answer> {
  const number = ++questionCount
  if (!(await loadChecker()) || !checker) return createEmptyAnswer(number)
  const { worker, pendingAnswers } = checker
  return new Promise((resolve) => {
    pendingAnswers.set(number, resolve)
    worker.postMessage(
      { ...imageQuestion, number } satisfies Question,
      imageQuestion.type === 'sight' ? [imageQuestion.bitmap] : [],
    )
  })
}

function withTimeout(timeoutInMs: number, answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    const resolveEmpty = () => resolve(createEmptyAnswer(0))
    const timer = setTimeout(resolveEmpty, timeoutInMs)
    signal.addEventListener('abort', resolveEmpty, { once: true })
    answer.then(resolve, resolveEmpty).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', resolveEmpty)
    })
  })
}
