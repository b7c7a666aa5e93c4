import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TaskReport, TaskResult, WorkerMessage } from './messages.ts'
import { defaultFaceModel } from './models/cards.ts'
import { createPool, type PoolOptions, WorkerEnded } from './pool.ts'
import type { StartVisionProcess } from './vision-process.ts'

const idleTimeoutInMs = 120_000
const selfieIdleTimeoutInMs = 600_000
const taskTimeoutInMs = 60_000
const megabyteInBytes = 1024 ** 2
const selfie = { kind: 'selfie', bytes: new Uint8Array(), model: { model: defaultFaceModel } } as const
const hash = { kind: 'hash', bytes: new Uint8Array() } as const

/** Creates processes that do nothing: the test reports and ends for them. */
function createFakeProcesses() {
  const processes: {
    messages: WorkerMessage['kind'][]
    isKept: boolean
    isKilled: boolean
    report: (report?: Partial<TaskReport>) => void
    exit: (reason: string) => void
  }[] = []
  const start: StartVisionProcess = (onReport) => {
    let exit: (reason: string) => void = () => undefined
    const exited = new Promise<string>((resolve) => {
      exit = resolve
    })
    const fake: (typeof processes)[number] = {
      messages: [],
      isKept: false,
      isKilled: false,
      report: (report) => onReport({ result: { kind: 'hash', hash: 'x' }, memoryInBytes: 0, ...report }),
      exit,
    }
    processes.push(fake)
    return {
      send: ({ kind }) => void fake.messages.push(kind),
      keepAlive: (isNeeded) => {
        fake.isKept = isNeeded
      },
      kill: () => {
        fake.isKilled = true
        exit('signal SIGKILL')
      },
      exited,
    }
  }
  return { processes, start }
}

function openPool(options: Partial<PoolOptions> = {}) {
  const { processes, start } = createFakeProcesses()
  const maxMemoryInBytes = 400 * megabyteInBytes
  const limits = { taskTimeoutInMs, idleTimeoutInMs, selfieIdleTimeoutInMs, maxMemoryInBytes }
  const pool = createPool({ start, photoWorkers: 1, selfieWorkers: 0, ...limits, ...options })
  return { pool, processes }
}

