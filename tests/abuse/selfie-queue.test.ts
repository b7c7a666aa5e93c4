import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, it } from 'vitest'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { createVision } from '../../server/adapters/vision/vision.ts'
import type { FacesPort } from '../../server/features/recognition/ports.ts'
import { sha256 } from '../../server/platform/ids.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { openFindingWorld } from '../world/finding.ts'
import { aPicture, codeOf, type Picture, refused, uploader } from '../world/pictures.ts'
import { anEvent, faceOf } from '../world/race.ts'

let close = async () => {}
afterEach(() => close())

/** Opens a server with one recognition thread, which is blocked until released. */
async function openBusyWorld() {
  const measured: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const faces: FacesPort = {
    readSelfie: async (bytes) => {
      await released
      measured.push(sha256(bytes))
      return { embedding: faceOf(measured.length) }
    },
    close: async () => undefined,
  }
  const world = await openFindingWorld({ index: createFaceIndex(), faces, env: { VISION_WORKERS: '1' } })
  close = async () => {
    release()
    await world.close()
  }
  const { albumId } = await anEvent(world.context())
  const from = (address: string) => uploader(world, { address })
  return { measured, release, albumId, from }
}

const many = (count: number) => Array.from({ length: count }, () => aPicture())
/** Waits until the requests are queued; they are all in this process. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 1_000))
const placeOf = ({ sha256: hash }: Picture, measured: readonly string[]) => measured.indexOf(hash)

it('measures the selfie of a runner ahead of the thirty that one address has sent before', async () => {
  const { measured, release, albumId, from } = await openBusyWorld()
  const attack = many(30).map((picture) => from('198.51.100.7').whole(picture, albumId))
  await settled()
  const honest = aPicture()
  const answer = from('203.0.113.5').whole(honest, albumId)
  await settled()
  release()
  expect((await answer).statusCode).toBe(200)
  await Promise.all(attack)
  // after the one in progress, and the first one of the other address
  expect(placeOf(honest, measured)).toBeLessThanOrEqual(2)
  expect(measured).toHaveLength(31)
}, 120_000)

it('does the same for a picture that came in pieces, and counts a network of IPv6 as one address', async () => {
  const { measured, release, albumId, from } = await openBusyWorld()
  const attack = many(30).map((picture, at) => from(`2001:db8:0:7::${at + 1}`).whole(picture, albumId))
  await settled()
  const honest = aPicture()
  const runner = from('203.0.113.5')
  const answer = runner.verdict(await runner.sent(honest), albumId, honest.key)
  await settled()
  release()
  expect((await answer).statusCode).toBe(200)
  await Promise.all(attack)
  expect(placeOf(honest, measured)).toBeLessThanOrEqual(2)
}, 120_000)

it('refuses with a time to wait what is beyond its places, and takes a first selfie even then', async () => {
  const { release, albumId, from } = await openBusyWorld()
  const attack = ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4'].flatMap((address) =>
    many(30).map((picture) => from(address).whole(picture, albumId)),
  )
  await settled()
  const answer = from('203.0.113.5').whole(aPicture(), albumId)
  await settled()
  release()
  expect((await answer).statusCode).toBe(200)
  const refusals = (await Promise.all(attack)).filter(({ statusCode }) => statusCode !== 200)
  // of 120, one was in progress, 64 were queued, and one of those was displaced
  expect(refusals).toHaveLength(56)
  for (const response of refusals) {
    expect(codeOf(response)).toEqual(refused('Overloaded'))
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  }
}, 120_000)

it('refuses a selfie of more than 16 megapixels by its header, without reading on', async () => {
  const vision = createVision({ modelsFolder: join(projectRoot, 'dist', 'models'), photoWorkers: 1 })
  const world = await openFindingWorld({ index: createFaceIndex(), faces: vision.faces })
  close = async () => {
    await world.close()
    await vision.close()
  }
  const { albumId } = await anEvent(world.context())
  const send = async (width: number, height: number) => {
    const whole = await sharp({ create: { width, height, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer()
    // only the header: decoding fails with ImageDamaged
    const bytes = whole.subarray(0, 2_000)
    return uploader(world).whole({ ...aPicture(), bytes }, albumId)
  }
  const tooLarge = await send(4_001, 4_000)
  expect(codeOf(tooLarge)).toEqual(refused('TooManyPixels'))
  expect(tooLarge.body).toContain('16')
  expect(codeOf(await send(4_000, 4_000))).toEqual(refused('ImageDamaged'))
}, 120_000)
