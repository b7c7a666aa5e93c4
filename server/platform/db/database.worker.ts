import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import type { DatabaseReply, DatabaseRequest } from './database-messages.ts'
import { shareSession, startParams } from './shared-session.ts'

/** A database that cannot be opened ends the thread with its error. */
const session = shareSession(
  await PGlite.create({ dataDir: (workerData as { folder: string }).folder, startParams }),
)

async function answer(request: DatabaseRequest): Promise<void> {
  if (request.kind === 'leave') return session.leave(request.client)
  const { id } = request
  try {
    if (request.kind === 'execute') {
      const answers = await session.execute(request.client, request.messages)
      // transfers the memory of the answers, which nothing else uses
      parentPort?.postMessage({ kind: 'executed', id, answers } satisfies DatabaseReply, [
        answers.buffer as ArrayBuffer,
      ])
    } else {
      await session.close()
      send({ kind: 'closed', id })
      parentPort?.close()
    }
  } catch (error) {
    send({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) })
  }
}

const send = (reply: DatabaseReply) => parentPort?.postMessage(reply)

parentPort?.on('message', (request: DatabaseRequest) => void answer(request))
send({ kind: 'open' })
