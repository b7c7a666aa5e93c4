import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chunkSizeInBytes } from '../../contract/uploads.ts'
import { isApiError } from '../../src/lib/api.ts'
import { type UploadState, uploadWithResume } from '../../src/lib/resume-upload.ts'
import { timeouts } from '../../src/lib/transport.ts'
import { buildPicture, createUploader, type Picture } from '../support/data/pictures.ts'
import { openUploadProxy, type UploadProxy } from '../support/server/upload-proxy.ts'
import { openUploadServer, type UploadServer } from '../support/server/upload-server.ts'

const defaultTimeouts = { ...timeouts }

let testServer: UploadServer
let link: UploadProxy

beforeAll(async () => {
  testServer = await openUploadServer()
  link = await openUploadProxy(testServer)
}, 60_000)
afterAll(async () => {
  await link.close()
  await testServer.close()
})
beforeEach(() => link.reset())
afterEach(() => Object.assign(timeouts, defaultTimeouts))

/** Creates a device that sends a picture and stores its progress. */
function createDevice(picture: Picture) {
  const places: UploadState[] = []
  const fractions: number[] = []
  const bytes = new Uint8Array(picture.bytes).buffer
  return {
    places,
    fractions,
    send: (signal?: AbortSignal) =>
      uploadWithResume(
        { key: picture.key, sha256: picture.sha256, bytes, ...places.at(-1) },
        {
          signal,
          onStateChange: (place) => void places.push(place),
          onProgress: (fraction) => void fractions.push(fraction),
        },
      ),
  }
}

/** Expects that the server has the whole file with the announced hash, and recognizes it. */
async function expectArrived(picture: Picture, uploadId: string): Promise<void> {
  const { head, recognise: verdict } = createUploader(testServer)
  expect((await head(uploadId)).headers['upload-offset']).toBe(String(picture.bytes.byteLength))
  expect((await verdict(uploadId, testServer.event.albumId)).statusCode).toBe(200)
  expect(testServer.recognition.countReads(picture)).toBe(1)
}

