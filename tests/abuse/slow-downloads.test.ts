import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFolderStore } from '../../server/adapters/objects/folder.ts'
import { createFileLink } from '../../server/features/orders/index.ts'
import { getMediaUrl, newMediaKey, newOriginalKey } from '../../server/platform/objects/keys.ts'
import type { ObjectStore } from '../../server/platform/objects/port.ts'
import {
  countTrue,
  formatMilliseconds,
  reportFigures,
  startStopwatch,
  summarizeTimes,
} from '../support/data/figures.ts'
import { type Bucket, openBucket } from '../support/providers/bucket.ts'
import { openShop, type Shop } from '../support/server/shop.ts'

/** Only detects a hang. */
const limitInMs = 60_000
/** Larger than the socket buffers, so that a client that never reads blocks the server’s writes. */
const largeFileInBytes = 16_000_000

const testFolder = mkdtempSync(join(tmpdir(), 'photofinish-slow-'))
/** Client sockets of the running test. */
const clientSockets = new Set<Socket>()
/** Makes the server use the client address that the proxy reports. */
const env = { TRUST_PROXY: '1' }

let bucket: Bucket
beforeAll(async () => {
  bucket = await openBucket(join(testFolder, 'bucket'))
})
afterEach(disconnect)
afterAll(async () => {
  await bucket.close()
  rmSync(testFolder, { recursive: true, force: true })
})

function disconnect(): void {
  for (const socket of clientSockets) socket.destroy()
  clientSockets.clear()
}

const getServerPort = ({ app }: Shop) => (app.server.address() as AddressInfo).port

/** Requests a path and never reads the answer. @returns the client's socket, and the server's end of it */
async function requestAndStall(shop: Shop, path: string, address: string) {
  const client = connect(getServerPort(shop), '127.0.0.1').pause()
  client.on('error', () => undefined)
  clientSockets.add(client)
  const received = once(shop.app.server, 'request') as Promise<[IncomingMessage]>
  client.write(`GET ${path} HTTP/1.1\r\nHost: one.test\r\nX-Forwarded-For: ${address}\r\n\r\n`)
  const [{ socket: connection }] = await received
  return { client, connection }
}

/** Downloads a path completely. @returns its status, bytes and milliseconds */
async function download(shop: Shop, path: string, headers: Record<string, string> = {}) {
  const url = `http://127.0.0.1:${getServerPort(shop)}${path}`
  const elapsedInMs = startStopwatch()
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(limitInMs) })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, bytes, timeInMs: elapsedInMs() }
}

interface StoredFile {
  readonly bytes: Buffer
  readonly path: string
}

/** Downloads files, twenty at once. @returns for each whether it was complete, and the milliseconds of each */
async function downloadAll(shop: Shop, files: readonly StoredFile[]) {
  const complete: boolean[] = []
  const timesInMs: number[] = []
  for (let done = 0; done < files.length; done += 20) {
    const batch = files.slice(done, done + 20)
    const answers = await Promise.all(batch.map(({ path }) => download(shop, path)))
    for (const [index, { status, bytes, timeInMs }] of answers.entries()) {
      complete.push(status === 200 && bytes.equals(batch[index]?.bytes ?? Buffer.of()))
      timesInMs.push(timeInMs)
    }
  }
  return { complete, timesInMs }
}

/** Returns the memory of this process, which runs the server, the bucket and the clients. */
const readMemory = () => `${Math.round(process.memoryUsage().rss / 1e6)} MB`

/** Stores an original of random bytes. @returns its bytes and the path of a signed link */
async function storeOriginal(shop: Shop, sizeInBytes: number) {
  const bytes = randomBytes(sizeInBytes)
  const objectKey = newOriginalKey(shop.context())
  await shop.services.objects.put(objectKey, bytes, { contentType: 'image/jpeg' })
  const file = { objectKey, fileName: 'IMG_0001.JPG', contentType: 'image/jpeg' }
  return { bytes, path: createFileLink(shop.context(), shop.services, file).url }
}

