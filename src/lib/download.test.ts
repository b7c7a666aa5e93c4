import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { downloadFile } from './download.ts'

const file = new Uint8Array(300_000).map((_, at) => at % 251)
let server: Server
let address = ''
let asked: (string | undefined)[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    const { range } = request.headers
    asked.push(range)
    const from = range ? Number(/bytes=(\d+)-/.exec(range)?.[1]) : 0
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
    } else if (request.url === '/no-range' && asked.length < 2) {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': file.length })
      response.write(file.slice(0, 100_000), () => response.destroy())
    } else {
      const whole = !range || request.url === '/no-range'
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
