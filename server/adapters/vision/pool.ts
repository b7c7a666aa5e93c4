import type { Worker } from 'node:worker_threads'
import { startWorker } from '../../platform/worker.ts'
import type { Leave, Task, TaskResult } from './messages.ts'
import type { ModelFiles } from './models.ts'

interface Waiting {
  task: Task
  resolve: (result: TaskResult) => void
  reject: (error: Error) => void
}

/** Tracks a worker and its current task. */
interface Slot {
  /** Whether the worker accepts photos. A photo can take seconds, and a selfie must not wait for it. */
  takesPhotos: boolean
  worker: Worker | null
  current: Waiting | null
  timer?: NodeJS.Timeout
}

export interface PoolOptions {
  models: ModelFiles
  photoWorkers: number
  selfieWorkers: number
  /** Timeout of a task. Its worker is replaced. */
  taskTimeoutInMs: number
}

export interface Pool {
  /** @throws when the worker dies or the task times out */
  run(task: Task): Promise<TaskResult>
  /** Starts the selfie workers before the first selfie: loading the networks takes a second. */
  warmUp(): void
  close(): Promise<void>
}

/**
 * Runs tasks in worker threads, one at a time in each. Selfies have priority, then previews in a frame, then photos. Some
 * workers accept only selfies. Workers start with their first task, and a dead one is replaced by the next task.
 */
export function createPool({ models, photoWorkers, selfieWorkers, taskTimeoutInMs }: PoolOptions): Pool {
  const slots: Slot[] = Array.from({ length: photoWorkers + selfieWorkers }, (_, i) => ({
    takesPhotos: i >= selfieWorkers,
    worker: null,
    current: null,
  }))
  const selfies: Waiting[] = []
  const previews: Waiting[] = []
  const photos: Waiting[] = []
  let isClosed = false

  /** Interactive tasks come first: selfies, then frames in screen size and thumbs of bought photos; short ones with them. */
  const chooseQueue = (task: Task) => {
    if (task.kind === 'selfie') return selfies
    return task.kind === 'shrink' || task.kind === 'hash' || (task.kind === 'frame' && task.input.within)
      ? previews
      : photos
  }

  function finish(slot: Slot): Waiting | null {
    const { current } = slot
    clearTimeout(slot.timer)
    slot.current = null
    return current
  }

  function start(slot: Slot): Worker {
    const worker = startWorker(import.meta.url, './vision.worker', { workerData: { models } })
    const lose = (error: Error) => {
      if (slot.worker !== worker) return
      slot.worker = null
      finish(slot)?.reject(error)
      if (!isClosed) assign()
    }
    worker.on('message', (result: TaskResult) => {
      worker.unref()
      finish(slot)?.resolve(result)
      assign()
    })
    worker.on('error', lose)
    worker.on('exit', (code) => lose(new Error(`A vision worker ended with code ${code}`)))
    slot.worker = worker
    return worker
  }

  function give(slot: Slot, waiting: Waiting): void {
    const worker = slot.worker ?? start(slot)
    slot.current = waiting
    worker.ref()
    worker.postMessage(waiting.task)
    slot.timer = setTimeout(() => void worker.terminate(), taskTimeoutInMs).unref()
  }

  function assign(): void {
    for (const slot of slots) {
      if (slot.current) continue
      const waiting = selfies.shift() ?? (slot.takesPhotos ? (previews.shift() ?? photos.shift()) : undefined)
      if (waiting) give(slot, waiting)
    }
  }

  return {
    run(task) {
      if (isClosed) return Promise.reject(new Error('The vision workers are closed'))
      return new Promise((resolve, reject) => {
        chooseQueue(task).push({ task, resolve, reject })
        assign()
      })
    },
    warmUp() {
      for (const slot of slots) {
        if (slot.takesPhotos || slot.worker) continue
        start(slot).unref()
      }
    },
    async close() {
      isClosed = true
      const error = new Error('The vision workers are closed')
      for (const waiting of [...selfies.splice(0), ...previews.splice(0), ...photos.splice(0)])
        waiting.reject(error)
      for (const slot of slots) finish(slot)?.reject(error)
      await Promise.all(slots.flatMap((slot) => (slot.worker ? [leave(slot.worker)] : [])))
    },
  }
}

const leavingLimitInMs = 10_000

/**
 * Asks a worker to exit. Terminating a worker during inference ends the whole process, because the C++ exception of the
 * network is not caught.
 */
async function leave(worker: Worker): Promise<void> {
  const gone = new Promise((resolve) => worker.once('exit', resolve))
  const timer = setTimeout(() => void worker.terminate(), leavingLimitInMs)
  worker.ref()
  worker.postMessage({ kind: 'leave' } satisfies Leave)
  await gone
  clearTimeout(timer)
}
