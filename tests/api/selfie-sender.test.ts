import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Selfie } from '../../contract/recognition.ts'
import { forgetSent } from '../../contract/uploads.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { Failure } from '../../server/platform/http/problem.ts'
import { sendSelfie } from '../../src/features/selfie/sync/upload-selfie.ts'
import { isApiError } from '../../src/lib/api.ts'
import { type SelfieRecord, selfies } from '../../src/lib/memory/index.ts'
import {
  buildPicture,
  createCountingRecognition,
  createUploader,
  type Picture,
  readStoredState,
} from '../support/data/pictures.ts'
import { createTestEvent } from '../support/data/race.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'
import { openUploadProxy, type UploadProxy } from '../support/server/upload-proxy.ts'

// Node has no IndexedDB: a map replaces the collection of records.
vi.mock('../../src/lib/memory/index.ts', () => {
  const records = new Map<string, unknown>()
  const setRecord = (key: string, value: unknown) =>
    value === undefined ? records.delete(key) : records.set(key, value)
  return {
    selfies: {
      get: async (key: string) => records.get(key),
      put: async (key: string, value: unknown) => void setRecord(key, value),
      change: async (key: string, change: (before: unknown) => unknown) => {
        const after = change(records.get(key))
        setRecord(key, after)
        return after
      },
      remove: async (key: string) => void setRecord(key, undefined),
    },
  }
})

/** Responses of servers without resumable uploads. */
const unsupportedResponses = [
  [404, 'NotFound'],
  [405, 'MethodNotAllowed'],
  [501, 'NotImplemented'],
] as const

const recognition = createCountingRecognition()

let testServer: SearchServer
let event: EventRow
let uploadProxy: UploadProxy

beforeAll(async () => {
  testServer = await openSearchServer({ index: createFaceIndex(), faces: recognition.faces })
  event = await createTestEvent(testServer.context())
  uploadProxy = await openUploadProxy(testServer)
}, 60_000)
afterAll(async () => {
  await uploadProxy.close()
  await testServer.close()
})
beforeEach(() => uploadProxy.reset())

/** Stores a selfie on the device. */
async function storeSelfie(picture: Picture, changes: Partial<SelfieRecord> = {}): Promise<void> {
  await selfies.put(picture.key, {
    id: picture.key,
    eventId: event.id,
    albumId: event.albumId,
    takenOn: 0,
    mime: 'image/jpeg',
    bytes: new Uint8Array(picture.bytes).buffer,
    sha256: picture.sha256,
    sizeInBytes: picture.bytes.byteLength,
    stage: 'saved',
    ...changes,
  })
}

const fractions: number[] = []

/** Sends a selfie as one attempt of the outbox. */
function send({ key: id }: Picture): Promise<Selfie | undefined> {
  return sendSelfie(id, {
    signal: new AbortController().signal,
    onProgress: (fraction) => void fractions.push(fraction),
  })
}

const expectFailure = (picture: Picture, ...codes: Parameters<typeof isApiError>[1][]) =>
  expect(send(picture)).rejects.toSatisfy((error) => isApiError(error, ...codes))

describe('sending a selfie', () => {
  it('stores the answer on the phone, and deletes all bytes', async () => {
    const picture = buildPicture(300_000)
    await storeSelfie(picture)
    const selfie = await send(picture)
    const record = await selfies.get(picture.key)
    expect(record).toMatchObject({ stage: 'answered', selfie })
    expect([record?.bytes, record?.uploadId, record?.offset]).toEqual([undefined, undefined, undefined])
    expect(fractions.at(-1)).toBe(1)
    expect(await readStoredState(testServer, picture)).toEqual({ pieces: 0, selfies: 1, state: 'Answered' })
    expect(await send(picture)).toEqual(selfie)
  })

  it('receives the same verdict after a lost answer, without a second upload or recognition', async () => {
    const picture = buildPicture(100_000)
    await storeSelfie(picture)
    uploadProxy.set([{ fault: { type: 'drop-reply' }, path: /\/selfie\?/, times: 2 }])
    await expectFailure(picture, 'NoResponse')
    expect(await selfies.get(picture.key)).toMatchObject({ stage: 'saved', offset: 100_000 })
    await expectFailure(picture, 'NoResponse')
    expect((await send(picture))?.state).toBe('Ready')
    expect(uploadProxy.countSentBytes()).toBe(100_000)
    expect(recognition.countReads(picture)).toBe(1)
    expect(await readStoredState(testServer, picture)).toMatchObject({ selfies: 1 })
  })

  it('waits for Retry-After of a full service, and sends no byte again', async () => {
    const picture = buildPicture(100_000)
    await storeSelfie(picture)
    recognition.runBeforeResult(async () => {
      throw new Failure('Overloaded', { retryAfterInSeconds: 60 })
    })
    await expect(send(picture)).rejects.toMatchObject({ code: 'Overloaded', retryAfterInMs: 60_000 })
    recognition.runBeforeResult(async () => undefined)
    expect(await selfies.get(picture.key)).toMatchObject({ stage: 'saved', offset: 100_000 })
    expect((await send(picture))?.state).toBe('Ready')
    expect(uploadProxy.countSentBytes()).toBe(100_000)
  })

  it('survives ten network losses in a row and arrives exactly once', async () => {
    const picture = buildPicture(300_000)
    await storeSelfie(picture)
    uploadProxy.set([
      { fault: { type: 'cut', way: 'request', afterBytes: [0, 20_000] }, method: 'PATCH', times: 10 },
      { fault: { type: 'drop-reply' }, method: 'HEAD', share: 0.5, times: 10 },
      { fault: { type: 'drop-reply' }, method: 'POST', times: 2 },
    ])
    let selfie: Selfie | undefined
    for (let flush = 0; flush < 40 && !selfie; flush++) {
      selfie = await send(picture).catch((error: unknown) => {
        if (!isApiError(error, 'NoResponse')) throw error
        return undefined
      })
    }
    expect(selfie?.state).toBe('Ready')
    expect(recognition.countReads(picture)).toBe(1)
    expect(await readStoredState(testServer, picture)).toEqual({ pieces: 0, selfies: 1, state: 'Answered' })
  }, 60_000)

  it('that waited longer than the service keeps partial uploads starts over', async () => {
    const picture = buildPicture(200_000)
    await storeSelfie(picture)
    uploadProxy.set([{ fault: { type: 'cut', way: 'request', afterBytes: 0 }, method: 'PATCH', skip: 1 }])
    await expectFailure(picture, 'NoResponse')
    uploadProxy.clear()
    testServer.moveClock(25 * 3_600_000)
    expect((await send(picture))?.state).toBe('Ready')
    // The same applies when only the result was still missing.
    const latePicture = buildPicture(1000)
    await storeSelfie(latePicture)
    uploadProxy.set([{ fault: { type: 'refuse' }, path: /\/selfie\?/ }])
    await expectFailure(latePicture, 'NoResponse')
    uploadProxy.clear()
    testServer.moveClock(25 * 3_600_000)
    expect((await send(latePicture))?.state).toBe('Ready')
  })

  it('that the service refuses is done, with the reason, and stays visible', async () => {
    const picture = buildPicture(1000, 'no face')
    await storeSelfie(picture)
    expect(await send(picture)).toBeUndefined()
    const record = await selfies.get(picture.key)
    expect(record).toMatchObject({ stage: 'refused', code: 'FaceNotFound' })
    expect(record?.bytes?.byteLength).toBe(1000)
  })

  it('for a deleted album fails and stays on the phone', async () => {
    const picture = buildPicture(1000)
    await storeSelfie(picture, { albumId: 'unknown' })
    await expectFailure(picture, 'EventNotFound')
    expect(await selfies.get(picture.key)).toMatchObject({ stage: 'saved' })
  })
})

