import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { buildPath, type Call } from '../../contract/call.ts'
import { addCartItem, checkOut, createCart, setCartCustomer } from '../../contract/cart.ts'
import { createSearchToken } from '../../contract/competitors.ts'
import { startWatch } from '../support/data/figures.ts'
import { copyTestDatabase } from '../support/server/database.ts'
import { openForwarder } from '../support/server/forwarder.ts'

/** Commerce server in a separate process, and buyers who check out continuously and record every answer. */
export interface Rig {
  readonly dataDir: string
  /** Every acknowledged checkout: cart and order. */
  readonly journal: readonly { cartId: string; orderId: string }[]
  /** Number of retries after no answer or a failure. */
  readonly unanswered: number
  /** Number of unexpected exits of the server. */
  readonly exits: number
  /** Resolves after `count` more acknowledged orders. */
  acks(count: number): Promise<void>
  killServer(): Promise<void>
  /** Restarts it. @returns milliseconds until it listened */
  startServer(): Promise<number>
  /** Lets the buyers finish their current step, then stops the server. */
  close(): Promise<void>
  /** Releases its port and deletes the data. */
  forget(): Promise<void>
}

const buyersCount = 6
const answerWithinInMs = 20_000
const pauseInMs = 100

interface Wares {
  port: number
  eventId: string
  productId: string
  photoId: string
}

/** @param databaseUrl absent: the embedded database */
export async function openRig(databaseUrl?: string): Promise<Rig> {
  const dataDir = mkdtempSync(join(tmpdir(), 'photofinish-rig-'))
  if (databaseUrl === undefined) await copyTestDatabase(dataDir)
  const forwarder = await openForwarder()
  const url = `http://127.0.0.1:${forwarder.port}`
  const journal: { cartId: string; orderId: string }[] = []
  const counts = { unanswered: 0, exits: 0, isClosing: false }
  const waiting: { left: number; resolve: () => void }[] = []
  let server: ChildProcess | undefined
  let isExpected = false
  let fail = (_reason: Error) => {}
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  failed.catch(() => undefined)

  const startServer = async () => {
    const elapsedInMs = startWatch()
    isExpected = false
    const started = spawn(
      process.execPath,
      ['--import', 'tsx', fileURLToPath(new URL('till-server.ts', import.meta.url))],
      {
        env: {
          ...process.env,
          PORT: '0',
          PUBLIC_URL: url,
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl ?? '',
          DEMO: '0',
          SANDBOX_BANK: '1',
          SECRET_KEY: 'k'.repeat(40),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    server = started
    started.on('exit', (code) => {
      if (isExpected) return
      counts.exits += 1
      fail(new Error(`The server ended by itself with ${code}`))
    })
    for await (const line of createInterface({ input: started.stdout })) {
      started.stdout.resume()
      wares = JSON.parse(line) as Wares
      forwarder.forwardTo(wares.port)
      return elapsedInMs()
    }
    throw new Error('The server ended before it listened')
  }
  const killServer = async () => {
    isExpected = true
    forwarder.forwardTo(undefined)
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }

  /** Retries until there is an answer other than a failure of the service. */
  const ask = async (
    call: Call,
    params: Record<string, string>,
    body: unknown,
    more: Record<string, string> = {},
  ) => {
    const headers = { 'content-type': 'application/json', ...more }
    for (;;) {
      try {
        const response = await fetch(`${url}${buildPath(call, params)}`, {
          method: call.method,
          headers,
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(answerWithinInMs),
        })
        const text = await response.text()
        if (response.status < 500) return { status: response.status, text }
      } catch {
        // no answer: the outcome is unknown
      }
      counts.unanswered += 1
      await new Promise((resolve) => setTimeout(resolve, pauseInMs))
    }
  }

  let wares: Wares | undefined
  await startServer()
  const { eventId, productId, photoId } = wares as unknown as Wares
  const { token } = JSON.parse((await ask(createSearchToken, { eventId }, {})).text) as { token: string }

  const buy = async () => {
    const cartId = randomUUID()
    const params = { shoppingCartId: cartId }
    const own = { 'idempotency-key': cartId, authorization: `Bearer ${token}` }
    const expect = (answer: { status: number; text: string }, ...statuses: number[]) => {
      if (!statuses.includes(answer.status)) throw new Error(`${answer.status} ${answer.text}`)
    }
    expect(await ask(createCart, {}, { shoppingCartId: cartId }, own), 201)
    // 409: a request whose answer was lost has already added the item
    expect(await ask(addCartItem, params, { productId, photoId }, own), 204, 409)
    expect(await ask(setCartCustomer, params, { email: 'anna.s@mail.example' }), 204)
    const answer = await ask(checkOut, params, {}, own)
    expect(answer, 200)
    const { orderId } = JSON.parse(answer.text) as { orderId: string }
    journal.push({ cartId, orderId })
    for (const one of waiting) if (--one.left === 0) one.resolve()
  }
  const buyers = Array.from({ length: buyersCount }, async () => {
    while (!counts.isClosing) await buy()
  })
  // an unexpected status fails the test
  const refused = Promise.all(buyers).then(() => undefined)
  refused.catch(() => undefined)

  return {
    dataDir,
    journal,
    get unanswered() {
      return counts.unanswered
    },
    get exits() {
      return counts.exits
    },
    acks: (count) =>
      Promise.race([
        new Promise<void>((resolve) => {
          waiting.push({ left: count, resolve })
        }),
        refused,
        failed,
      ]),
    killServer,
    startServer,
    close: async () => {
      counts.isClosing = true
      await Promise.race([refused, failed])
      await killServer()
    },
    forget: async () => {
      await forwarder.close()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
