import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, type ClientRequest, type IncomingMessage, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { toRoute } from '../../contract/call.ts'
import { listPhotos } from '../../contract/photos.ts'
import { maxSelfieSizeInBytes, sendSelfie } from '../../contract/recognition.ts'
import { readProcessTree, sumMemory } from '../../scripts/bench/lib/process-memory.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { createVision, type Vision } from '../../server/adapters/vision/vision.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { blankPng } from '../support/data/blank-png.ts'
import { countTrue, reportFigures, startStopwatch, summarizeTimes } from '../support/data/figures.ts'
import { buildPicture, createUploader } from '../support/data/pictures.ts'
import { createPhoto, createTestEvent } from '../support/data/race.ts'
import { fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

const bombCount = 200
const megabyteInBytes = 1024 ** 2
const growthLimitInMb = 300

/** Keeps connections open, as browsers do, so that the server answers before it has read a body. */
const agent = new Agent({ keepAlive: true })

let vision: Vision
let server: SearchServer
let event: EventRow
beforeAll(async () => {
  vision = createVision({ modelsFolder: join(projectRoot, 'dist', 'models'), photoWorkers: 1 })
  server = await openSearchServer({
    index: createFaceIndex(),
    faces: vision.faces,
    // makes the server use the client address that a proxy reports
    env: { VISION_WORKERS: '1', TRUST_PROXY: '127.0.0.1' },
  })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  event = await createTestEvent(server.context())
  for (let photo = 0; photo < 20; photo++) await createPhoto(server.context(), event, {})
}, 120_000)
afterAll(async () => {
  agent.destroy()
  await server.close()
  await vision.close()
})

/** Returns the memory of this process and its vision workers. */
const readMemory = () => sumMemory(readProcessTree(process.pid))

const sendPicture = (bytes: Uint8Array, address: string) =>
  createUploader(server, { address }).sendAsForm(Object.assign(buildPicture(), { bytes }), event.albumId)

/** Lists the photos of the event several times, one after the other. @returns the milliseconds until each answer */
async function timeLists(count: number): Promise<number[]> {
  const { token } = await fetchSearchToken(server.app, event.id)
  const timesInMs: number[] = []
  for (let call = 0; call < count; call++) {
    const elapsedInMs = startStopwatch()
    expect((await sendCall(server.app, listPhotos, { token })).statusCode).toBe(200)
    timesInMs.push(elapsedInMs())
  }
  return timesInMs
}

/** Returns small files with very many pixels, and files whose header states a wrong size. */
async function createBombs(): Promise<Uint8Array[]> {
  const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  // height and width of the frame header
  const largeJpeg = Buffer.from(jpeg)
  const frame = largeJpeg.indexOf(Buffer.from([0xff, 0xc0]))
  largeJpeg.writeUInt32BE(0xff_ff_ff_ff, frame + 5)
  const png = blankPng(16_000)
  const longChunk = Buffer.from(png)
  longChunk.writeUInt32BE(0x7f_ff_ff_ff, png.indexOf('IDAT') - 4)
  return [png, largeJpeg, longChunk, png.subarray(0, 1_000)]
}

it('two hundred pictures with few bytes and very many pixels at once', async () => {
  const selfie = await readFile(join(projectRoot, 'demo/selfies/good-a01-andrei.jpg'))
  // loads the face models
  expect((await sendPicture(selfie, '203.0.113.1')).statusCode).toBe(200)
  const kinds = await createBombs()
  const timesAloneInMs = await timeLists(40)
  const memoryBefore = readMemory()
  let peakMemory = memoryBefore
  const attack = Array.from({ length: bombCount }, async (_, at) => {
    const answer = await sendPicture(kinds[at % kinds.length] ?? selfie, `198.51.${at >> 4}.${at & 15}`)
    if (at % 10 === 0) peakMemory = Math.max(peakMemory, readMemory())
    return answer
  })
  const timesDuringAttackInMs = await timeLists(40)
  const answers = await Promise.all(attack)
  const honestResponse = await sendPicture(selfie, '203.0.113.2')
  const refusals = answers.filter(({ statusCode }) => [400, 413, 415, 422].includes(statusCode))
  const growthInMb = Math.round((peakMemory - memoryBefore) / megabyteInBytes)
  reportFigures('pictures with very many pixels, at once', {
    accepted: countTrue(answers.map(({ statusCode }) => statusCode === 200)),
    'refused by their header': `${refusals.length} of ${bombCount}`,
    'growth of memory': `${growthInMb} MB`,
    limit: `${growthLimitInMb} MB`,
    'lists beside them, p95': summarizeTimes(timesDuringAttackInMs).p95,
    'p95 alone': summarizeTimes(timesAloneInMs).p95,
    'honest selfie accepted': countTrue([honestResponse.statusCode === 200]),
  })
  const unexpected = answers.filter((answer) => !refusals.includes(answer) && answer.statusCode !== 503)
  expect(unexpected.map(({ statusCode, body }) => [statusCode, body])).toEqual([])
  expect(growthInMb).toBeLessThan(growthLimitInMb)
  expect(honestResponse.statusCode).toBe(200)
}, 120_000)

/** Returns the body of a form with a selfie that is filled up to the largest accepted size. */
async function createLargeForm(): Promise<{ boundary: string; body: Buffer }> {
  const boundary = 'a-boundary-of-forms'
  const picture = Buffer.alloc(maxSelfieSizeInBytes)
  picture.set(await readFile(join(projectRoot, 'demo/selfies/good-a01-andrei.jpg')))
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="face.jpg"\r\n\r\n`
  return {
    boundary,
    body: Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/** Opens a connection that sends a large form from an address. Write the body to it. */
function openLargeUpload({ boundary, body }: { boundary: string; body: Buffer }, address: string) {
  return sendRequest({
    port: (server.app.server.address() as AddressInfo).port,
    host: '127.0.0.1',
    method: sendSelfie.method,
    path: `${toRoute(sendSelfie)}?albumId=${event.albumId}`,
    agent,
    headers: {
      host: 'one.test',
      'x-forwarded-for': address,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': body.byteLength,
    },
  })
}

async function sendLargeUpload(form: { boundary: string; body: Buffer }, address: string) {
  const upload = openLargeUpload(form, address)
  // all uploads share the bytes, so that the memory of this process is that of the server
  upload.end(form.body)
  const [response] = (await once(upload, 'response')) as [IncomingMessage]
  const { code } = (await json(response)) as { code?: string }
  return { status: response.statusCode, code, retryAfter: Number(response.headers['retry-after']) }
}

it('two hundred selfies of 8 MB at once', async () => {
  const form = await createLargeForm()
  // loads the face models
  expect((await sendLargeUpload(form, '203.0.113.3')).status).toBe(200)
  const memoryBefore = process.memoryUsage.rss()
  let peakMemory = memoryBefore
  const sampling = setInterval(() => {
    peakMemory = Math.max(peakMemory, process.memoryUsage.rss())
  }, 20)
  const answers = await Promise.all(
    Array.from({ length: bombCount }, (_, at) => sendLargeUpload(form, `198.18.${at >> 4}.${at & 15}`)),
  )
  clearInterval(sampling)
  const refusals = answers.filter(({ status }) => status === 503)
  const accepted = answers.filter(({ status }) => status === 200)
  const selfie = await readFile(join(projectRoot, 'demo/selfies/good-a01-andrei.jpg'))
  const honestResponse = await sendPicture(selfie, '203.0.113.4')
  const growthInMb = Math.round((peakMemory - memoryBefore) / megabyteInBytes)
  reportFigures('selfies of 8 MB, at once', {
    accepted: `${accepted.length} of ${bombCount}`,
    'refused with Retry-After': countTrue(refusals.map(({ retryAfter }) => retryAfter > 0)),
    'growth of memory': `${growthInMb} MB`,
    limit: `${growthLimitInMb} MB`,
    'honest selfie accepted': countTrue([honestResponse.statusCode === 200]),
  })
  expect(accepted.length + refusals.length).toBe(bombCount)
  for (const { code, retryAfter } of refusals) {
    expect(code).toBe('Overloaded')
    expect(retryAfter).toBeGreaterThan(0)
  }
  expect(growthInMb).toBeLessThan(growthLimitInMb)
  expect(honestResponse.statusCode).toBe(200)
}, 120_000)

it('large selfies whose clients leave before they are read leave memory for others', async () => {
  const form = await createLargeForm()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  // the embedded database answers no other statement meanwhile, so that the calls reach their bodies only afterwards
  const transaction = server.services.db.transaction(async (db) => {
    await db.execute(sql`select 1`)
    await released
  })
  for (let at = 1; at <= 40; at++) {
    const received = once(server.app.server, 'request')
    const upload = openLargeUpload(form, `198.19.2.${at}`)
    upload.on('error', () => undefined)
    upload.flushHeaders()
    const [request] = (await received) as [IncomingMessage]
    // `once` of node:events would reject: the request reports an error first
    const closed = new Promise((resolve) => request.once('close', resolve))
    upload.destroy()
    await closed
  }
  release()
  await transaction
  let host = 0
  await vi.waitFor(async () => expect((await sendLargeUpload(form, `198.19.3.${++host}`)).status).toBe(200), {
    timeout: 60_000,
  })
}, 120_000)

it('large selfies that break off leave memory for others', async () => {
  const form = await createLargeForm()
  const uploads: ClientRequest[] = []
  for (let at = 1; at <= 40; at++) {
    const received = once(server.app.server, 'request')
    const upload = openLargeUpload(form, `198.19.0.${at}`)
    upload.on('error', () => undefined)
    upload.on('response', (response) => response.resume())
    upload.write(form.body.subarray(0, megabyteInBytes))
    await received
    uploads.push(upload)
  }
  let host = 0
  const expectStatus = (status: number) =>
    vi.waitFor(
      // a new address each time, so that the limit of selfies per minute does not apply
      async () => expect((await sendLargeUpload(form, `198.19.1.${++host}`)).status).toBe(status),
      { timeout: 60_000 },
    )
  await expectStatus(503)
  for (const upload of uploads) upload.destroy()
  await expectStatus(200)
}, 120_000)
