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
import { startStopwatch } from '../support/data/figures.ts'
import { openForwarder } from '../support/processes/forwarder.ts'
import { createBuyerAddress } from '../support/server/api-calls.ts'
import { copyTestDatabase } from '../support/server/database.ts'

/** Commerce server in a separate process, and buyers who check out continuously and record every answer. */
export interface LoadTest {
  readonly dataDir: string
  /** Every acknowledged checkout: cart and order. */
  readonly acknowledgedOrders: readonly { cartId: string; orderId: string }[]
  /** Number of retries after no answer or a failure. */
  readonly retryCount: number
  /** Number of unexpected exits of the server. */
  readonly exitCount: number
  /** Resolves after `count` more acknowledged orders. */
  waitForOrders(count: number): Promise<void>
  killServer(): Promise<void>
  /** Restarts it. @returns milliseconds until it listened */
  startServer(): Promise<number>
  /** Lets the buyers finish their current step, then stops the server. */
  close(): Promise<void>
  /** Releases its port and deletes the data. */
  deleteData(): Promise<void>
}

const buyerCount = 6
const answerTimeoutInMs = 20_000
const pauseInMs = 100

interface ServerOutput {
  port: number
  eventId: string
  productId: string
  photoId: string
}

/** @param databaseUrl absent: the embedded database */
export async function openLoadTest(databaseUrl?: string): Promise<LoadTest> {
  const dataDir = mkdtempSync(join(tmpdir(), 'photofinish-rig-'))
  if (databaseUrl === undefined) await copyTestDatabase(dataDir)
  const forwarder = await openForwarder()
  const url = `http://127.0.0.1:${forwarder.port}`
  const acknowledgedOrders: { cartId: string; orderId: string }[] = []
  const counts = { retryCount: 0, exitCount: 0, isClosing: false }
  const waiters: { left: number; resolve: () => void }[] = []
  let server: ChildProcess | undefined
  let isExpected = false
  let rejectFailed = (_reason: Error) => {}
  const failed = new Promise<never>((_resolve, reject) => {
    rejectFailed = reject
  })
  failed.catch(() => undefined)

  const startServer = async () => {
    const elapsedInMs = startStopwatch()
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
          TRUST_PROXY: '1',
          SECRET_KEY: 'k'.repeat(40),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    server = started
    started.on('exit', (code) => {
      if (isExpected) return
      counts.exitCount += 1
      rejectFailed(new Error(`The server ended by itself with ${code}`))
    })
    for await (const line of createInterface({ input: started.stdout })) {
      started.stdout.resume()
      serverOutput = JSON.parse(line) as ServerOutput
      forwarder.forwardTo(serverOutput.port)
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
  const sendUntilAnswered = async (
    call: Call,
    params: Record<string, string>,
    body: unknown,
    more: Record<string, string> = {},
  ) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': createBuyerAddress(), ...more }
    for (;;) {
      try {
        const response = await fetch(`${url}${buildPath(call, params)}`, {
          method: call.method,
          headers,
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(answerTimeoutInMs),
        })
        const text = await response.text()
        if (response.status < 500) return { status: response.status, text }
      } catch {
        // no answer: the outcome is unknown
      }
      counts.retryCount += 1
      await new Promise((resolve) => setTimeout(resolve, pauseInMs))
    }
  }

  let serverOutput: ServerOutput | undefined
  await startServer()
  const { eventId, productId, photoId } = serverOutput as unknown as ServerOutput
  const { token } = JSON.parse((await sendUntilAnswered(createSearchToken, { eventId }, {})).text) as {
    token: string
  }

  const buyOnce = async () => {
    const cartId = randomUUID()
    const params = { shoppingCartId: cartId }
    const orderHeaders = { 'idempotency-key': cartId, authorization: `Bearer ${token}` }
    const expectStatus = (answer: { status: number; text: string }, ...statuses: number[]) => {
      if (!statuses.includes(answer.status)) throw new Error(`${answer.status} ${answer.text}`)
    }
    expectStatus(await sendUntilAnswered(createCart, {}, { shoppingCartId: cartId }, orderHeaders), 201)
    // 409: a request whose answer was lost has already added the item
    expectStatus(await sendUntilAnswered(addCartItem, params, { productId, photoId }, orderHeaders), 204, 409)
    expectStatus(await sendUntilAnswered(setCartCustomer, params, { email: 'anna.s@mail.example' }), 204)
    const answer = await sendUntilAnswered(checkOut, params, {}, orderHeaders)
    expectStatus(answer, 200)
    const { orderId } = JSON.parse(answer.text) as { orderId: string }
    acknowledgedOrders.push({ cartId, orderId })
    for (const one of waiters) if (--one.left === 0) one.resolve()
  }
  const buyers = Array.from({ length: buyerCount }, async () => {
    while (!counts.isClosing) await buyOnce()
  })
  // an unexpected status fails the test
  const refused = Promise.all(buyers).then(() => undefined)
  refused.catch(() => undefined)

  return {
    dataDir,
    acknowledgedOrders,
    get retryCount() {
      return counts.retryCount
    },
    get exitCount() {
      return counts.exitCount
    },
    waitForOrders: (count) =>
      Promise.race([
        new Promise<void>((resolve) => {
          waiters.push({ left: count, resolve })
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
    deleteData: async () => {
      await forwarder.close()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
