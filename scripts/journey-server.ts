import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Controls a server with the data of the journeys, in a separate process. */
export interface JourneyServer {
  readonly url: string
  /** The half marathon with all photos of Andrei, start number 128. */
  readonly eventId: string
  readonly dataDir: string
  /** Stops the server and removes its data. */
  close(): Promise<void>
}

/**
 * Starts the built server with the data of the journeys. It ends with this process.
 *
 * @param name of its log in test-results
 * @param settings environment variables
 * @throws Error when it ends before it is ready
 */
export async function openJourneyServer(
  name: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<JourneyServer> {
  const server = spawn('node_modules/.bin/tsx', ['tests/support/processes/journey-server.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // in production it does not share a processor with the browser
    env: { ...process.env, ...settings, WORLD: name, SERVER_NICENESS: '10' },
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill('SIGTERM'))
  return {
    ...(await readData(server, name)),
    close: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    },
  }
}

/** Returns the data that the server prints once it is ready. */
async function readData({ stdout }: ChildProcess, name: string): Promise<Omit<JourneyServer, 'close'>> {
  if (!stdout) throw new Error('the server has no output')
  for await (const line of createInterface({ input: stdout })) {
    const [, data] = /^journeys start at (\{.*\})$/.exec(line) ?? []
    if (data === undefined) continue
    stdout.resume()
    return JSON.parse(data) as JourneyServer
  }
  throw new Error(`the server ended before it was ready; see test-results/journeys-server-${name}.log`)
}