const listMessages = (processes: ReturnType<typeof openPool>['processes']) =>
  processes.map(({ messages }) => messages)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a worker', () => {
  test('starts with the first task, and ends when it had none for a while', async () => {
    const { pool, processes } = openPool()
    vi.advanceTimersByTime(idleTimeoutInMs)
    expect(processes).toEqual([])
    const first = pool.run(hash)
    expect(processes[0]?.isKept).toBe(true)
    processes[0]?.report()
    expect(await first).toEqual({ kind: 'hash', hash: 'x' })
    expect(processes[0]?.isKept).toBe(false)
    vi.advanceTimersByTime(idleTimeoutInMs - 1)
    expect(listMessages(processes)).toEqual([['hash']])
    vi.advanceTimersByTime(1)
    expect(listMessages(processes)).toEqual([['hash', 'leave']])
    void pool.run(hash)
    expect(listMessages(processes)).toEqual([['hash', 'leave'], ['hash']])
  })

  test('does not end during a task, however long it had none before', async () => {
    const { pool, processes } = openPool({ taskTimeoutInMs: 10 * idleTimeoutInMs })
    void pool.run(hash)
    processes[0]?.report()
    vi.advanceTimersByTime(idleTimeoutInMs - 1)
    void pool.run(hash)
    vi.advanceTimersByTime(2 * idleTimeoutInMs)
    expect(listMessages(processes)).toEqual([['hash', 'hash']])
  })

  test('is replaced for the next task when it holds too much memory after one', async () => {
    const { pool, processes } = openPool()
    const results = [1, 2, 3].map(() => pool.run(hash))
    processes[0]?.report({ memoryInBytes: 400 * megabyteInBytes })
    processes[0]?.report({ memoryInBytes: 401 * megabyteInBytes })
    expect(listMessages(processes)).toEqual([['hash', 'hash', 'leave'], ['hash']])
    processes[1]?.report()
    expect(await Promise.all(results)).toHaveLength(3)
  })

  test('is killed when a task takes too long, and the next task gets another', async () => {
    const { pool, processes } = openPool()
    const [first, second] = [pool.run(hash), pool.run(hash)]
    vi.advanceTimersByTime(taskTimeoutInMs)
    await expect(first).rejects.toThrow('A vision worker ended with signal SIGKILL')
    expect(listMessages(processes)).toEqual([['hash'], ['hash']])
    processes[1]?.report()
    expect(await second).toMatchObject({ kind: 'hash' } satisfies Partial<TaskResult>)
  })

  test('that dies is replaced, and the next one gets its task before those that wait', async () => {
    const { pool, processes } = openPool()
    const [first, second] = [pool.run(hash), pool.run({ ...hash, kind: 'shrink' })]
    processes[0]?.exit('signal SIGKILL')
    await vi.waitFor(() => expect(listMessages(processes)).toEqual([['hash'], ['hash']]))
    processes[1]?.report()
    expect(await first).toEqual({ kind: 'hash', hash: 'x' })
    processes[1]?.report({ result: { kind: 'hash', hash: 'y' } })
    expect(await second).toEqual({ kind: 'hash', hash: 'y' })
  })

  test('that dies with a task that another died with rejects it, and the next task runs', async () => {
    const { pool, processes } = openPool()
    const [first, second] = [pool.run(hash), pool.run(hash)]
    const failed = expect(first).rejects.toThrow(new WorkerEnded('A vision worker ended with code 134'))
    for (const at of [0, 1]) {
      await vi.waitFor(() => expect(processes).toHaveLength(at + 1))
      processes[at]?.exit('code 134')
    }
    await failed
    await vi.waitFor(() => expect(processes).toHaveLength(3))
    processes[2]?.report()
    expect(await second).toEqual({ kind: 'hash', hash: 'x' })
  })

  test('that dies without a task is replaced for the next one', async () => {
    const { pool, processes } = openPool()
    void pool.run(hash)
    processes[0]?.report()
    processes[0]?.exit('signal SIGKILL')
    await Promise.resolve()
    const second = pool.run(hash)
    processes[1]?.report()
    expect(await second).toEqual({ kind: 'hash', hash: 'x' })
  })

  test('that does not leave in time is killed', () => {
    const { pool, processes } = openPool()
    void pool.run(hash)
    processes[0]?.report()
    vi.advanceTimersByTime(idleTimeoutInMs + 10_000)
    expect(processes[0]?.isKilled).toBe(true)
  })
})

describe('a warm-up', () => {
  test('starts the workers of selfies with the model, and prolongs the life of those that run', () => {
    const { pool, processes } = openPool({ selfieWorkers: 1 })
    pool.warmUp(selfie.model)
    expect(listMessages(processes)).toEqual([['open']])
    expect(processes[0]?.isKept).toBe(false)
    vi.advanceTimersByTime(selfieIdleTimeoutInMs - 1)
    pool.warmUp(selfie.model)
    vi.advanceTimersByTime(selfieIdleTimeoutInMs - 1)
    void pool.run(selfie)
    expect(listMessages(processes)).toEqual([['open', 'open', 'selfie']])
    processes[0]?.report()
    vi.advanceTimersByTime(selfieIdleTimeoutInMs)
    expect(processes[0]?.messages.at(-1)).toBe('leave')
  })

  test('does not end a selfie that is running', () => {
    const { pool, processes } = openPool({ selfieWorkers: 1, taskTimeoutInMs: 10 * selfieIdleTimeoutInMs })
    void pool.run(selfie)
    pool.warmUp(selfie.model)
    vi.advanceTimersByTime(2 * selfieIdleTimeoutInMs)
    expect(listMessages(processes)).toEqual([['selfie', 'open']])
  })
})

test('closing rejects what waits and what runs, and waits until the workers have ended', async () => {
  const { pool, processes } = openPool()
  const outcomes = Promise.allSettled([pool.run(hash), pool.run(hash)])
  let isClosed = false
  const closing = pool.close().then(() => {
    isClosed = true
  })
  for (const { status } of await outcomes) expect(status).toBe('rejected')
  expect(listMessages(processes)).toEqual([['hash', 'leave']])
  expect([processes[0]?.isKept, isClosed]).toEqual([true, false])
  processes[0]?.exit('code 0')
  await closing
  await expect(pool.run(hash)).rejects.toThrow('closed')
})