async function storeTile(shop: Shop) {
  const bytes = randomBytes(20_000)
  const key = newMediaKey(shop.context())
  await shop.services.objects.put(key, bytes, { contentType: 'image/webp' })
  return { bytes, path: getMediaUrl(key) }
}

/** Returns the stored files that this process, which also runs the bucket, has open. Empty where /proc is missing. */
function listOpenFiles(): string[] {
  const folder = '/proc/self/fd'
  if (!existsSync(folder)) return []
  const targets = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(join(folder, name))
    } catch {
      // closed since it was listed
      return ''
    }
  })
  return targets.filter((target) => target.startsWith(testFolder))
}

describe.each(['folder', 'bucket'] as const)('clients that never read originals of a %s', (kind) => {
  let objects: ObjectStore
  let shop: Shop
  beforeAll(async () => {
    objects = kind === 'folder' ? createFolderStore(join(testFolder, 'folder')) : bucket.objects
    shop = await openShop({ objects, env, limits: { idleInMs: 24 * 3_600_000 } })
  })
  afterAll(() => shop.close())

  it('delay neither downloads nor uploads of others', { timeout: 2 * limitInMs }, async () => {
    const [large, original, tile] = [
      await storeOriginal(shop, largeFileInBytes),
      await storeOriginal(shop, 1_200_000),
      await storeTile(shop),
    ]
    const files = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? tile : original))
    const timesBefore = await downloadAll(shop, files.slice(0, 40))
    const memoryBefore = readMemory()
    const stalled: Socket[] = []
    for (let index = 1; index <= 60; index++)
      for (const address of ['192.0.2.1', `198.51.100.${index}`])
        stalled.push((await requestAndStall(shop, large.path, address)).connection)

    const { complete, timesInMs } = await downloadAll(shop, files)
    reportFigures(`clients that never read, ${kind}`, {
      clients: stalled.length,
      'downloads of others answered': countTrue(complete),
      ...summarizeTimes(timesInMs),
      'p95 without these clients': summarizeTimes(timesBefore.timesInMs).p95,
      memory: readMemory(),
      'memory without': memoryBefore,
    })
    expect(complete).toEqual(files.map(() => true))

    const uploaded = await storeOriginal(shop, 6_000_000)
    const secondDownload = await download(shop, uploaded.path)
    expect(secondDownload.bytes.equals(uploaded.bytes)).toBe(true)
    expect((await download(shop, large.path)).bytes.equals(large.bytes)).toBe(true)

    expect(stalled.filter(({ closed }) => closed)).toEqual([])
    await vi.waitFor(() => expect(listOpenFiles()).toEqual([]))
  })

  it('are disconnected, and resume where they were cut off', { timeout: 2 * limitInMs }, async () => {
    const idleInMs = 100
    const strictShop = await openShop({ objects, env, limits: { idleInMs } })
    try {
      const { bytes, path } = await storeOriginal(shop, largeFileInBytes)
      const elapsedInMs = startStopwatch()
      const { client, connection } = await requestAndStall(strictShop, path, '192.0.2.1')
      if (!connection.closed) await once(connection, 'close')
      const closedAfterInMs = elapsedInMs()

      const parts: Buffer[] = []
      client.on('data', (part: Buffer) => parts.push(part)).resume()
      if (!client.closed) await once(client, 'close')
      const answer = Buffer.concat(parts)
      const bodyAt = answer.indexOf('\r\n\r\n') + 4
      const head = answer.subarray(0, bodyAt).toString()
      const receivedPart = answer.subarray(bodyAt)
      expect(head).toContain(`content-length: ${bytes.length}\r\n`)
      expect(receivedPart.length).toBeLessThan(bytes.length)

      const etag = /^etag: (.+)\r$/m.exec(head)?.[1] ?? ''
      const remainder = await download(shop, path, {
        range: `bytes=${receivedPart.length}-`,
        'if-range': etag,
      })
      reportFigures(`client that stops reading, ${kind}`, {
        'disconnected after': formatMilliseconds(closedAfterInMs),
        'limit without progress': formatMilliseconds(idleInMs),
        'bytes after it resumed': `${receivedPart.length + remainder.bytes.length} of ${bytes.length}`,
      })
      expect(remainder.status).toBe(206)
      expect(Buffer.concat([receivedPart, remainder.bytes]).equals(bytes)).toBe(true)
    } finally {
      disconnect()
      await strictShop.close()
    }
  })
})

