import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/**
 * Reads the log of a server until it serves requests and accepts commands. Needs stdout as a pipe and `LOG_LEVEL=info`.
 * Later output is discarded.
 *
 * @returns its port, which the system chooses for `PORT=0`
 * @throws Error with the exit code when the server ends before, and with its stderr when that is a pipe
 */
export async function waitUntilReady(server: ChildProcess): Promise<number> {
  if (!server.stdout) throw new Error('stdout is not a pipe')
  const exited = once(server, 'exit')
  let errors = ''
  server.stderr?.on('data', (text) => {
    errors += text
  })
  for await (const line of createInterface({ input: server.stdout })) {
    const entry = line.startsWith('{') ? (JSON.parse(line) as { msg?: string; port?: number }) : {}
    if (entry.msg !== 'server ready' || entry.port === undefined) continue
    server.stdout.resume()
    return entry.port
  }
  const [code, signal] = await exited
  throw new Error(`The server ended with ${code ?? signal} before it was ready. ${errors}`)
}
