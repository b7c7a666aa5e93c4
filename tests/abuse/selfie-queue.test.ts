import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, it } from 'vitest'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { createVision } from '../../server/adapters/vision/vision.ts'
import type { FacesPort } from '../../server/features/recognition/ports.ts'
import { sha256 } from '../../server/platform/ids.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { countTrue, inMs, report, startWatch, summarizeTimes } from '../support/data/figures.ts'
import { aPicture, type Picture, readStatusAndCode, refused, uploader } from '../support/data/pictures.ts'
import { anEvent, buildFace } from '../support/data/race.ts'
import { openSearchServer } from '../support/server/search-server.ts'

let close = async () => {}
afterEach(() => close())

/** Opens a server with one recognition thread, which is blocked until released. */
async function openBusyServer() {
  const measured: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const faces: FacesPort = {
    readSelfie: async (bytes) => {
      await released
      measured.push(sha256(bytes))
      return { embedding: buildFace(measured.length) }
    },
    close: async () => undefined,
  }
  const server = await openSearchServer({ index: createFaceIndex(), faces, env: { VISION_WORKERS: '1' } })
  close = async () => {
    release()
    await server.close()
  }
  const { albumId } = await anEvent(server.context())
  const from = (address: string) => uploader(server, { address })
  return { measured, release, albumId, from }
}

const many = (count: number) => Array.from({ length: count }, () => aPicture())
/** Waits until the requests are queued; they are all in this process. */
const allQueued = () => new Promise((resolve) => setTimeout(resolve, 1_000))
/** Limit for a first selfie; reported, not asserted. */
const limitInMs = 3_000

const findPosition = ({ sha256: hash }: Picture, measured: readonly string[]) => measured.indexOf(hash)

it('measures the selfie of a runner ahead of the thirty that one address has sent before', async () => {
  const { measured, release, albumId, from } = await openBusyServer()
  const attack = many(30).map((picture) => from('198.51.100.7').whole(picture, albumId))
  await allQueued()
  const honest = aPicture()
  const answer = from('203.0.113.5').whole(honest, albumId)
  await allQueued()
  release()
  expect((await answer).statusCode).toBe(200)
  await Promise.all(attack)
  report('thirty selfies of one address, the selfie of another', {
    'measured before it': `${findPosition(honest, measured)} of ${attack.length}`,
    limit: 2,
  })
  // preceded by the one in progress and the first one of the other address
  expect(findPosition(honest, measured)).toBeLessThanOrEqual(2)
  expect(measured).toHaveLength(31)
}, 120_000)

it('does the same for a picture that came in pieces, and counts a network of IPv6 as one address', async () => {
  const { measured, release, albumId, from } = await openBusyServer()
  const attack = many(30).map((picture, at) => from(`2001:db8:0:7::${at + 1}`).whole(picture, albumId))
  await allQueued()
  const honest = aPicture()
  const runner = from('203.0.113.5')
  const answer = runner.verdict(await runner.sent(honest), albumId, honest.key)
  await allQueued()
  release()
  expect((await answer).statusCode).toBe(200)
  await Promise.all(attack)
  report('thirty selfies of one IPv6 network, a selfie in pieces', {
    'measured before it': `${findPosition(honest, measured)} of ${attack.length}`,
    limit: 2,
  })
  expect(findPosition(honest, measured)).toBeLessThanOrEqual(2)
}, 120_000)

it('refuses with a time to wait what is beyond its places, and takes a first selfie even then', async () => {
  const { release, albumId, from } = await openBusyServer()
  const attack = ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4'].flatMap((address) =>
    many(30).map((picture) => from(address).whole(picture, albumId)),
  )
  await allQueued()
  const answer = from('203.0.113.5').whole(aPicture(), albumId)
  await allQueued()
  release()
  const { statusCode } = await answer
  const refusals = (await Promise.all(attack)).filter((response) => response.statusCode !== 200)
  report('selfies of four addresses, the first one of another', {
    refused: `${refusals.length} of ${attack.length}`,
    places: 64,
    'with Retry-After': countTrue(refusals.map(({ headers }) => Number(headers['retry-after']) > 0)),
    'selfie of the other accepted': countTrue([statusCode === 200]),
  })
  expect(statusCode).toBe(200)
  // of 120, one was in progress, 64 were queued, and one of those was displaced
  expect(refusals).toHaveLength(56)
  for (const response of refusals) {
    expect(readStatusAndCode(response)).toEqual(refused('Overloaded'))
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  }
}, 120_000)

/** Opens a server with real recognition of one selfie at a time. */
async function openVisionServer() {
  const vision = createVision({ modelsFolder: join(projectRoot, 'dist', 'models'), photoWorkers: 1 })
  const env = { VISION_WORKERS: '1' }
  const server = await openSearchServer({ index: createFaceIndex(), faces: vision.faces, env })
  close = async () => {
    await server.close()
    await vision.close()
  }
  const { albumId } = await anEvent(server.context())
  return {
    /** Sends bytes as a picture; from a random address by default. */
    send: (bytes: Uint8Array, address?: string) =>
      uploader(server, { ...(address !== undefined && { address }) }).whole(
        { ...aPicture(), bytes },
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
      const elapsedInMs = startWatch()
      expect((await send(selfie, `${network}.${host}`)).statusCode).toBe(200)
      timesInMs.push(elapsedInMs())
    }
    return timesInMs
  }
  // loads the face models
  await timeSelfies(1, '192.0.2')
  const idle = await timeSelfies(5, '198.18.0')

  let answered = 0
  const attack = Array.from({ length: 30 }, () =>
    send(large, '198.51.100.7').then(() => {
      answered += 1
    }),
  )
  await allQueued()
  const flooded = await timeSelfies(20, '203.0.113')
  report('thirty selfies of 16 megapixels of one address, until a first selfie is answered', {
    selfies: flooded.length,
    ...summarizeTimes(flooded),
    limit: inMs(limitInMs),
    'p95 without the flood': summarizeTimes(idle).p95,
    'flood that still waits': attack.length - answered,
  })
  await Promise.all(attack)
}, 120_000)

it('refuses a selfie of more than 16 megapixels by its header, without reading on', async () => {
  const server = await openVisionServer()
  const send = async (width: number, height: number) => {
    const whole = await sharp({ create: { width, height, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer()
    // only the header: decoding fails with ImageDamaged
    const bytes = whole.subarray(0, 2_000)
    return server.send(bytes)
  }
  const tooLarge = await send(4_001, 4_000)
  report('selfie of more than 16 megapixels', {
    'refused by its header': countTrue([readStatusAndCode(tooLarge)[1] === 'TooManyPixels']),
  })
  expect(readStatusAndCode(tooLarge)).toEqual(refused('TooManyPixels'))
  expect(tooLarge.body).toContain('16')
  expect(readStatusAndCode(await send(4_000, 4_000))).toEqual(refused('ImageDamaged'))
}, 120_000)
