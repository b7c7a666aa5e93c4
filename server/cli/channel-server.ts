import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import type { Lock } from '../platform/db/lock/lock.ts'
import { newId } from '../platform/ids.ts'
import type { Logger } from '../platform/log.ts'
import { type ChannelMessage, ChannelRequest } from './channel-messages.ts'
import type { CommandDependencies, Report } from './command.ts'
import { describeFailure, isExpectedFailure, UsageError } from './failures.ts'
import { runCommand } from './run.ts'

const maxRequestSizeInBytes = 256 * 1024

/** Accepts commands until it is closed. */
export interface Channel {
  /**
   * Stops accepting commands and waits for the running ones.
   *
   * @param signal aborts them; if absent, they are aborted at once
   */
  close(signal?: AbortSignal): Promise<void>
}

/**
 * Accepts commands of the command line in the process that has the embedded database open. Serves HTTP on a random port of
 * 127.0.0.1. The bearer token is in the lock file, which only its owner can read.
 */
export async function openChannel(
  dependencies: CommandDependencies,
  lock: Lock,
  log: Logger,
): Promise<Channel> {
  const token = randomBytes(32).toString('hex')
  const running = new Map<string, { stop: AbortController; ended: Promise<void> }>()

  const server = createServer((request, response) => {
    handleRequest(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'a command could not be taken')
      response.destroy()
    })
  })

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isBearer(request, token)) return void response.writeHead(401).end()
    const [, folder, id] = (request.url ?? '').split('/')
    if (folder === 'commands' && request.method === 'DELETE' && id !== undefined) {
      running.get(id)?.stop.abort()
      return void response.writeHead(204).end()
    }
    if (folder !== 'commands' || request.method !== 'POST') return void response.writeHead(404).end()
    const command = await readRequest(request)
    if (!command) return void response.writeHead(400).end()
    await serveCommand(command, response)
  }

  async function serveCommand(
    command: z.infer<typeof ChannelRequest>,
    response: ServerResponse,
  ): Promise<void> {
    const id = newId()
    const stop = new AbortController()
    // A closed connection cancels the command.
    response.on('close', () => stop.abort())
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    const send = (message: ChannelMessage) => {
      if (!response.destroyed) response.write(`${JSON.stringify(message)}\n`)
    }
    const ended = executeCommand(dependencies, command, send, stop.signal, log)
    running.set(id, { stop, ended })
    send({ kind: 'begun', id })
    await ended
    running.delete(id)
    response.end()
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The command channel has no port')
  lock.publishAdminEndpoint({ adminPort: address.port, adminToken: token })

  return {
    close: async (signal) => {
      const closed = new Promise((resolve) => server.close(resolve))
      const stopAll = () => {
        for (const { stop } of running.values()) stop.abort()
      }
      if (!signal || signal.aborted) stopAll()
      else signal.addEventListener('abort', stopAll, { once: true })
      await Promise.all([...running.values()].map(({ ended }) => ended))
      server.closeIdleConnections()
      await closed
    },
  }
}

async function executeCommand(
  dependencies: CommandDependencies,
  command: z.infer<typeof ChannelRequest>,
  send: (message: ChannelMessage) => void,
  signal: AbortSignal,
  log: Logger,
): Promise<void> {
  try {
    const report: Report = {
      note: (text) => send({ kind: 'note', text }),
      progress: (progress) => send({ kind: 'progress', progress }),
    }
    const result = await runCommand(dependencies, command.argv, command.cwd, report, signal)
    send({ kind: 'ended', result: { ...result, lines: [...result.lines] } })
  } catch (error) {
    if (!isExpectedFailure(error)) log.error({ err: error }, 'a command failed')
    send({ kind: 'failed', message: describeFailure(error), isUsage: error instanceof UsageError })
  }
}

async function readRequest(request: IncomingMessage) {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    const bytes = part as Buffer
    size += bytes.length
    if (size > maxRequestSizeInBytes) return undefined
    parts.push(bytes)
  }
  try {
    return z.parse(ChannelRequest, JSON.parse(Buffer.concat(parts).toString()))
  } catch {
    return undefined
  }
}

function isBearer(request: IncomingMessage, token: string): boolean {
  const expected = Buffer.from(`Bearer ${token}`)
  const actual = Buffer.from(request.headers.authorization ?? '')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
