import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildPath, type Call } from '../../contract/call.ts'
import { createCart, getCart } from '../../contract/cart.ts'
import { listProducts } from '../../contract/catalog.ts'
import { createSearchToken } from '../../contract/competitors.ts'
import { getEvent, listEvents } from '../../contract/events.ts'
import { listPhotos } from '../../contract/photos.ts'
import { sendSelfie } from '../../contract/recognition.ts'
import { createRandom } from '../faults/random.ts'
import { getPercentile } from '../percentile.ts'
import type { PeakServer } from './peak/served.ts'
import { simulateSelfies } from './peak/simulate-selfies.ts'

/** Up to 40,000 runners in one hour with 30 calls each, and its busiest minute. */
const rates = [50, 100, 200, 330, 500, 1_000]
const seconds = 8
const limitInMs = 300
const selfiesMeasured = 15
const selfies = { perSecond: 11, perSecondAtPeak: 33, places: 64 }
const limitInS = 60

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

interface HttpCall {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

const random = createRandom(7)
/** Returns a random address: limits by address are not measured. */
const createClientAddress = () => `10.${[0, 0, 0].map(() => Math.floor(random() * 250)).join('.')}`

/** Sends a request. @returns its status, and the milliseconds until the answer was complete */
function ask(url: string, { method, path, headers, body }: HttpCall) {
  const startedOn = performance.now()
  return new Promise<{ status: number; inMs: number }>((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      { method, agent, headers: { host: 'one.test', 'x-forwarded-for': createClientAddress(), ...headers } },
      (response) => {
        response
          .resume()
          .on('end', () => resolve({ status: response.statusCode ?? 0, inMs: performance.now() - startedOn }))
          .on('error', reject)
      },
    )
    sent.on('error', reject).end(body)
  })
}

/** Returns the thirty calls of a session: 6 may be cached, 8 are polls, one session in five fills a cart. */
function listCalls(server: PeakServer): (() => HttpCall)[] {
  const { eventId, catalogId, cartId, token } = server
  const json = { 'content-type': 'application/json' }
  const bearer = { authorization: `Bearer ${token}` }
  const read = (call: Call, params: Record<string, string> = {}, query = '', headers = {}) => ({
    method: 'GET',
    path: `${buildPath(call, params)}${query}`,
    headers,
  })
  const page = (offset: number) => read(listPhotos, {}, `?count=100&offset=${offset}`, bearer)
  const callMix: [count: number, ask: () => HttpCall][] = [
    [3, () => read(listEvents)],
    [2, () => read(getEvent, { eventId })],
    [1, () => read(listProducts, {}, `?catalogId=${catalogId}`)],
    [
      2,
      () => ({
        method: 'POST',
        path: buildPath(createSearchToken, { eventId }),
        headers: json,
        body: JSON.stringify({ number: String(Math.floor(random() * 9_000) + 1) }),
      }),
    ],
    [8, () => page(0)],
    [12, () => page(Math.floor(random() * 19) * 100)],
    [1, () => read(getCart, { shoppingCartId: cartId })],
    [
      1,
      () => ({
        method: 'POST',
        path: buildPath(createCart),
        headers: json,
        body: JSON.stringify({ shoppingCartId: randomUUID() }),
      }),
    ],
  ]
  return callMix.flatMap(([count, each]) => Array.from({ length: count }, () => each))
}

/** Sends calls at a rate that does not depend on the answers. */
async function load(server: PeakServer, perSecond: number) {
  const calls = listCalls(server)
  const answers: Promise<{ status: number; inMs: number }>[] = []
  const startedOn = performance.now()
  while (performance.now() - startedOn < seconds * 1_000) {
    const dueCount = ((performance.now() - startedOn) / 1_000) * perSecond
    while (answers.length < dueCount) {
      const next = calls[Math.floor(random() * calls.length)]
      if (next) answers.push(ask(server.url, next()))
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const all = await Promise.all(answers)
  return { all, tookInS: (performance.now() - startedOn) / 1_000 }
}

/** Prints the times of calls at a rate. @returns whether they were answered in time */
async function measure(server: PeakServer, perSecond: number): Promise<boolean> {
  const { all, tookInS } = await load(server, perSecond)
  const times = all.map(({ inMs }) => inMs)
  const failed = all.filter(({ status }) => status >= 400)
  const p95 = getPercentile(times, 0.95)
  const isInTime = p95 <= limitInMs && failed.length === 0
  console.log(
    `API at ${perSecond}/s for ${seconds} s: ${Math.round(all.length / tookInS)}/s answered, ` +
      `p50 ${getPercentile(times, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, ${failed.length} refused ` +
      `(at most ${limitInMs} ms: ${isInTime ? 'yes' : 'NO'})`,
  )
  return isInTime
}

/** Measures recognitions of one worker, one after the other. */
async function timeSelfies({ url, albumId }: PeakServer): Promise<number[]> {
  const bytes = await readFile(join(import.meta.dirname, '../../demo/selfies/good-a01-andrei.jpg'))
  const times: number[] = []
  for (let count = -1; count < selfiesMeasured; count++) {
    const form = new FormData()
    form.append('file', new Blob([bytes]), 'face.jpg')
    const encoded = new Request('http://one.test/', { method: 'POST', body: form })
    const { status, inMs } = await ask(url, {
      method: 'POST',
      path: `${buildPath(sendSelfie)}?albumId=${albumId}`,
      headers: { 'content-type': encoded.headers.get('content-type') ?? '', 'idempotency-key': randomUUID() },
      body: Buffer.from(await encoded.arrayBuffer()),
    })
    if (status !== 200) throw new Error(`a selfie was answered with ${status}`)
    // the first one loads the networks
    if (count >= 0) times.push(inMs)
  }
  return times
}

/**
 * Measures up to which rate one process with the embedded database answers the calls of a race in time, with the client on
 * the same cores. Then measures one recognition, and simulates how many workers answer the selfies of 40,000 runners in time.
 */
export async function run(): Promise<void> {
  const child = fork(join(import.meta.dirname, 'peak/served.ts'), { execArgv: ['--import', 'tsx'] })
  const [server] = (await once(child, 'message')) as [PeakServer]
  try {
    // fills caches and compiles
    await load(server, 50)
    for (const rate of rates) if (!(await measure(server, rate))) break
    const timesInMs = await timeSelfies(server)
    console.log(
      `Selfies of one worker: p50 ${getPercentile(timesInMs, 0.5).toFixed(0)} ms, ` +
        `p95 ${getPercentile(timesInMs, 0.95).toFixed(0)} ms`,
    )
    for (let workers = 1; workers <= 64; workers++) {
      const { p95, p95AtPeak } = simulateSelfies({ ...selfies, workers, timesInMs }, createRandom(7))
      const isEnough = p95AtPeak <= limitInS && p95 <= limitInS
      if (workers > 2 && !isEnough) continue
      console.log(
        `Simulated, ${selfies.perSecond}/s and ${selfies.perSecondAtPeak}/s in the busiest minute, ${workers} workers: ` +
          `answers p95 ${p95.toFixed(1)} s, ${p95AtPeak.toFixed(1)} s in that minute ` +
          `(at most ${limitInS}: ${isEnough ? 'yes' : 'NO'})`,
      )
      if (isEnough) break
    }
  } finally {
    child.kill()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run()
