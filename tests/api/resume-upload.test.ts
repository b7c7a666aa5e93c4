import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pieceSizeInBytes } from '../../contract/uploads.ts'
import { isApiError } from '../../src/lib/api.ts'
import { type UploadPlace, uploadWithResume } from '../../src/lib/resume-upload.ts'
import { timeouts } from '../../src/lib/transport.ts'
import { aPicture, type Picture, uploader } from '../support/data/pictures.ts'
import { openPicturesLink, type PicturesLink } from '../support/server/pictures-link.ts'
import { openUploadServer, type UploadServer } from '../support/server/upload-server.ts'

const defaultTimeouts = { ...timeouts }

let testServer: UploadServer
let link: PicturesLink

beforeAll(async () => {
  testServer = await openUploadServer()
  link = await openPicturesLink(testServer)
}, 60_000)
afterAll(async () => {
  await link.close()
  await testServer.close()
})
beforeEach(() => link.begin())
afterEach(() => Object.assign(timeouts, defaultTimeouts))

/** Creates a device that sends a picture and stores its progress. */
function device(picture: Picture) {
  const places: UploadPlace[] = []
  const shares: number[] = []
  const bytes = new Uint8Array(picture.bytes).buffer
  return {
    places,
    shares,
    send: (signal?: AbortSignal) =>
      uploadWithResume(
        { key: picture.key, sha256: picture.sha256, bytes, ...places.at(-1) },
        {
          signal,
          onPlace: (place) => void places.push(place),
          onProgress: (share) => void shares.push(share),
        },
      ),
  }
}

/** Expects that the server has the whole file with the announced hash, and recognizes it. */
async function expectArrived(picture: Picture, uploadId: string): Promise<void> {
  const { head, verdict } = uploader(testServer)
  expect((await head(uploadId)).headers['upload-offset']).toBe(String(picture.bytes.byteLength))
  expect((await verdict(uploadId, testServer.event.albumId)).statusCode).toBe(200)
  expect(testServer.recognition.listReads(picture)).toBe(1)
}

