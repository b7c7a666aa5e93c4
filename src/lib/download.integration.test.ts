import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { downloadFile, type Parts } from './download.ts'

const file = new Uint8Array(300_000).map((_, at) => at % 251)
let server: Server
let address = ''
let asked: (string | undefined)[] = []
let etag = '"one"'

beforeAll(async () => {
  server = createServer((request, response) => {
    const { range } = request.headers
    asked.push(range)
    const isSame = [undefined, etag].includes(request.headers['if-range'] as string | undefined)
    const from = range && isSame ? Number(/bytes=(\d+)-/.exec(range)?.[1]) : 0
    response.setHeader('etag', etag)
    if (request.url === '/expired') {
      response.writeHead(410, { 'content-type': 'application/problem+json' })
      response.end(JSON.stringify({ type: 'about:blank', title: 'x', status: 410, code: 'LinkExpired' }))
    } else if (request.url === '/portal') {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<h1>Pay for the network</h1>')
    } else if (request.url === '/cut' && asked.length < 3) {
      response.writeHead(range ? 206 : 200, {
        'content-type': 'image/jpeg',
        'content-length': file.length - from,
      })
      response.write(file.slice(from, from + 100_000), () => response.destroy())
    } else if (request.url === '/stalls' && asked.length < 2) {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': file.length })
      response.write(file.slice(0, 100_000))
    } else if (request.url === '/no-range' && asked.length < 2) {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': file.length })
      response.write(file.slice(0, 100_000), () => response.destroy())
    } else {
      const whole = from === 0 || request.url === '/no-range'
      response.writeHead(whole ? 200 : 206, { 'content-type': 'image/jpeg' })
      response.end(whole ? file : file.slice(from))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => server.close())
beforeEach(() => {
  asked = []
})

const fetchIt = (path: string, onProgress?: (share: number) => void) =>
  downloadFile(address + path, { sizeInBytes: file.length, onProgress, pauseInMs: 1 })

const isTheFile = async (blob: Blob) => Buffer.from(await blob.arrayBuffer()).equals(file)

/** In-memory parts of a download, for one test. */
function keptParts() {
  const all = new Map<number, ArrayBuffer>()
  let of = { validator: '', mime: '' }
  const parts: Parts = {
    read: async () => (all.size > 0 ? { ...of, pieces: [...all.values()] } : undefined),
    add: async (at, bytes, whose) => {
      all.set(at, bytes)
      of = whose
    },
    forget: async () => all.clear(),
  }
  return { all, parts }
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** Starts a download and aborts it after a part of it was stored, as if the app was killed. */
async function breakOff(parts: Parts, all: ReadonlyMap<number, ArrayBuffer>): Promise<void> {
  const app = new AbortController()
  const first = downloadFile(`${address}/stalls`, {
    sizeInBytes: file.length,
    parts,
    signal: app.signal,
    pauseInMs: 1,
  })
  await expect
    .poll(() => [...all.values()].reduce((sum, { byteLength }) => sum + byteLength, 0))
    .toBe(100_000)
  collectGarbage()
  app.abort()
  await expect(first).rejects.toBeDefined()
}

describe('a download that the app was ended in', () => {
  it('goes on from the byte that was kept, and nothing is kept when the file is whole', async () => {
    const { all, parts } = keptParts()
    await breakOff(parts, all)
    const shares: number[] = []
    const blob = await downloadFile(`${address}/stalls`, {
      sizeInBytes: file.length,
      parts,
      onProgress: (share) => shares.push(share),
    })
    expect(await isTheFile(blob)).toBe(true)
    expect(blob.type).toBe('image/jpeg')
    expect(asked).toEqual([undefined, 'bytes=100000-'])
    expect(shares[0]).toBeCloseTo(1 / 3)
    expect(all.size).toBe(0)
  })

  it('begins anew when the service has another file by now', async () => {
    const { all, parts } = keptParts()
    await breakOff(parts, all)
    etag = '"two"'
    const blob = await downloadFile(`${address}/stalls`, { sizeInBytes: file.length, parts })
    etag = '"one"'
    expect(await isTheFile(blob)).toBe(true)
  })

  it('arrives where the device keeps nothing', async () => {
    const refused = () => Promise.reject(new Error('not here'))
    const parts: Parts = { read: refused, add: refused, forget: refused }
    const blob = await downloadFile(`${address}/cut`, { sizeInBytes: file.length, parts, pauseInMs: 1 })
    expect(await isTheFile(blob)).toBe(true)
  })

  it('does not wait for a device that never answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const never = () => new Promise<never>(() => {})
      const parts: Parts = { read: never, add: never, forget: never }
      const done = downloadFile(`${address}/file`, { sizeInBytes: file.length, parts })
      // first the stored parts are read, then deleted
      await vi.advanceTimersByTimeAsync(6_000)
      await vi.waitFor(() => expect(asked).toHaveLength(1))
      let isDone = false
      void done.then(() => (isDone = true))
      await vi.waitFor(
        async () => {
          await vi.advanceTimersByTimeAsync(1_000)
          expect(isDone).toBe(true)
        },
        { timeout: 10_000 },
      )
      expect(await isTheFile(await done)).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('downloading a file', () => {
  it('gives the bytes and says how far it is', async () => {
    const shares: number[] = []
    const blob = await fetchIt('/whole', (share) => shares.push(share))
    expect(await isTheFile(blob)).toBe(true)
    expect(blob.type).toBe('image/jpeg')
    expect(shares.at(-1)).toBe(1)
    expect(asked).toEqual([undefined])
  })

  it('goes on from the byte where it was cut', async () => {
    const blob = await fetchIt('/cut')
    expect(await isTheFile(blob)).toBe(true)
    expect(asked[0]).toBeUndefined()
    expect(asked.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range ?? ''))).toBe(true)
  })

  it('starts anew where the server does not know ranges', async () => {
    const blob = await fetchIt('/no-range')
    expect(await isTheFile(blob)).toBe(true)
  })

  it('says what the service said of an expired link, without trying again', async () => {
    await expect(fetchIt('/expired')).rejects.toMatchObject({ code: 'LinkExpired' })
    expect(asked).toHaveLength(1)
  })

  it('never takes a page for the file', async () => {
    await expect(fetchIt('/portal')).rejects.toMatchObject({ code: 'NoResponse' })
  })

  it('takes no file of another size', async () => {
    const wrong = downloadFile(`${address}/whole`, { sizeInBytes: 10, pauseInMs: 1 })
    await expect(wrong).rejects.toMatchObject({ code: 'NoResponse' })
  })
})
