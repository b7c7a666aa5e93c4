import type { ChildProcess } from 'node:child_process'
import { startChildProcess } from '../../platform/child-process.ts'
import type { TaskReport, WorkerMessage } from './messages.ts'
import type { ModelFiles } from './models.ts'

/** A process that handles messages one after the other, and reports each task. */
export interface VisionProcess {
  send(message: WorkerMessage): void
  /** Sets whether this process stays alive for it. Default: not. */
  keepAlive(isNeeded: boolean): void
  /** Ends it at once, also in the middle of a task. */
  kill(): void
  /** Resolves with the reason when it has ended, or could not be started. */
  readonly exited: Promise<string>
}

export type StartVisionProcess = (onReport: (report: TaskReport) => void) => VisionProcess

/** A worker collects garbage after each task: pixels are outside of the heap, whose growth alone would be late to do so. */
const nodeFlags = ['--expose-gc', '--max-semi-space-size=4']

/**
 * Settings of glibc's allocator, which others ignore. An arena keeps what its threads have freed: the networks run in the main
 * thread and sharp in threads of libuv, so a second arena kept the largest buffers of sharp beside the largest tensors. They work
 * in turns and hardly wait for each other. Blocks of 4 MB and more, i.e. the largest tensors, return to the system when they are
 * freed. By default glibc raises that limit to 32 MB, and keeps twice as much. A limit of 1 MB would save another 30 MB, but take
 * a fifth more processor time to map and clear tensors.
 */
const allocatorSettings = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(4 * 1024 ** 2),
  MALLOC_TRIM_THRESHOLD_: String(8 * 1024 ** 2),
}

/** Returns a process that has ended. A start that throws would lose its task, or end the server. */
const createUnstartedProcess = (reason: string): VisionProcess => ({
  send: () => undefined,
  keepAlive: () => undefined,
  kill: () => undefined,
  exited: Promise.resolve(reason),
})

/** Returns the function that starts processes with the networks of these files. */
export function createProcessStarter(models: ModelFiles): StartVisionProcess {
  return (onReport) => {
    let child: ChildProcess
    try {
      child = startChildProcess(import.meta.url, './vision.worker', [JSON.stringify(models)], {
        nodeFlags,
        env: allocatorSettings,
      })
    } catch (error) {
      return createUnstartedProcess(String(error))
    }
    child.on('message', (report) => onReport(report as TaskReport))
    const exited = new Promise<string>((resolve) => {
      // comes after the last report, unlike `exit`
      child.on('close', (code, signal) => resolve(signal ? `signal ${signal}` : `code ${code}`))
      child.on('error', (error) => resolve(error.message))
    })
    const keepAlive = (isNeeded: boolean) => {
      for (const handle of [child, child.channel])
        if (isNeeded) handle?.ref()
        else handle?.unref()
    }
    keepAlive(false)
    return {
      // a message to a process that is ending is lost; `exited` tells
      send: (message) => {
        if (child.connected) child.send(message, () => undefined)
      },
      keepAlive,
      kill: () => {
        child.kill('SIGKILL')
      },
      exited,
    }
  }
}