describe('a picture', () => {
  it('uploads fully on a good network: no byte twice, with progress after each step', async () => {
    const picture = buildPicture(300_000)
    const { send, places, fractions } = createDevice(picture)
    const uploadId = await send()
    expect(link.countSentBytes()).toBe(300_000)
    expect(places[0]).toEqual({ uploadId, offset: 0 })
    expect(places[1]).toEqual({ uploadId, offset: chunkSizeInBytes })
    expect(places.at(-1)).toEqual({ uploadId, offset: 300_000 })
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b))
    expect([fractions[0], fractions.at(-1)]).toEqual([0, 1])
    await expectArrived(picture, uploadId)
  })

  it('with an interrupted piece resumes, at the cost of at most that piece', async () => {
    const picture = buildPicture(300_000)
    link.set([{ fault: { type: 'cut', way: 'request', afterBytes: 40_000 }, method: 'PATCH', times: 1 }])
    const uploadId = await createDevice(picture).send()
    expect(link.countPieces().interrupted).toBe(1)
    expect(link.countSentBytes() - 300_000).toBeLessThanOrEqual(chunkSizeInBytes)
    await expectArrived(picture, uploadId)
  })

  it('of 4 MB with 40 interruptions arrives once, at the cost of at most a piece each', async () => {
    const picture = buildPicture(4 * 1024 * 1024)
    link.set([
      {
        fault: { type: 'cut', way: 'request', afterBytes: [0, chunkSizeInBytes - 1] },
        method: 'PATCH',
        times: 40,
      },
    ])
    const phone = createDevice(picture)
    let uploadId: string | undefined
    for (let flush = 0; flush < 20 && uploadId === undefined; flush++) {
      uploadId = await phone.send().catch((error: unknown) => {
        // After three consecutive interruptions without progress, the outbox waits and retries.
        if (!isApiError(error, 'NoResponse')) throw error
        return undefined
      })
    }
    expect(uploadId).toBeDefined()
    expect(link.countPieces().interrupted).toBe(40)
    expect(link.countSentBytes() - picture.bytes.byteLength).toBeLessThanOrEqual(40 * chunkSizeInBytes)
    await expectArrived(picture, uploadId ?? '')
  }, 60_000)

  it('with lost answers is not sent again: the client asks for the offset', async () => {
    const picture = buildPicture(200_000)
    link.set([{ fault: { type: 'drop-reply' }, method: 'PATCH', times: 2 }])
    const uploadId = await createDevice(picture).send()
    expect(link.countSentBytes()).toBe(200_000)
    await expectArrived(picture, uploadId)
  })

  it('with a lost creation answer is the same upload on retry', async () => {
    const picture = buildPicture(100_000)
    const phone = createDevice(picture)
    link.set([{ fault: { type: 'drop-reply' }, method: 'POST', times: 1 }])
    await expect(phone.send()).rejects.toSatisfy((error) => isApiError(error, 'NoResponse'))
    expect(phone.places).toEqual([])
    const uploadId = await phone.send()
    expect(link.countSentBytes()).toBe(100_000)
    await expectArrived(picture, uploadId)
  })

  it('that stalls in the middle times out and resumes', async () => {
    timeouts.pieceInMs = 2_000
    const picture = buildPicture(150_000)
    link.set([{ fault: { type: 'stall', way: 'request', afterBytes: 30_000 }, method: 'PATCH', times: 1 }])
    const uploadId = await createDevice(picture).send()
    expect(link.countSentBytes() - 150_000).toBeLessThanOrEqual(
      link.countPieces().interrupted * chunkSizeInBytes,
    )
    await expectArrived(picture, uploadId)
  })

  it('whose page was killed resumes from the stored position', async () => {
    const picture = buildPicture(400_000)
    const phone = createDevice(picture)
    const abortController = new AbortController()
    link.set([
      // a slow link, so that the pieces stay small
      { fault: { type: 'latency', roundTripInMs: 700 }, method: 'PATCH', times: 1 },
      { fault: { type: 'stall', way: 'request', afterBytes: 20_000 }, method: 'PATCH', skip: 1 },
    ])
    const sending = phone.send(abortController.signal)
    await link.waitForExchange(({ method, passed }) => method === 'PATCH' && passed.request === 20_000)
    abortController.abort()
    await expect(sending).rejects.toSatisfy((error) => (error as Error).name === 'AbortError')
    link.clear()
    const uploadId = await phone.send()
    expect(phone.places[0]?.uploadId).toBe(uploadId)
    expect(link.countSentBytes() - 400_000).toBeLessThanOrEqual(chunkSizeInBytes)
    await expectArrived(picture, uploadId)
  })

  it('sent twice concurrently arrives once', async () => {
    const picture = buildPicture(500_000)
    const ids = await Promise.all([createDevice(picture).send(), createDevice(picture).send()])
    expect(ids[0]).toBe(ids[1])
    await expectArrived(picture, ids[0])
  })

  it('that the service dropped starts over', async () => {
    const picture = buildPicture(200_000)
    const phone = createDevice(picture)
    phone.places.push({ uploadId: 'unknown', offset: 65_536 })
    const uploadId = await phone.send()
    expect(phone.places.slice(1, 3).map(({ offset }) => offset)).toEqual([0, 65_536])
    await expectArrived(picture, uploadId)
  })

  it('that a proxy damages is sent from the start, and given up in the end', async () => {
    const picture = buildPicture(1000)
    const damagedPicture = { ...picture, bytes: buildPicture(1000).bytes }
    await expect(createDevice(damagedPicture).send()).rejects.toSatisfy((error) =>
      isApiError(error, 'ChecksumMismatch'),
    )
    expect(link.countPieces().started).toBe(3)
    await expectArrived(picture, await createDevice(picture).send())
  })
})

describe('a picture stays on the phone', () => {
  const expectRefusal = (code: Parameters<typeof isApiError>[1]) =>
    expect
      .soft(createDevice(buildPicture(100_000)).send())
      .rejects.toSatisfy((error) => isApiError(error, code))

  it.each([200, 302, 511] as const)('when a captive portal answers with %i', async (status) => {
    link.set([{ fault: { type: 'portal', status } }])
    await expectRefusal('NoResponse')
    link.set([{ fault: { type: 'portal', status }, method: 'PATCH' }])
    await expectRefusal('NoResponse')
    link.set([
      { fault: { type: 'portal', status }, method: 'HEAD' },
      { fault: { type: 'drop-reply' }, method: 'PATCH' },
    ])
    await expectRefusal('NoResponse')
  })

  it('when the network is gone, or a proxy has no server', async () => {
    link.set([{ fault: { type: 'refuse' } }])
    await expectRefusal('NoResponse')
    link.set([{ fault: { type: 'page', status: 502 } }])
    await expectRefusal('NoResponse')
  })

  it('after three pieces without a byte received', async () => {
    link.set([{ fault: { type: 'cut', way: 'request', afterBytes: 0 }, method: 'PATCH' }])
    await expectRefusal('NoResponse')
    expect(link.countPieces().started).toBe(3)
  })

  it('when the service does not support pieces, or is overloaded, with its own code', async () => {
    for (const [status, code] of [
      [404, 'NotFound'],
      [405, 'MethodNotAllowed'],
      [501, 'NotImplemented'],
    ] as const) {
      link.set([{ fault: { type: 'answer', status, code }, method: 'POST' }])
      await expectRefusal('NotImplemented')
    }
    link.set([{ fault: { type: 'answer', status: 503, code: 'Overloaded' }, method: 'PATCH' }])
    await expectRefusal('Overloaded')
  })
})
