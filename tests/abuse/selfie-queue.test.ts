import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, it } from 'vitest'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { createVision } from '../../server/adapters/vision/vision.ts'
import { sha256 } from '../../server/platform/ids.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { createFacesPort } from '../support/data/faces-port.ts'
import {
  countTrue,
  formatMilliseconds,
  reportFigures,
  startStopwatch,
  summarizeTimes,
} from '../support/data/figures.ts'
import {
  buildPicture,
  createUploader,
  type Picture,
  readStatusAndCode,
  toStatusAndCode,
} from '../support/data/pictures.ts'
import { buildEmbedding, createTestEvent } from '../support/data/race.ts'
import { openSearchServer } from '../support/server/search-server.ts'

let closeServer = async () => {}
afterEach(() => closeServer())

/** Opens a server with one recognition worker, which is blocked until released. */
async function openBusyServer() {
  const analyzedHashes: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const faces = createFacesPort(async (bytes) => {
    await released
    analyzedHashes.push(sha256(bytes))
    return { embedding: buildEmbedding(analyzedHashes.length) }
  })
  const server = await openSearchServer({ index: createFaceIndex(), faces, env: { VISION_WORKERS: '1' } })
  closeServer = async () => {
    release()
    await server.close()
  }
  const { albumId } = await createTestEvent(server.context())
  const createUploaderAt = (address: string) => createUploader(server, { address })
  return { analyzedHashes, release, albumId, createUploaderAt }
}

const buildPictures = (count: number) => Array.from({ length: count }, () => buildPicture())
/** Waits until the requests are queued; they are all in this process. */
const waitUntilQueued = () => new Promise((resolve) => setTimeout(resolve, 1_000))
/** Limit for a first selfie; reported, not asserted. */
const limitInMs = 3_000

const findPosition = ({ sha256: hash }: Picture, analyzedHashes: readonly string[]) =>
  analyzedHashes.indexOf(hash)

it('measures the selfie of a runner ahead of the thirty that one address has sent before', async () => {
  const { analyzedHashes, release, albumId, createUploaderAt } = await openBusyServer()
  const attack = buildPictures(30).map((picture) =>
    createUploaderAt('198.51.100.7').sendAsForm(picture, albumId),
  )
  await waitUntilQueued()
  const honestPicture = buildPicture()
  const answer = createUploaderAt('203.0.113.5').sendAsForm(honestPicture, albumId)
  await waitUntilQueued()
  release()
  expect((await answer).statusCode).toBe(200)
  await Promise.all(attack)
  reportFigures('thirty selfies of one address, the selfie of another', {
    'measured before it': `${findPosition(honestPicture, analyzedHashes)} of ${attack.length}`,
    limit: 2,
  })
  // preceded by the one in progress and the first one of the other address
  expect(findPosition(honestPicture, analyzedHashes)).toBeLessThanOrEqual(2)
  expect(analyzedHashes).toHaveLength(31)
}, 120_000)

it('does the same for a picture that came in pieces, and counts a network of IPv6 as one address', async () => {
  const { analyzedHashes, release, albumId, createUploaderAt } = await openBusyServer()
  const attack = buildPictures(30).map((picture, at) =>
    createUploaderAt(`2001:db8:0:7::${at + 1}`).sendAsForm(picture, albumId),
  )
  await waitUntilQueued()
  const honestPicture = buildPicture()
  const runner = createUploaderAt('203.0.113.5')
  const answer = runner.recognise(await runner.uploadAll(honestPicture), albumId, honestPicture.key)
  await waitUntilQueued()
  release()
  expect((await answer).statusCode).toBe(200)
  await Promise.all(attack)
  reportFigures('thirty selfies of one IPv6 network, a selfie in pieces', {
    'measured before it': `${findPosition(honestPicture, analyzedHashes)} of ${attack.length}`,
    limit: 2,
  })
  expect(findPosition(honestPicture, analyzedHashes)).toBeLessThanOrEqual(2)
}, 120_000)

