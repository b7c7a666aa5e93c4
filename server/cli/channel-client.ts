import { type IncomingMessage, request } from 'node:http'
import * as z from 'zod/mini'
import { ChannelMessage } from './channel-messages.ts'
import type { Report, Result } from './command.ts'
import { CommandFailure, UsageError } from './failures.ts'

/** Address of the process that holds the database. */
export interface ChannelAddress {
  readonly adminPort: number
  readonly adminToken: string
}

/** Thrown when no process accepts commands at this address any more. */
export class ChannelUnavailable extends Error {
  override readonly name = 'ChannelGone'
}

/**
 * Runs a command in the process that holds the database, and forwards its progress.
 *
 * @param signal stops the command; its result is still returned
 * @throws ChannelGone when no process listens, CommandFailure and UsageError as the command itself would
 */
export async function runRemotely(
  address: ChannelAddress,
  argv: readonly string[],
  cwd: string,
  report: Report,
  signal: AbortSignal,
): Promise<Result> {
  const response = await send(address, 'POST', '/commands', JSON.stringify({ argv, cwd })).catch(
    (error: unknown) => {
      throw new ChannelUnavailable('No server takes commands', { cause: error })
    },
  )
  if (response.statusCode !== 200) throw new ChannelUnavailable(`The server answered ${response.statusCode}`)
  const finished = new AbortController()
  try {
    return await readResult(address, response, report, signal, finished.signal)
  } finally {
    finished.abort()
  }
}

async function readResult(
  address: ChannelAddress,
  response: IncomingMessage,
  report: Report,
  signal: AbortSignal,
  finished: AbortSignal,
): Promise<Result> {
  for await (const message of listMessages(response)) {
    switch (message.kind) {
      case 'begun':
        onAbort(signal, finished, () => void stopCommand(address, message.id))
        break
      case 'note':
        report.note(message.text)
        break
      case 'progress':
        report.progress(message.progress)
        break
      case 'ended':
        return message.result
      case 'failed':
        throw message.isUsage ? new UsageError(message.message) : new CommandFailure(message.message)
    }
  }
  throw new CommandFailure('The server went away before the command ended; repeat it to go on')
}

/** Ends instead of throwing when the connection breaks. */
async function* listMessages(response: IncomingMessage): AsyncGenerator<ChannelMessage> {
  let incompleteLine = ''
  try {
    for await (const part of response.setEncoding('utf8')) {
      const lines = (incompleteLine + String(part)).split('\n')
      incompleteLine = lines.pop() ?? ''
      for (const line of lines) yield z.parse(ChannelMessage, JSON.parse(line))
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ECONNRESET')) throw error
  }
}

function onAbort(signal: AbortSignal, finished: AbortSignal, listener: () => void): void {
  if (signal.aborted) listener()
  else signal.addEventListener('abort', listener, { once: true, signal: finished })
}

async function stopCommand(address: ChannelAddress, id: string): Promise<void> {
  const response = await send(address, 'DELETE', `/commands/${id}`).catch(() => undefined)
  response?.resume()
}

function send(
  { adminPort, adminToken }: ChannelAddress,
  method: string,
  path: string,
  body?: string,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' }
    const clientRequest = request({ host: '127.0.0.1', port: adminPort, method, path, headers }, resolve)
    clientRequest.on('error', reject)
    clientRequest.end(body)
  })
}
