import { randomUUID } from 'node:crypto'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buildPath, type Call } from '../../../contract/call.ts'
import { addCartItem, createCart, getCart } from '../../../contract/cart.ts'
import { listProducts } from '../../../contract/catalog.ts'
import { createSearchToken } from '../../../contract/competitors.ts'
import { getEvent, listEvents } from '../../../contract/events.ts'
import { listPhotos } from '../../../contract/photos.ts'
import { createRandom } from '../../faults/random.ts'
import { runnersCount } from './fill-race.ts'
import type { PeakServers } from './servers.ts'

export interface HttpCall {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Receives the headers of a success. */
  readonly onAnswer?: (headers: IncomingHttpHeaders) => void
}

interface Answer {
  /** 0: the connection was lost. */
  readonly status: number
  readonly hasRetryAfter: boolean
  /** Milliseconds from the moment at which the call was due until the answer was complete. */
  readonly inMs: number
  readonly body: Buffer
}

/** Connections of a reverse proxy, which keeps them open: twice as many as a process has calls in progress. */
const maxSockets = 256

const agent = new Agent({ keepAlive: true, maxSockets })

const random = createRandom(7)
const pickBelow = (limit: number) => Math.floor(random() * limit)
/** Returns a random address: limits by address are not measured. */
const createClientAddress = () => `10.${[0, 0, 0].map(() => pickBelow(250)).join('.')}`

/**
 * Sends a request.
 *
 * @param dueOn when it should have been sent, on the clock of `performance`: a client that is late must not hide a wait
 */
export function ask(url: string, call: HttpCall, dueOn = performance.now()): Promise<Answer> {
  const { method, path, headers, body, onAnswer } = call
  return new Promise((resolve) => {
    const fail = () =>
      resolve({ status: 0, hasRetryAfter: false, inMs: performance.now() - dueOn, body: Buffer.alloc(0) })
    const sent = request(
      `${url}${path}`,
      {
        method,
        agent,
        // as every browser sends
        headers: {
          'accept-encoding': 'gzip, deflate, br',
          'x-forwarded-for': createClientAddress(),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () => {
            const { statusCode: status = 0, headers: answerHeaders } = response
            if (status < 400) onAnswer?.(answerHeaders)
            const hasRetryAfter = answerHeaders['retry-after'] !== undefined
            resolve({ status, hasRetryAfter, inMs: performance.now() - dueOn, body: Buffer.concat(chunks) })
          })
          .on('error', fail)
      },
    )
    sent.on('error', fail).end(body)
  })
}

const json = { 'content-type': 'application/json' }

const post = (call: Call, params: Record<string, string>, body: unknown, headers = {}): HttpCall => ({
  method: 'POST',
  path: buildPath(call, params),
  headers: { ...json, ...headers },
  body: JSON.stringify(body),
})

const read = (call: Call, params: Record<string, string> = {}, query = '', headers = {}): HttpCall => ({
  method: 'GET',
  path: `${buildPath(call, params)}${query}`,
  headers,
})

/** Sends a call whose answer is needed. @throws Error when it is refused */
async function fetchJson(url: string, call: HttpCall): Promise<unknown> {
  const headers = { ...call.headers, 'accept-encoding': 'identity' }
  const { status, body } = await ask(url, { ...call, headers })
  if (status === 0 || status >= 400) throw new Error(`${call.path}: ${status} ${body.toString('utf8')}`)
  return body.length === 0 ? undefined : JSON.parse(body.toString('utf8'))
}

/**
 * Returns the thirty calls of a session, each as often as it occurs: 6 may be cached, 8 are polls, one session in five fills a
 * cart. Polls send the ETag of the last answer, as browsers do.
 */
export async function listCalls({ urls: [url = ''], race }: PeakServers): Promise<(() => HttpCall)[]> {
  const { eventId, catalogId, photoId } = race
  const eventToken = await fetchJson(url, post(createSearchToken, { eventId }, {}))
  const { token } = eventToken as { token: string }
  const bearer = { authorization: `Bearer ${token}` }
  const cartId = randomUUID()
  await fetchJson(url, post(createCart, {}, { shoppingCartId: cartId }))
  const { items } = (await fetchJson(url, read(listProducts, {}, `?catalogId=${catalogId}`))) as {
    items: { productId: string; productType: string }[]
  }
  const productId = items.find(({ productType }) => productType === 'photo')?.productId
  await fetchJson(url, post(addCartItem, { shoppingCartId: cartId }, { productId, photoId }, bearer))

  let etag: string | undefined
  const page = (offset: number) => read(listPhotos, {}, `?count=100&offset=${offset}`, bearer)
  const poll = (): HttpCall => {
    const call = page(0)
    const headers = { ...call.headers, ...(etag && { 'if-none-match': etag }) }
    return { ...call, headers, onAnswer: (answerHeaders) => (etag = answerHeaders.etag) }
  }
  const callMix: [count: number, ask: () => HttpCall][] = [
    [3, () => read(listEvents)],
    [2, () => read(getEvent, { eventId })],
    [1, () => read(listProducts, {}, `?catalogId=${catalogId}`)],
    [2, () => post(createSearchToken, { eventId }, { number: String(pickBelow(runnersCount) + 1) })],
    [8, poll],
    [12, () => page(pickBelow(19) * 100)],
    [1, () => read(getCart, { shoppingCartId: cartId })],
    [1, () => post(createCart, {}, { shoppingCartId: randomUUID() })],
  ]
  return callMix.flatMap(([count, each]) => Array.from({ length: count }, () => each))
}

/** Opens all connections. Node accepts one in each turn of its event loop: opened under load, they would wait for seconds. */
export async function openConnections({ urls }: PeakServers): Promise<void> {
  for (const url of urls)
    await Promise.all(Array.from({ length: maxSockets }, () => ask(url, read(listEvents))))
}

/** The answers to calls at a rate. */
interface Load {
  readonly answers: readonly Answer[]
  /** Until the last call was sent. */
  readonly sentInS: number
  /** Until the last answer. */
  readonly tookInS: number
}

/** Sends calls at a rate that does not depend on the answers, to all processes in turn. */
export async function sendLoad(
  { urls }: PeakServers,
  calls: readonly (() => HttpCall)[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Load> {
  const answers: Promise<Answer>[] = []
  const startedOn = performance.now()
  const intervalInMs = 1_000 / perSecond
  const total = perSecond * seconds
  while (answers.length < total) {
    const dueCount = Math.min(total, (performance.now() - startedOn) / intervalInMs)
    while (answers.length < dueCount) {
      const call = calls[pickBelow(calls.length)]?.()
      const url = urls[answers.length % urls.length]
      if (!call || url === undefined) throw new Error('There is nothing to call')
      answers.push(ask(url, call, startedOn + answers.length * intervalInMs))
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const sentInS = (performance.now() - startedOn) / 1_000
  return { answers: await Promise.all(answers), sentInS, tookInS: (performance.now() - startedOn) / 1_000 }
}
