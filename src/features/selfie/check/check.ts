import weightsUrl from 'virtual:face-weights'
import { limitFactor, timeouts } from '../../../lib/timeouts.ts'
import type { Box } from './boxes.ts'
import { judgePicture, type Verdict } from './judge.ts'
import type { Answer, Opened, Question } from './messages.ts'

export type { FaceFault, Verdict } from './judge.ts'

/** Limits the check; after this time the picture is sent unchecked. */
const patienceInMs = 8_000 * limitFactor

/**
 * Looks for the one clear face of a picture on this device, about 0.1 s. Should be called with the picture that is uploaded.
 * Returns `unchecked` when the browser cannot decode the format or the detector is not available.
 *
 * @throws the signal's reason when aborted
 */
export async function checkPicture(picture: Blob, signal: AbortSignal): Promise<Verdict> {
  signal.throwIfAborted()
  const { seen } = await within(patienceInMs, ask({ type: 'picture', picture }), signal)
  signal.throwIfAborted()
  return seen ? judgePicture(seen) : { type: 'unchecked' }
}

/**
 * Runs the detector on the current frame of the camera.
 *
 * @param part visible part of the frame, in its pixels
 */
export async function checkSight(video: HTMLVideoElement, part: Box): Promise<Answer> {
  const bitmap = await createImageBitmap(video, part.x, part.y, part.width, part.height)
  return ask({ type: 'sight', bitmap })
}

/** Loads the worker and the weights; resolves with whether this device can run checks. */
export function openChecker(): Promise<boolean> {
  checker ??= startChecker()
  return checker.opened
}

interface Checker {
  worker: Worker
  opened: Promise<boolean>
  waiting: Map<number, (answer: Answer) => void>
}

let checker: Checker | undefined
let count = 0

const nothing = (number: number): Answer => ({ number, width: 0, height: 0 })

function startChecker(): Checker {
  const worker = new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' })
  const waiting: Checker['waiting'] = new Map()
  const opened = new Promise<boolean>((resolve) => {
    const giveUp = () => {
      // may load on the next attempt, for instance after a lost network
      resolve(false)
      worker.terminate()
      if (checker?.worker === worker) checker = undefined
      for (const [number, done] of waiting) done(nothing(number))
    }
    worker.addEventListener('error', giveUp)
    worker.addEventListener('message', ({ data }: MessageEvent<Opened | Answer>) => {
      if (!('opened' in data)) {
        waiting.get(data.number)?.(data)
        waiting.delete(data.number)
      } else if (data.opened) resolve(true)
      else giveUp()
    })
  })
  worker.postMessage({ type: 'open', weightsUrl, timeouts } satisfies Question)
  return { worker, opened, waiting }
}

type Look = { type: 'sight'; bitmap: ImageBitmap } | { type: 'picture'; picture: Blob }

async function ask(look: Look): Promise<Answer> {
  const number = ++count
  if (!(await openChecker()) || !checker) return nothing(number)
  const { worker, waiting } = checker
  return new Promise((resolve) => {
    waiting.set(number, resolve)
    worker.postMessage({ ...look, number } satisfies Question, look.type === 'sight' ? [look.bitmap] : [])
  })
}

function within(inMs: number, answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    const end = () => resolve(nothing(0))
    const timer = setTimeout(end, inMs)
    signal.addEventListener('abort', end, { once: true })
    answer.then(resolve, end).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    })
  })
}
