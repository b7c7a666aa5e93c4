import type { Task, TaskResult } from './messages.ts'
import type { InstalledFaceModel } from './models.ts'
import type { StartVisionProcess, VisionProcess } from './vision-process.ts'

interface QueuedTask {
  task: Task
  resolve: (result: TaskResult) => void
  reject: (error: Error) => void
  /** Whether a worker died with it before. */
  isRetry?: boolean
}

/** Tracks a worker and its current task. */
interface Slot {
  /** Whether the worker accepts photos. A photo can take seconds, and a selfie must not wait for it. */
  takesPhotos: boolean
  worker: VisionProcess | null
  current: QueuedTask | null
  /** Limits the current task, or the time without one. */
  timer?: NodeJS.Timeout
  /** Whether the current task took too long, so that its worker was killed. */
  isTimedOut?: boolean
}

export interface PoolOptions {
  start: StartVisionProcess
  photoWorkers: number
  selfieWorkers: number
  /** Timeout of a task. Its worker is replaced. */
  taskTimeoutInMs: number
  /** A worker without a task ends after this time, which returns all of its memory. */
  idleTimeoutInMs: number
  /** The same for workers of selfies: a visitor may look at photos before the first selfie. */
  selfieIdleTimeoutInMs: number
  /** A worker that holds more after a task is replaced: native allocators keep the memory of large pictures. */
  maxMemoryInBytes: number
}

export interface Pool {
  /**
   * Runs a task, again in another worker when one died with it: the system may have killed it for its memory.
   *
   * @throws WorkerEnded when two workers die with the task, or the task times out
   */
  run(task: Task): Promise<TaskResult>
  /**
   * Starts the selfie workers before the first selfie, with a model: loading the networks takes a second. Prolongs the life of
   * those that run.
   */
  warmUp(model: InstalledFaceModel): void
  close(): Promise<void>
}

/** Thrown when two workers died with a task, or it timed out. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded'
}

const stopTimeoutInMs = 10_000

/**
 * Runs tasks in worker processes, one at a time in each. Selfies have priority, then previews in a frame, then photos, then
 * faces that are embedded again. Some workers accept only selfies. Workers start with their first task and end when they have
 * none. When one dies, its task is retried once in another, before those that wait.
 */
export function createPool(options: PoolOptions): Pool {
  const { photoWorkers, selfieWorkers, taskTimeoutInMs, maxMemoryInBytes } = options
  const slots: Slot[] = Array.from({ length: photoWorkers + selfieWorkers }, (_, i) => ({
    takesPhotos: i >= selfieWorkers,
    worker: null,
    current: null,
  }))
  const selfies: QueuedTask[] = []
  const previews: QueuedTask[] = []
  const photos: QueuedTask[] = []
  const background: QueuedTask[] = []
  /** Workers that finish their current task and exit. */
  const leaving = new Map<VisionProcess, Promise<unknown>>()
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
    slot.isTimedOut = false
    return current
  }

  function startSlotWorker(slot: Slot): VisionProcess {
    const worker = options.start(({ result, memoryInBytes }) => {
      if (slot.worker !== worker) return
      clearSlot(slot)?.resolve(result)
      if (memoryInBytes > maxMemoryInBytes) retire(slot)
      else awaitTask(slot)
      assignTasks()
    })
    void worker.exited.then((reason) => {
      if (slot.worker !== worker) return
      slot.worker = null
      const isTimedOut = slot.isTimedOut === true
      const task = clearSlot(slot)
      // a picture that ends two workers would end any number of them
      if (!task || isTimedOut || task.isRetry)
        task?.reject(new WorkerEnded(`A vision worker ended with ${reason}`))
      else chooseQueue(task.task).unshift({ ...task, isRetry: true })
      assignTasks()
    })
    slot.worker = worker
    return worker
  }

  function runInSlot(slot: Slot, queuedTask: QueuedTask): void {
    const worker = slot.worker ?? startSlotWorker(slot)
    clearTimeout(slot.timer)
    slot.current = queuedTask
    worker.keepAlive(true)
    worker.send(queuedTask.task)
    slot.timer = setTimeout(() => {
      slot.isTimedOut = true
      worker.kill()
    }, taskTimeoutInMs).unref()
  }

  function awaitTask(slot: Slot): void {
    clearTimeout(slot.timer)
    slot.worker?.keepAlive(false)
    const timeoutInMs = slot.takesPhotos ? options.idleTimeoutInMs : options.selfieIdleTimeoutInMs
    slot.timer = setTimeout(() => retire(slot), timeoutInMs).unref()
  }

  /** Asks the worker of a slot to exit after its current task. The next task gets another one. */
  function retire(slot: Slot): void {
    const { worker } = slot
    if (!worker) return
    clearTimeout(slot.timer)
    slot.worker = null
    worker.keepAlive(isClosed)
    worker.send({ kind: 'leave' })
    const timer = setTimeout(() => worker.kill(), stopTimeoutInMs).unref()
    leaving.set(
      worker,
      worker.exited.then(() => {
        clearTimeout(timer)
        leaving.delete(worker)
      }),
    )
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
      if (isClosed) return
      for (const slot of slots) {
        if (slot.takesPhotos) continue
        const worker = slot.worker ?? startSlotWorker(slot)
        worker.send({ kind: 'open', model })
        if (!slot.current) awaitTask(slot)
      }
    },
    async close() {
      isClosed = true
      const error = new Error('The vision workers are closed')
      for (const queue of [selfies, previews, photos, background])
        for (const queuedTask of queue.splice(0)) queuedTask.reject(error)
      for (const slot of slots) {
        clearSlot(slot)?.reject(error)
        retire(slot)
      }
      for (const worker of leaving.keys()) worker.keepAlive(true)
      await Promise.all(leaving.values())
    },
  }
}
