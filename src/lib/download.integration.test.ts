import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { downloadFile, type StoredParts } from './download.ts'

const file = new Uint8Array(300_000).map((_, offset) => offset % 251)
let server: Server
let baseUrl = ''
let requestedRanges: (string | undefined)[] = []
let etag = '"one"'

beforeAll(async () => {
  server = createServer((request, response) => {
    const { range } = request.headers
    requestedRanges.push(range)
    const isSameVersion = [undefined, etag].includes(request.headers['if-range'] as string | undefined)
    const startOffset = range && isSameVersion ? Number(/bytes=(\d+)-/.exec(range)?.[1]) : 0
    response.setHeader('etag', etag)
    if (request.url === '/expired') {
      response.writeHead(410, { 'content-type': 'application/problem+json' })
      response.end(JSON.stringify({ type: 'about:blank', title: 'x', status: 410, code: 'LinkExpired' }))
    } else if (request.url === '/portal') {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<h1>Pay for the network</h1>')
    } else if (request.url === '/cut' && requestedRanges.length < 3) {
      response.writeHead(range ? 206 : 200, {
        'content-type': 'image/jpeg',
        'content-length': file.length - startOffset,
      })
      response.write(file.slice(startOffset, startOffset + 100_000), () => response.destroy())
    } else if (request.url === '/stalls' && requestedRanges.length < 2) {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': file.length })
      response.write(file.slice(0, 100_000))
    } else if (request.url === '/no-range' && requestedRanges.length < 2) {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': file.length })
      response.write(file.slice(0, 100_000), () => response.destroy())
    } else {
      const isWhole = startOffset === 0 || request.url === '/no-range'
      response.writeHead(isWhole ? 200 : 206, { 'content-type': 'image/jpeg' })
      response.end(isWhole ? file : file.slice(startOffset))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => server.close())
beforeEach(() => {
  requestedRanges = []
})

const downloadFrom = (path: string, onProgress?: (share: number) => void) =>
  downloadFile(baseUrl + path, { sizeInBytes: file.length, onProgress, pauseInMs: 1 })

const isWholeFile = async (blob: Blob) => Buffer.from(await blob.arrayBuffer()).equals(file)

/** In-memory parts of a download, for one test. */
function createMemoryParts() {
  const chunksByOffset = new Map<number, ArrayBuffer>()
  let version = { validator: '', mime: '' }
  const parts: StoredParts = {
    read: async () =>
      chunksByOffset.size > 0 ? { ...version, pieces: [...chunksByOffset.values()] } : undefined,
    add: async (offset, bytes, fileVersion) => {
      chunksByOffset.set(offset, bytes)
      version = fileVersion
    },
    deleteAll: async () => chunksByOffset.clear(),
  }
  return { chunksByOffset, parts }
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** Starts a download and aborts it after a part of it was stored, as if the app was killed. */
async function interruptDownload(
  parts: StoredParts,
  chunksByOffset: ReadonlyMap<number, ArrayBuffer>,
): Promise<void> {
  const abortController = new AbortController()
  const firstDownload = downloadFile(`${baseUrl}/stalls`, {
    sizeInBytes: file.length,
    parts,
    signal: abortController.signal,
    pauseInMs: 1,
  })
  await expect
    .poll(() => [...chunksByOffset.values()].reduce((sum, { byteLength }) => sum + byteLength, 0))
    .toBe(100_000)
  collectGarbage()
  abortController.abort()
  await expect(firstDownload).rejects.toBeDefined()
}

describe('a download interrupted by the end of the app', () => {
  it('continues from the stored byte, and deletes stored parts when the file is complete', async () => {
    const { chunksByOffset, parts } = createMemoryParts()
    await interruptDownload(parts, chunksByOffset)
    const shares: number[] = []
    const blob = await downloadFile(`${baseUrl}/stalls`, {
      sizeInBytes: file.length,
      parts,
      onProgress: (share) => shares.push(share),
    })
    expect(await isWholeFile(blob)).toBe(true)
    expect(blob.type).toBe('image/jpeg')
    expect(requestedRanges).toEqual([undefined, 'bytes=100000-'])
    expect(shares[0]).toBeCloseTo(1 / 3)
    expect(chunksByOffset.size).toBe(0)
  })

  it('restarts when the service has another version of the file', async () => {
    const { chunksByOffset, parts } = createMemoryParts()
    await interruptDownload(parts, chunksByOffset)
    etag = '"two"'
    const blob = await downloadFile(`${baseUrl}/stalls`, { sizeInBytes: file.length, parts })
    etag = '"one"'
    expect(await isWholeFile(blob)).toBe(true)
  })

  it('completes when the device stores nothing', async () => {
    const rejectAlways = () => Promise.reject(new Error('not here'))
    const parts: StoredParts = { read: rejectAlways, add: rejectAlways, deleteAll: rejectAlways }
    const blob = await downloadFile(`${baseUrl}/cut`, { sizeInBytes: file.length, parts, pauseInMs: 1 })
    expect(await isWholeFile(blob)).toBe(true)
  })

  it('does not wait for a device that never answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const neverResolve = () => new Promise<never>(() => {})
      const parts: StoredParts = { read: neverResolve, add: neverResolve, deleteAll: neverResolve }
      const download = downloadFile(`${baseUrl}/file`, { sizeInBytes: file.length, parts })
      // first the stored parts are read, then deleted
      await vi.advanceTimersByTimeAsync(6_000)
      await vi.waitFor(() => expect(requestedRanges).toHaveLength(1))
      let isDone = false
      void download.then(() => (isDone = true))
      await vi.waitFor(
        async () => {
          await vi.advanceTimersByTimeAsync(1_000)
          expect(isDone).toBe(true)
        },
        { timeout: 10_000 },
      )
      expect(await isWholeFile(await download)).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('downloading a file', () => {
  it('returns the bytes and reports progress', async () => {
    const shares: number[] = []
    const blob = await downloadFrom('/whole', (share) => shares.push(share))
    expect(await isWholeFile(blob)).toBe(true)
    expect(blob.type).toBe('image/jpeg')
    expect(shares.at(-1)).toBe(1)
    expect(requestedRanges).toEqual([undefined])
  })

  it('continues from the byte where it was interrupted', async () => {
    const blob = await downloadFrom('/cut')
    expect(await isWholeFile(blob)).toBe(true)
    expect(requestedRanges[0]).toBeUndefined()
    expect(requestedRanges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range ?? ''))).toBe(true)
  })

  it('restarts when the server does not support ranges', async () => {
    const blob = await downloadFrom('/no-range')
    expect(await isWholeFile(blob)).toBe(true)
  })

  it('ends a pause between two tries when it is aborted', async () => {
    const abortController = new AbortController()
    const download = downloadFile(`${baseUrl}/portal`, {
      sizeInBytes: file.length,
      pauseInMs: 600_000,
      signal: abortController.signal,
    })
    await expect.poll(() => requestedRanges).toHaveLength(1)
    abortController.abort()
    await expect(download).rejects.toMatchObject({ name: 'AbortError' })
    expect(requestedRanges).toHaveLength(1)
  })

  it('rejects with the error of an expired link, without a retry', async () => {
    await expect(downloadFrom('/expired')).rejects.toMatchObject({ code: 'LinkExpired' })
    expect(requestedRanges).toHaveLength(1)
  })

  it('does not accept a page in place of the file', async () => {
    await expect(downloadFrom('/portal')).rejects.toMatchObject({ code: 'NoResponse' })
  })

  it('does not accept a file of another size', async () => {
    const wrong = downloadFile(`${baseUrl}/whole`, { sizeInBytes: 10, pauseInMs: 1 })
    await expect(wrong).rejects.toMatchObject({ code: 'NoResponse' })
  })
})