it('refuses with a time to wait what is beyond its places, and takes a first selfie even then', async () => {
  const { release, albumId, createUploaderAt } = await openBusyServer()
  const attack = ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4'].flatMap((address) =>
    buildPictures(30).map((picture) => createUploaderAt(address).sendAsForm(picture, albumId)),
  )
  await waitUntilQueued()
  const answer = createUploaderAt('203.0.113.5').sendAsForm(buildPicture(), albumId)
  await waitUntilQueued()
  release()
  const { statusCode } = await answer
  const refusals = (await Promise.all(attack)).filter((response) => response.statusCode !== 200)
  reportFigures('selfies of four addresses, the first one of another', {
    refused: `${refusals.length} of ${attack.length}`,
    places: 64,
    'with Retry-After': countTrue(refusals.map(({ headers }) => Number(headers['retry-after']) > 0)),
    'selfie of the other accepted': countTrue([statusCode === 200]),
  })
  expect(statusCode).toBe(200)
  // of 120, one was in progress, 64 were queued, and one of those was displaced
  expect(refusals).toHaveLength(56)
  for (const response of refusals) {
    expect(readStatusAndCode(response)).toEqual(toStatusAndCode('Overloaded'))
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  }
}, 120_000)

/** Opens a server with real recognition of one selfie at a time. */
async function openVisionServer() {
  const vision = createVision({ modelsFolder: join(projectRoot, 'dist', 'models'), photoWorkers: 1 })
  const env = { VISION_WORKERS: '1' }
  const server = await openSearchServer({ index: createFaceIndex(), faces: vision.faces, env })
  closeServer = async () => {
    await server.close()
    await vision.close()
  }
  const { albumId } = await createTestEvent(server.context())
  return {
    /** Sends bytes as a picture; from a random address by default. */
    send: (bytes: Uint8Array, address?: string) =>
      createUploader(server, { ...(address !== undefined && { address }) }).sendAsForm(
        { ...buildPicture(), bytes },
        albumId,
      ),
  }
}

it('answers first selfies of runners while one address floods the queue with large ones', async () => {
  const { send } = await openVisionServer()
  const selfie = await readFile(join(projectRoot, 'demo/selfies/good-a01-andrei.jpg'))
  const large = await sharp(selfie).resize(4_000, 4_000).jpeg().toBuffer()
  /** Sends a first selfie from each of several addresses in turn. @returns the milliseconds until each answer */
  const timeSelfies = async (count: number, network: string) => {
    const timesInMs: number[] = []
    for (let host = 1; host <= count; host++) {
      const elapsedInMs = startStopwatch()
      expect((await send(selfie, `${network}.${host}`)).statusCode).toBe(200)
      timesInMs.push(elapsedInMs())
    }
    return timesInMs
  }
  // loads the face models
  await timeSelfies(1, '192.0.2')
  const idleTimesInMs = await timeSelfies(5, '198.18.0')

  let answeredCount = 0
  const attack = Array.from({ length: 30 }, () =>
    send(large, '198.51.100.7').then(() => {
      answeredCount += 1
    }),
  )
  await waitUntilQueued()
  const timesDuringFloodInMs = await timeSelfies(20, '203.0.113')
  reportFigures('thirty selfies of 16 megapixels of one address, until a first selfie is answered', {
    selfies: timesDuringFloodInMs.length,
    ...summarizeTimes(timesDuringFloodInMs),
    limit: formatMilliseconds(limitInMs),
    'p95 without the flood': summarizeTimes(idleTimesInMs).p95,
    'flood that still waits': attack.length - answeredCount,
  })
  await Promise.all(attack)
}, 120_000)

it('refuses a selfie of more than 16 megapixels by its header, without reading on', async () => {
  const server = await openVisionServer()
  const send = async (width: number, height: number) => {
    const jpeg = await sharp({ create: { width, height, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer()
    // only the header: decoding fails with ImageDamaged
    const bytes = jpeg.subarray(0, 2_000)
    return server.send(bytes)
  }
  const tooLarge = await send(4_001, 4_000)
  reportFigures('selfie of more than 16 megapixels', {
    'refused by its header': countTrue([readStatusAndCode(tooLarge)[1] === 'TooManyPixels']),
  })
  expect(readStatusAndCode(tooLarge)).toEqual(toStatusAndCode('TooManyPixels'))
  expect(tooLarge.body).toContain('16')
  expect(readStatusAndCode(await send(4_000, 4_000))).toEqual(toStatusAndCode('ImageDamaged'))
}, 120_000)