describe('more clients that never read than one process serves', () => {
  it('give way to an address with fewer downloads', { timeout: 2 * limitInMs }, async () => {
    const shop = await openShop({ env, limits: { maxDownloads: 4 } })
    try {
      const { bytes, path } = await storeOriginal(shop, largeFileInBytes)
      const stalled: { address: string; connection: Socket }[] = []
      for (const address of ['192.0.2.1', '192.0.2.1', '198.51.100.1', '192.0.2.1']) {
        const { connection } = await requestAndStall(shop, path, address)
        await vi.waitFor(() => expect(connection.bytesWritten).toBeGreaterThan(0))
        stalled.push({ address, connection })
      }
      const honestDownload = await download(shop, path, { 'x-forwarded-for': '203.0.113.9' })
      expect(honestDownload.bytes.equals(bytes)).toBe(true)
      const listEnded = () => stalled.filter(({ connection }) => connection.closed)
      await vi.waitFor(() => expect(listEnded().map(({ address }) => address)).toEqual(['192.0.2.1']))
      reportFigures('more clients that never read than the limit', {
        disconnected: `${listEnded().length} of ${stalled.length}`,
        limit: '4 downloads',
        'download of another address complete': countTrue([honestDownload.bytes.equals(bytes)]),
      })
    } finally {
      disconnect()
      await shop.close()
    }
  })
})

/** Opens a connection and sends a text, which the server has received afterwards. */
async function connectAndSend(shop: Shop, text: string): Promise<void> {
  const accepted = once(shop.app.server, 'connection') as Promise<[Socket]>
  const client = connect(getServerPort(shop), '127.0.0.1').on('error', () => undefined)
  clientSockets.add(client)
  const [connection] = await accepted
  client.write(text)
  await vi.waitFor(() => expect(connection.bytesRead).toBe(text.length))
}

it('a connection without a request does not keep the server from closing', async () => {
  const shop = await openShop({ env, limits: { closeInMs: 24 * 3_600_000 } })
  await connectAndSend(shop, '')
  await shop.close()
}, 30_000)

it('clients that send half a request, or never read, do not keep the server from closing', async () => {
  const shop = await openShop({ env, limits: { closeInMs: 100 } })
  const { path } = await storeOriginal(shop, largeFileInBytes)
  await connectAndSend(shop, `GET ${path} HTTP/1.1\r\nHost: one`)
  const { connection } = await requestAndStall(shop, path, '192.0.2.1')
  await vi.waitFor(() => expect(connection.bytesWritten).toBeGreaterThan(0))
  await shop.close()
}, 30_000)

it('a download in progress is completed while the server closes, and holds it up no longer', async () => {
  const shop = await openShop({ env })
  try {
    const { bytes, path } = await storeOriginal(shop, largeFileInBytes)
    const { client, connection } = await requestAndStall(shop, path, '192.0.2.1')
    await vi.waitFor(() => expect(connection.bytesWritten).toBeGreaterThan(0))
    const closed = shop.app.close()
    const parts: Buffer[] = []
    client.on('data', (part: Buffer) => parts.push(part)).resume()
    await once(client, 'close')
    await closed
    const answer = Buffer.concat(parts)
    expect(answer.subarray(answer.indexOf('\r\n\r\n') + 4).equals(bytes)).toBe(true)
  } finally {
    disconnect()
    await shop.close()
  }
}, 30_000)
