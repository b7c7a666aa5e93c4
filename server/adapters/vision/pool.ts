import type { Worker } from 'node:worker_threads'
import { startWorker } from '../../platform/worker.ts'
import type { ExitRequest, Task, TaskResult, VisionWorkerData } from './messages.ts'
import type { InstalledFaceModel, ModelFiles } from './models.ts'

interface QueuedTask {
  task: Task
  resolve: (result: TaskResult) => void
  reject: (error: Error) => void
}

/** Tracks a worker and its current task. */
interface Slot {
  /** Whether the worker accepts photos. A photo can take seconds, and a selfie must not wait for it. */
  takesPhotos: boolean
  worker: Worker | null
  current: QueuedTask | null
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
  /** Starts the selfie workers before the first selfie, with a model: loading the networks takes a second. */
  warmUp(model: InstalledFaceModel): void
  close(): Promise<void>
}

/**
 * Runs tasks in worker threads, one at a time in each. Selfies have priority, then previews in a frame, then photos, then
 * faces that are embedded again. Some workers accept only selfies. Workers start with their first task, and a dead one is replaced by the next task.
 */
export function createPool({ models, photoWorkers, selfieWorkers, taskTimeoutInMs }: PoolOptions): Pool {
  const slots: Slot[] = Array.from({ length: photoWorkers + selfieWorkers }, (_, i) => ({
    takesPhotos: i >= selfieWorkers,
    worker: null,
    current: null,
  }))
  const selfies: QueuedTask[] = []
  const previews: QueuedTask[] = []
  const photos: QueuedTask[] = []
  const background: QueuedTask[] = []
  let isClosed = false

  /** Interactive tasks come first: selfies, then frames in screen size and thumbs of bought photos; short ones with them. */
  const chooseQueue = (task: Task) => {
    if (task.kind === 'selfie') return selfies
    if (task.kind === 'faces') return background
    return task.kind === 'shrink' || task.kind === 'hash' || (task.kind === 'frame' && task.input.sizeLimit)
      ? previews
      : photos
  }

  function clearSlot(slot: Slot): QueuedTask | null {
    const { current } = slot
    clearTimeout(slot.timer)
    slot.current = null
    return current
  }

  function startSlotWorker(slot: Slot, firstModel?: InstalledFaceModel): Worker {
    const workerData: VisionWorkerData = { models, firstModel }
    const worker = startWorker(import.meta.url, './vision.worker', { workerData })
    const handleLoss = (error: Error) => {
      if (slot.worker !== worker) return
      slot.worker = null
      clearSlot(slot)?.reject(error)
      if (!isClosed) assignTasks()
    }
    worker.on('message', (result: TaskResult) => {
      worker.unref()
      clearSlot(slot)?.resolve(result)
      assignTasks()
    })
    worker.on('error', handleLoss)
    worker.on('exit', (code) => handleLoss(new Error(`A vision worker ended with code ${code}`)))
    slot.worker = worker
    return worker
  }

  function runInSlot(slot: Slot, queuedTask: QueuedTask): void {
    const worker = slot.worker ?? startSlotWorker(slot)
    slot.current = queuedTask
    worker.ref()
    worker.postMessage(queuedTask.task)
    slot.timer = setTimeout(() => void worker.terminate(), taskTimeoutInMs).unref()
  }

  function assignTasks(): void {
    for (const slot of slots) {
      if (slot.current) continue
      const queuedTask =
        selfies.shift() ??
        (slot.takesPhotos ? (previews.shift() ?? photos.shift() ?? background.shift()) : undefined)
      if (queuedTask) runInSlot(slot, queuedTask)
    }
  }

  return {
    run(task) {
      if (isClosed) return Promise.reject(new Error('The vision workers are closed'))
      return new Promise((resolve, reject) => {
        chooseQueue(task).push({ task, resolve, reject })
        assignTasks()
      })
    },
    warmUp(model) {
      for (const slot of slots) {
        if (slot.takesPhotos || slot.worker) continue
        startSlotWorker(slot, model).unref()
      }
    },
    async close() {
      isClosed = true
      const error = new Error('The vision workers are closed')
      for (const queue of [selfies, previews, photos, background])
        for (const queuedTask of queue.splice(0)) queuedTask.reject(error)
      for (const slot of slots) clearSlot(slot)?.reject(error)
      await Promise.all(slots.flatMap((slot) => (slot.worker ? [stopWorker(slot.worker)] : [])))
    },
  }
}

const stopTimeoutInMs = 10_000

/**
 * Asks a worker to exit. Terminating a worker during inference ends the whole process, because the C++ exception of the
 * network is not caught.
 */
async function stopWorker(worker: Worker): Promise<void> {
  const exited = new Promise((resolve) => worker.once('exit', resolve))
  const timer = setTimeout(() => void worker.terminate(), stopTimeoutInMs)
  worker.ref()
  worker.postMessage({ kind: 'leave' } satisfies ExitRequest)
  await exited
  clearTimeout(timer)
}
