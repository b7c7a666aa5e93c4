import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tenantHeader } from '../../contract/call.ts'
import { createFaultProxy, type FaultProxy } from './proxy.ts'
import type { Fault } from './rules.ts'

const photo = Buffer.alloc(300_000, 'photo')
const answerText = JSON.stringify({ items: Array.from({ length: 50 }, (_, index) => ({ index })) })

/** Requests received by the server, by path, in order. */
let received: { path: string; bytes: number; isWhole: boolean }[] = []
let server: Server
let proxy: FaultProxy

beforeEach(async () => {
  received = []
  server = createServer((request, response) => {
    const entry = { path: request.url ?? '', bytes: 0, isWhole: false }
    received.push(entry)
    request.on('data', (chunk: Buffer) => {
      entry.bytes += chunk.length
    })
    request.on('end', () => {
      entry.isWhole = true
      const isPhoto = request.url === '/photo'
      response.setHeader(tenantHeader, 'one')
      response.setHeader('content-type', isPhoto ? 'image/jpeg' : 'application/json')
      response.end(isPhoto ? photo : answerText)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  proxy = await createFaultProxy({ target, keepAlive: false })
})

afterEach(async () => {
  await proxy.close()
  server.closeAllConnections()
  server.close()
})

const get = (path: string) => fetch(proxy.url + path)
const post = (path: string, body: Uint8Array<ArrayBuffer>) =>
  fetch(proxy.url + path, { method: 'POST', body })
const expectedError = { name: 'TypeError' }

test('without rules passes everything unchanged and counts its bytes', async () => {
  const answer = await get('/photo')
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(Buffer.from(await answer.arrayBuffer()).equals(photo)).toBe(true)
  await post('/upload', new Uint8Array(70_000))
  expect(received.at(-1)).toEqual({ path: '/upload', bytes: 70_000, isWhole: true })
  const finishedExchange = await proxy.waitForExchange(
    ({ path, outcome }) => path === '/upload' && outcome !== undefined,
  )
  expect(finishedExchange).toMatchObject({ status: 200, serverStatus: 200, outcome: 'answered' })
  expect(finishedExchange.passed).toEqual({ request: 70_000, response: answerText.length })
})

describe('a rule', () => {
  test('matches by method and path, skips the first, and ends after its number of times', async () => {
    const fault = { type: 'answer', status: 503, code: 'Overloaded' } as const
    proxy.set([{ fault, method: 'GET', path: /^\/text/, skip: 1, times: 2 }])
    const statuses = []
    for (let turn = 0; turn < 4; turn++) statuses.push((await get('/text')).status)
    expect(statuses).toEqual([200, 503, 503, 200])
    expect((await get('/other')).status).toBe(200)
  })

  test('applies to its share of the exchanges, the same ones for the same seed', async () => {
    const fetchStatuses = async (seed: number) => {
      const other = await createFaultProxy({ target: proxy.url, seed })
      other.set([{ fault: { type: 'page', status: 502 }, share: 0.5 }])
      const statuses = []
      for (let turn = 0; turn < 12; turn++) statuses.push((await fetch(`${other.url}/text`)).status)
      await other.close()
      return statuses
    }
    const statuses = await fetchStatuses(7)
    expect(new Set(statuses)).toEqual(new Set([200, 502]))
    expect(await fetchStatuses(7)).toEqual(statuses)
  })
})

describe('instead of the server', () => {
  test.each([200, 511] as const)('a portal answers %i with its page', async (status) => {
    proxy.set([{ fault: { type: 'portal', status } }])
    const answer = await get('/text')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    expect(await answer.text()).toContain('<form')
    expect(received).toEqual([])
  })

  test('a portal redirects to another host', async () => {
    proxy.set([{ fault: { type: 'portal', status: 302 } }])
    const answer = await fetch(`${proxy.url}/text`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      'http://captive.portal.invalid/sign-in',
    ])
  })

  test('a proxy answers 502 with its own page when the server is unreachable', async () => {
    proxy.set([{ fault: { type: 'page', status: 502 } }])
    const answer = await post('/text', new Uint8Array(100_000))
    expect(answer.status).toBe(502)
    expect(await answer.text()).toContain('502 Bad Gateway')
    expect(received).toEqual([])
  })

  test('a refusal has the form of the server’s errors', async () => {
    proxy.set([{ fault: { type: 'answer', status: 401, code: 'TokenExpired', retryAfterInSeconds: 2 } }])
    const answer = await get('/text')
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect([answer.headers.get('retry-after'), answer.headers.get(tenantHeader)]).toEqual(['2', 'one'])
    expect(await answer.json()).toMatchObject({ status: 401, code: 'TokenExpired' })
  })

  test('refuses new connections', async () => {
    proxy.set([{ fault: { type: 'refuse' } }])
    await expect(get('/text')).rejects.toMatchObject(expectedError)
    const socket = connect(proxy.port, '127.0.0.1')
    const [hadError] = (await once(socket.on('error', () => {}).resume(), 'close')) as [boolean]
    expect([hadError, socket.bytesRead]).toEqual([hadError, 0])
    expect(received).toEqual([])
    proxy.clear()
    expect((await get('/text')).status).toBe(200)
  })

  test('drops open exchanges of one address and keeps others', async () => {
    proxy.set([{ fault: { type: 'stall', way: 'response' } }])
    const pendingResponse = get('/text')
    await proxy.waitForExchange(({ serverStatus }) => serverStatus === 200)
    const rejection = expect(pendingResponse).rejects.toMatchObject(expectedError)
    proxy.set([{ fault: { type: 'refuse' }, path: /^\/text/ }])
    await rejection
    expect((await get('/other')).status).toBe(200)
  })
})

describe('on the way', () => {
  test('a request is cut at its byte', async () => {
    proxy.set([{ fault: { type: 'cut', way: 'request', afterBytes: 12_345 } }])
    await expect(post('/upload', new Uint8Array(50_000))).rejects.toMatchObject(expectedError)
    await expect.poll(() => received).toEqual([{ path: '/upload', bytes: 12_345, isWhole: false }])
    expect(proxy.log.at(-1)).toMatchObject({ outcome: 'broken', passed: { request: 12_345, response: 0 } })
  })

  test('a response is cut at its byte', async () => {
    proxy.set([{ fault: { type: 'cut', way: 'response', afterBytes: 1_000 } }])
    const answer = await get('/photo')
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toMatchObject(expectedError)
    expect(proxy.log.at(-1)?.passed.response).toBe(1_000)
  })

  test('draws the byte of a cut from a range, and never beyond it', async () => {
    proxy.set([{ fault: { type: 'cut', way: 'response', afterBytes: [1_000, 2_000] } }])
    for (let turn = 0; turn < 5; turn++) await expect((await get('/photo')).arrayBuffer()).rejects.toThrow()
    const cuts = proxy.log.map(({ passed }) => passed.response)
    expect(cuts.every((offset) => offset >= 1_000 && offset <= 2_000)).toBe(true)
    expect(new Set(cuts).size).toBeGreaterThan(1)
  })

  test.each([
    ['reset', 'ECONNRESET'],
    ['cut', undefined],
  ] as const)('a %s ends the connection as such', async (type, code) => {
    proxy.set([{ fault: { type, way: 'request', afterBytes: 5 } }])
    const socket = connect(proxy.port, '127.0.0.1').resume()
    const error = new Promise<string | undefined>((resolve) => {
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      socket.on('close', () => resolve(undefined))
    })
    socket.write('POST /upload HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n0123456789')
    expect(await error).toBe(code)
  })

  test('a stall holds bytes at its offset until the fault ends', async () => {
    proxy.set([{ fault: { type: 'stall', way: 'request', afterBytes: 10_000 } }])
    const sending = post('/upload', new Uint8Array(50_000))
    await proxy.waitForExchange(({ passed }) => passed.request === 10_000)
    await expect.poll(() => received.at(-1)?.bytes).toBe(10_000)
    proxy.clear()
    expect((await sending).status).toBe(200)
    expect(received).toEqual([{ path: '/upload', bytes: 50_000, isWhole: true }])
  })

  test('a stall without an offset holds even the head', async () => {
    proxy.set([{ fault: { type: 'stall', way: 'request' } }])
    const pendingResponse = get('/text')
    await proxy.waitForExchange(({ path }) => path === '/text')
    expect(received).toEqual([])
    proxy.clear()
    expect((await pendingResponse).status).toBe(200)
  })

  test('a client that leaves a stalled exchange also ends it at the server', async () => {
    proxy.set([{ fault: { type: 'stall', way: 'response', afterBytes: 5 } }])
    const clientAbort = new AbortController()
    const pendingResponse = fetch(`${proxy.url}/photo`, { signal: clientAbort.signal }).then((answer) =>
      answer.arrayBuffer(),
    )
    await proxy.waitForExchange(({ passed }) => passed.response === 5)
    const rejection = expect(pendingResponse).rejects.toMatchObject({ name: 'AbortError' })
    clientAbort.abort()
    await rejection
    const ended = await proxy.waitForExchange(({ outcome }) => outcome !== undefined)
    expect(ended.outcome).toBe('gone')
  })

  test('the server handles the request but its response is lost', async () => {
    proxy.set([{ fault: { type: 'drop-reply' }, times: 1 }])
    await expect(post('/order', new Uint8Array(10))).rejects.toMatchObject(expectedError)
    expect(received).toEqual([{ path: '/order', bytes: 10, isWhole: true }])
    expect(proxy.log.at(-1)).toMatchObject({ serverStatus: 200, status: undefined, outcome: 'broken' })
  })

  test('a truncated response claims to be complete', async () => {
    proxy.set([{ fault: { type: 'truncate' } }])
    const answer = await get('/text')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(answerText.slice(0, Math.floor(answerText.length / 2)))
  })

  test('changes a text and its length', async () => {
    proxy.set([{ fault: { type: 'rewrite', rewrite: (text) => `${text}\n// another build` } }])
    expect(await (await get('/text')).text()).toBe(`${answerText}\n// another build`)
  })

  test('all connections end at a handover', async () => {
    proxy.set([
      { fault: { type: 'stall', way: 'response', afterBytes: 5 } },
      { fault: { type: 'handover', everyInMs: 20 } },
    ])
    await expect(get('/photo').then((answer) => answer.arrayBuffer())).rejects.toMatchObject(expectedError)
  })
})

describe('slowly', () => {
  /** Creates a virtual clock, which advances when the proxy sleeps. The tests do not wait. */
  const createVirtualClock = () => {
    let time = 0
    const sleep = async (timeInMs: number) => {
      const end = time + timeInMs
      // concurrent exchanges take turns
      await setImmediate()
      time = Math.max(time, end)
    }
    return { now: () => time, sleep }
  }

  /** Returns how many milliseconds the proxy delays responses with their bodies in total. */
  const measureDelay = async (fault: Fault, ...work: ((url: string) => Promise<Response>)[]) => {
    const clock = createVirtualClock()
    const slow = await createFaultProxy({ target: proxy.url, keepAlive: false, clock })
    slow.set([{ fault }])
    await Promise.all(work.map(async (sendRequest) => (await sendRequest(slow.url)).arrayBuffer()))
    await slow.close()
    return clock.now()
  }
  const fetchPhoto = (url: string) => fetch(`${url}/photo`)
  const fetchText = (url: string) => fetch(`${url}/text`)
  const createUpload = (sizeInBytes: number) => (url: string) =>
    fetch(`${url}/upload`, { method: 'POST', body: new Uint8Array(sizeInBytes) })

  /** Allows for the transfer of headers, and for the last millisecond, for which the proxy sets no timer. */
  const expectAbout = (delayInMs: number, expectedInMs: number) => {
    expect(delayInMs).toBeGreaterThanOrEqual(expectedInMs - 1)
    expect(delayInMs).toBeLessThan(expectedInMs + 3)
  }

  test('a link carries no more than its bandwidth, down and up', async () => {
    const fault = { type: 'bandwidth', bytesPerSecond: 1_000_000 } as const
    expectAbout(await measureDelay(fault, fetchPhoto), 300)
    expectAbout(await measureDelay(fault, createUpload(300_000)), 300)
    expect(received.at(-1)?.bytes).toBe(300_000)
  })

  test('concurrent exchanges share the bandwidth', async () => {
    const fault = { type: 'bandwidth', bytesPerSecond: 2_000_000 } as const
    expectAbout(await measureDelay(fault, fetchPhoto, fetchPhoto), 300)
  })

  test('latency delays both the connection and the exchange', async () => {
    expect(await measureDelay({ type: 'latency', roundTripInMs: 60 }, fetchText)).toBe(120)
  })

  test('lost packets arrive when they are repeated', async () => {
    const fault = { type: 'loss', share: 1, repeatedAfterInMs: 20 } as const
    expect(await measureDelay(fault, createUpload(10 * 1460))).toBeGreaterThanOrEqual(10 * 20)
  })

  test('all pieces arrive, with pauses', async () => {
    const fault = { type: 'slice', sizeInBytes: 100_000, pauseInMs: 40 } as const
    let receivedPhoto = Buffer.alloc(0)
    const delay = await measureDelay(fault, async (url) => {
      const answer = await fetchPhoto(url)
      receivedPhoto = Buffer.from(await answer.clone().arrayBuffer())
      return answer
    })
    expect(photo.equals(receivedPhoto)).toBe(true)
    expect(delay).toBeGreaterThanOrEqual(3 * 40)
  })
})
