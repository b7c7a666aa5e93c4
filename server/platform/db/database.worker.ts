import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import type { CloneableMessage, DatabaseReply, DatabaseRequest } from './database-messages.ts'
import { type ServerMessage, shareSession } from './shared-session.ts'

/** A database that cannot be opened ends the thread with its error. */
const session = shareSession(await PGlite.create((workerData as { folder: string }).folder))

async function answer(request: Exclude<DatabaseRequest, { kind: 'leave' }>): Promise<void> {
  const { id } = request
  try {
    if (request.kind === 'close') await session.close()
    const messages = request.kind === 'close' ? [] : await session.execute(request.client, request.messages)
    send({ kind: 'done', id, messages: messages.map(toCloneable) })
  } catch (error) {
    send({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) })
  }
  if (request.kind === 'close') parentPort?.close()
}

const toCloneable = (message: ServerMessage): CloneableMessage =>
  message instanceof Error
    ? {
        error: {
          ...Object.fromEntries(Object.entries(message)),
          message: message.message,
          length: message.length,
        },
      }
    : message

const send = (reply: DatabaseReply) => parentPort?.postMessage(reply)

parentPort?.on('message', (request: DatabaseRequest) => {
  if (request.kind === 'leave') session.leave(request.client)
  else void answer(request)
})
send({ kind: 'open' })
