import { DependencyUnavailable } from '../unavailable.ts'
import { startWorker } from '../worker.ts'
import type { DatabaseReply, DatabaseRequest } from './database-messages.ts'
import type { SharedSession } from './shared-session.ts'

type Answer = Exclude<DatabaseReply, { kind: 'open' | 'failed' }>

interface PendingRequest {
  readonly resolve: (reply: Answer) => void
  readonly reject: (error: Error) => void
}

/**
 * Opens the embedded database of a folder in a separate thread. A statement takes a millisecond or more: in the thread of the
 * server it would keep calls from being accepted, and from being refused. An idle database does not keep the process alive.
 *
 * @returns its session. Requests reject with `DependencyUnavailable` when the thread has ended.
 * @throws Error when the folder cannot be opened
 */
export async function openInThread(folder: string): Promise<SharedSession> {
  const worker = startWorker(import.meta.url, './database.worker', { workerData: { folder } })
  const pending = new Map<number, PendingRequest>()
  let nextId = 0
  let end: Error | undefined
  const post = (request: DatabaseRequest, transfer: ArrayBuffer[] = []) =>
    worker.postMessage(request, transfer)
  const request = (toRequest: (id: number) => DatabaseRequest, transfer?: ArrayBuffer[]) =>
    new Promise<Answer>((resolve, reject) => {
      if (end) return reject(end)
      const id = nextId++
      if (pending.size === 0) worker.ref()
      pending.set(id, { resolve, reject })
      post(toRequest(id), transfer)
    })
  const handleReply = (reply: Exclude<DatabaseReply, { kind: 'open' }>) => {
    const { resolve, reject } = pending.get(reply.id) ?? {}
    pending.delete(reply.id)
    if (pending.size === 0) worker.unref()
    if (reply.kind === 'failed') reject?.(new DependencyUnavailable(reply.reason))
    else resolve?.(reply)
  }
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => {
      end ??= new DependencyUnavailable('The embedded database has ended', { cause: error })
      reject(error)
      for (const each of pending.values()) each.reject(end)
      pending.clear()
    }
    worker.on('message', (reply: DatabaseReply) => {
      if (reply.kind === 'open') resolve()
      else handleReply(reply)
    })
    worker.on('error', fail)
    worker.on('exit', (code) =>
      fail(new Error(`The thread of the embedded database ended with code ${code}`)),
    )
  })
  worker.unref()
  return {
    execute: async (client, messages) => {
      const reply = await request((id) => ({ kind: 'execute', id, client, messages }), [messages.buffer])
      return reply.kind === 'executed' ? reply.answers : new Uint8Array()
    },
    leave: (client) => post({ kind: 'leave', client }),
    close: async () => void (await request((id) => ({ kind: 'close', id }))),
  }
}
