import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listPhotos } from '../../contract/photos.ts'
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

let vision: Vision
let server: SearchServer
let event: EventRow
beforeAll(async () => {
  vision = createVision({ modelsFolder: join(projectRoot, 'dist', 'models'), photoWorkers: 1 })
  server = await openSearchServer({
    index: createFaceIndex(),
    faces: vision.faces,
    env: { VISION_WORKERS: '1' },
  })
  event = await createTestEvent(server.context())
  for (let photo = 0; photo < 20; photo++) await createPhoto(server.context(), event, {})
}, 120_000)
afterAll(async () => {
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