describe('a deleted selfie', () => {
  it('is not sent when deleted before sending', async () => {
    const callCount = uploadProxy.log.length
    expect(await send(buildPicture())).toBeUndefined()
    expect(uploadProxy.log.length).toBe(callCount)
  })

  it('is deleted at the service too when deleted while being sent', async () => {
    const picture = buildPicture(400_000)
    await storeSelfie(picture)
    uploadProxy.set([
      { fault: { type: 'stall', way: 'request', afterBytes: 1000 }, method: 'PATCH', times: 1 },
    ])
    const sending = send(picture)
    await uploadProxy.waitForExchange(({ method, passed }) => method === 'PATCH' && passed.request === 1000)
    await selfies.remove(picture.key)
    uploadProxy.clear()
    expect(await sending).toBeUndefined()
    expect(await selfies.get(picture.key)).toBeUndefined()
    expect(await readStoredState(testServer, picture)).toEqual({ pieces: 0, selfies: 0, state: 'Forgotten' })
  })

  it('is not restored by a verdict received later', async () => {
    const picture = buildPicture(1000)
    await storeSelfie(picture)
    recognition.runBeforeResult(() => selfies.remove(picture.key))
    await send(picture)
    recognition.runBeforeResult(async () => undefined)
    expect(await selfies.get(picture.key)).toBeUndefined()
    expect(await readStoredState(testServer, picture)).toEqual({ pieces: 0, selfies: 0, state: 'Forgotten' })
  })

  it('is deleted at the service also where uploads in pieces are not supported', async () => {
    for (const [status, code] of unsupportedResponses) {
      const picture = buildPicture(1000)
      await storeSelfie(picture)
      uploadProxy.set([{ fault: { type: 'answer', status, code }, path: /\/uploads/ }])
      recognition.runBeforeResult(() => selfies.remove(picture.key))
      await send(picture)
      recognition.runBeforeResult(async () => undefined)
      expect(await selfies.get(picture.key)).toBeUndefined()
      expect((await readStoredState(testServer, picture)).selfies).toBe(0)
    }
  })

  it('that was deleted at the service is deleted on the phone', async () => {
    const picture = buildPicture(1000)
    await storeSelfie(picture)
    const { create, send: sendRequest } = createUploader(testServer)
    const { location } = (await create(picture)).headers
    await sendRequest(forgetSent, { headers: { 'idempotency-key': picture.key } })
    await selfies.change(
      picture.key,
      (before) => before && { ...before, uploadId: String(location).split('/').at(-1) },
    )
    expect(await send(picture)).toBeUndefined()
    expect(await selfies.get(picture.key)).toBeUndefined()
  })
})

it('uploads in one request, under the same key, where pieces are not supported', async () => {
  for (const [status, code] of unsupportedResponses) {
    const picture = buildPicture(100_000)
    await storeSelfie(picture)
    uploadProxy.set([{ fault: { type: 'answer', status, code }, path: /\/uploads/ }])
    const selfie = await send(picture)
    expect(await selfies.get(picture.key)).toMatchObject({ stage: 'answered', selfie })
    expect(await readStoredState(testServer, picture)).toEqual({ pieces: 0, selfies: 1, state: undefined })
  }
})