describe('a picture', () => {
  it('uploads fully on a good network: no byte twice, with progress after each step', async () => {
    const picture = aPicture(300_000)
    const { send, places, shares } = device(picture)
    const uploadId = await send()
    expect(link.sentInBytes()).toBe(300_000)
    expect(places[0]).toEqual({ uploadId, offset: 0 })
    expect(places[1]).toEqual({ uploadId, offset: pieceSizeInBytes })
    expect(places.at(-1)).toEqual({ uploadId, offset: 300_000 })
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
    expect([shares[0], shares.at(-1)]).toEqual([0, 1])
    await expectArrived(picture, uploadId)
  })

  it('with an interrupted piece resumes, at the cost of at most that piece', async () => {
    const picture = aPicture(300_000)
    link.set([{ fault: { type: 'cut', way: 'request', afterBytes: 40_000 }, method: 'PATCH', times: 1 }])
    const uploadId = await device(picture).send()
    expect(link.pieces().broken).toBe(1)
    expect(link.sentInBytes() - 300_000).toBeLessThanOrEqual(pieceSizeInBytes)
    await expectArrived(picture, uploadId)
  })

  it('of 4 MB with 40 interruptions arrives once, at the cost of at most a piece each', async () => {
    const picture = aPicture(4 * 1024 * 1024)
    link.set([
      {
        fault: { type: 'cut', way: 'request', afterBytes: [0, pieceSizeInBytes - 1] },
        method: 'PATCH',
        times: 40,
      },
    ])
    const phone = device(picture)
    let uploadId: string | undefined
    for (let flush = 0; flush < 20 && uploadId === undefined; flush++) {
      uploadId = await phone.send().catch((error: unknown) => {
        // After three consecutive interruptions without progress, the outbox waits and retries.
        if (!isApiError(error, 'NoResponse')) throw error
        return undefined
      })
    }
    expect(uploadId).toBeDefined()
    expect(link.pieces().broken).toBe(40)
    expect(link.sentInBytes() - picture.bytes.byteLength).toBeLessThanOrEqual(40 * pieceSizeInBytes)
    await expectArrived(picture, uploadId ?? '')
  }, 60_000)

  it('with lost answers is not sent again: the client asks for the offset', async () => {
    const picture = aPicture(200_000)
    link.set([{ fault: { type: 'drop-reply' }, method: 'PATCH', times: 2 }])
    const uploadId = await device(picture).send()
    expect(link.sentInBytes()).toBe(200_000)
    await expectArrived(picture, uploadId)
  })

  it('with a lost creation answer is the same upload on retry', async () => {
    const picture = aPicture(100_000)
    const phone = device(picture)
    link.set([{ fault: { type: 'drop-reply' }, method: 'POST', times: 1 }])
    await expect(phone.send()).rejects.toSatisfy((error) => isApiError(error, 'NoResponse'))
    expect(phone.places).toEqual([])
    const uploadId = await phone.send()
    expect(link.sentInBytes()).toBe(100_000)
    await expectArrived(picture, uploadId)
  })

  it('that stalls in the middle times out and resumes', async () => {
    timeouts.pieceInMs = 2_000
    const picture = aPicture(150_000)
    link.set([{ fault: { type: 'stall', way: 'request', afterBytes: 30_000 }, method: 'PATCH', times: 1 }])
    const uploadId = await device(picture).send()
    expect(link.sentInBytes() - 150_000).toBeLessThanOrEqual(link.pieces().broken * pieceSizeInBytes)
    await expectArrived(picture, uploadId)
  })

  it('whose page was killed resumes from the stored position', async () => {
    const picture = aPicture(400_000)
    const phone = device(picture)
    const kill = new AbortController()
    link.set([
      // a slow link, so that the pieces stay small
      { fault: { type: 'latency', roundTripInMs: 700 }, method: 'PATCH', times: 1 },
      { fault: { type: 'stall', way: 'request', afterBytes: 20_000 }, method: 'PATCH', skip: 1 },
    ])
    const sending = phone.send(kill.signal)
    await link.seen(({ method, passed }) => method === 'PATCH' && passed.request === 20_000)
    kill.abort()
    await expect(sending).rejects.toSatisfy((error) => (error as Error).name === 'AbortError')
    link.clear()
    const uploadId = await phone.send()
    expect(phone.places[0]?.uploadId).toBe(uploadId)
    expect(link.sentInBytes() - 400_000).toBeLessThanOrEqual(pieceSizeInBytes)
    await expectArrived(picture, uploadId)
  })

  it('sent twice concurrently arrives once', async () => {
    const picture = aPicture(500_000)
    const ids = await Promise.all([device(picture).send(), device(picture).send()])
    expect(ids[0]).toBe(ids[1])
    await expectArrived(picture, ids[0])
  })

  it('that the service dropped starts over', async () => {
    const picture = aPicture(200_000)
    const phone = device(picture)
    phone.places.push({ uploadId: 'unknown', offset: 65_536 })
    const uploadId = await phone.send()
    expect(phone.places.slice(1, 3).map(({ offset }) => offset)).toEqual([0, 65_536])
    await expectArrived(picture, uploadId)
  })

  it('that a proxy damages is sent from the start, and given up in the end', async () => {
    const picture = aPicture(1000)
    const wrong = { ...picture, bytes: aPicture(1000).bytes }
    await expect(device(wrong).send()).rejects.toSatisfy((error) => isApiError(error, 'ChecksumMismatch'))
    expect(link.pieces().begun).toBe(3)
    await expectArrived(picture, await device(picture).send())
  })
})

describe('a picture stays on the phone', () => {
  const refusedWith = (code: Parameters<typeof isApiError>[1]) =>
    expect.soft(device(aPicture(100_000)).send()).rejects.toSatisfy((error) => isApiError(error, code))

  it.each([200, 302, 511] as const)('when a captive portal answers with %i', async (status) => {
    link.set([{ fault: { type: 'portal', status } }])
    await refusedWith('NoResponse')
    link.set([{ fault: { type: 'portal', status }, method: 'PATCH' }])
    await refusedWith('NoResponse')
    link.set([
      { fault: { type: 'portal', status }, method: 'HEAD' },
      { fault: { type: 'drop-reply' }, method: 'PATCH' },
    ])
    await refusedWith('NoResponse')
  })

  it('when the network is gone, or a proxy has no server', async () => {
    link.set([{ fault: { type: 'refuse' } }])
    await refusedWith('NoResponse')
    link.set([{ fault: { type: 'page', status: 502 } }])
    await refusedWith('NoResponse')
  })

  it('after three pieces without a byte received', async () => {
    link.set([{ fault: { type: 'cut', way: 'request', afterBytes: 0 }, method: 'PATCH' }])
    await refusedWith('NoResponse')
    expect(link.pieces().begun).toBe(3)
  })

  it('when the service does not support pieces, or is overloaded, with its own code', async () => {
    for (const [status, code] of [
      [404, 'NotFound'],
      [405, 'MethodNotAllowed'],
      [501, 'NotImplemented'],
    ] as const) {
      link.set([{ fault: { type: 'answer', status, code }, method: 'POST' }])
      await refusedWith('NotImplemented')
    }
    link.set([{ fault: { type: 'answer', status: 503, code: 'Overloaded' }, method: 'PATCH' }])
    await refusedWith('Overloaded')
  })
})
