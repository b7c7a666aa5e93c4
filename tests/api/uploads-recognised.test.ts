import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetSent } from '../../contract/uploads.ts'
import { claimUpload } from '../../server/features/recognition/upload-store.ts'
import {
  buildPicture,
  createUploader,
  readOffset,
  readSelfieId,
  readStatusAndCode,
  readStoredState,
  readUploadId,
  toStatusAndCode,
} from '../support/data/pictures.ts'
import { createTestEvent } from '../support/data/race.ts'
import { openUploadServer, type UploadServer } from '../support/server/upload-server.ts'

const hourInMs = 3_600_000

let testServer: UploadServer

beforeAll(async () => {
  testServer = await openUploadServer()
}, 60_000)
afterAll(() => testServer.close())

describe('a picture that has arrived', () => {
  it('is recognised once for concurrent requests, and a repeat gets the same answer', async () => {
    const { uploadAll: sent, recognise: verdict, create } = createUploader(testServer)
    const picture = buildPicture()
    const uploadId = await sent(picture)
    const requests = Array.from({ length: 5 }, () => verdict(uploadId, testServer.event.albumId, picture.key))
    const ids = (await Promise.all(requests)).map(readSelfieId)
    ids.push(readSelfieId(await verdict(uploadId, testServer.event.albumId)))
    // A client that lost the answer and starts over gets it too.
    const repeated = await create(picture)
    expect([readUploadId(repeated), repeated.headers['upload-offset']]).toEqual([uploadId, '1000'])
    expect(new Set(ids).size).toBe(1)
    expect(testServer.recognition.countReads(picture)).toBe(1)
    expect(await readStoredState(testServer, picture)).toMatchObject({ pieces: 0, selfies: 1 })
  })

  it('and was refused is refused again without another recognition', async () => {
    const { uploadAll: sent, recognise: verdict } = createUploader(testServer)
    const picture = buildPicture(1000, 'no face')
    const uploadId = await sent(picture)
    const answers = await Promise.all([
      verdict(uploadId, testServer.event.albumId),
      verdict(uploadId, testServer.event.albumId),
    ])
    answers.push(await verdict(uploadId, testServer.event.albumId))
    expect(answers.map(readStatusAndCode)).toEqual([1, 2, 3].map(() => toStatusAndCode('FaceNotFound')))
    expect(testServer.recognition.countReads(picture)).toBe(1)
    expect(await readStoredState(testServer, picture)).toEqual({ pieces: 0, selfies: 0, state: 'Answered' })
  })

  it('is one selfie with the same picture sent in one request under its key', async () => {
    const { uploadAll: sent, recognise: verdict } = createUploader(testServer)
    const picture = buildPicture()
    const uploadId = await sent(picture)
    const whole = await createUploader(testServer).sendAsForm(picture, testServer.event.albumId)
    expect(readSelfieId(await verdict(uploadId, testServer.event.albumId))).toBe(readSelfieId(whole))
    expect(testServer.recognition.countReads(picture)).toBe(1)
    expect(await readStoredState(testServer, picture)).toMatchObject({ pieces: 0, selfies: 1 })
    const other = await createTestEvent(testServer.context())
    expect(readStatusAndCode(await verdict(uploadId, other.albumId))).toEqual(
      toStatusAndCode('IdempotencyKeyReused'),
    )
    expect(readStatusAndCode(await verdict(uploadId, 'unknown'))).toEqual(toStatusAndCode('EventNotFound'))
  })

  it('is not read while another process reads it, and is read again after that process died', async () => {
    const { uploadAll: sent, recognise: verdict } = createUploader(testServer)
    const picture = buildPicture()
    const uploadId = await sent(picture)
    const leaseUntil = new Date(testServer.services.clock().getTime() + 30_000)
    expect(await claimUpload(testServer.context(), uploadId, leaseUntil)).toBe(true)
    const busyResponse = await verdict(uploadId, testServer.event.albumId)
    expect([...readStatusAndCode(busyResponse), busyResponse.headers['retry-after']]).toEqual([
      ...toStatusAndCode('Overloaded'),
      '2',
    ])
    testServer.moveClock(30_000)
    expect((await verdict(uploadId, testServer.event.albumId)).statusCode).toBe(200)
    expect(testServer.recognition.countReads(picture)).toBe(1)
  })

  it('can be read again after a failed recognition', async () => {
    const { uploadAll: sent, recognise: verdict } = createUploader(testServer)
    const picture = buildPicture()
    const uploadId = await sent(picture)
    testServer.recognition.runBeforeResult(() => Promise.reject(new Error('out of memory')))
    expect(readStatusAndCode(await verdict(uploadId, testServer.event.albumId))).toEqual(
      toStatusAndCode('Unexpected'),
    )
    testServer.recognition.runBeforeResult(async () => undefined)
    expect((await verdict(uploadId, testServer.event.albumId)).statusCode).toBe(200)
  })
})

describe('after a day', () => {
  it('an upload expires; its bytes are deleted, and the same picture may be sent again', async () => {
    const { create, patch, head, uploadAll: sent } = createUploader(testServer)
    const [halfSentPicture, whole, recentPicture] = [buildPicture(), buildPicture(), buildPicture()]
    const uploadId = readUploadId(await create(halfSentPicture))
    await patch(uploadId, 0, halfSentPicture.bytes.subarray(0, 500))
    await sent(whole)
    testServer.moveClock(24 * hourInMs)
    expect(readStatusAndCode(await patch(uploadId, 500, halfSentPicture.bytes.subarray(500)))).toEqual(
      toStatusAndCode('UploadExpired'),
    )
    expect((await head(uploadId)).statusCode).toBe(410)
    const newUpload = await create(recentPicture)
    testServer.moveClock(hourInMs / 6)
    await testServer.jobs.drain()
    for (const picture of [halfSentPicture, whole])
      expect(await readStoredState(testServer, picture)).toEqual({ pieces: 0, selfies: 0, state: 'Expired' })
    const { rows } = await testServer.services.db.execute(
      sql`select 1 from uploads where state = 'Expired' and (sha256 <> '' or client <> '')`,
    )
    expect(rows).toEqual([])
    expect((await head(readUploadId(newUpload))).statusCode).toBe(204)
    const second = readUploadId(await create(halfSentPicture))
    expect(second).not.toBe(uploadId)
    expect(readOffset(await head(second))).toEqual([204, '0'])
    expect((await head(uploadId)).statusCode).toBe(404)
  })

  it('an upload may be sent again also before the purge', async () => {
    const { create, patch, recognise: verdict } = createUploader(testServer)
    const picture = buildPicture()
    const uploadId = readUploadId(await create(picture))
    await patch(uploadId, 0, picture.bytes)
    testServer.moveClock(24 * hourInMs)
    expect(readStatusAndCode(await verdict(uploadId, testServer.event.albumId))).toEqual(
      toStatusAndCode('UploadExpired'),
    )
    const newUpload = readUploadId(await create(picture))
    expect(await readStoredState(testServer, picture)).toMatchObject({ pieces: 0, state: 'Open' })
    await patch(newUpload, 0, picture.bytes)
    expect((await verdict(newUpload, testServer.event.albumId)).statusCode).toBe(200)
  })

  it('a picture whose selfie has expired may be sent again under its key', async () => {
    const picture = buildPicture()
    const first = readSelfieId(await createUploader(testServer).sendAsForm(picture, testServer.event.albumId))
    testServer.moveClock(24 * hourInMs)
    const second = await createUploader(testServer).sendAsForm(picture, testServer.event.albumId)
    expect(second.statusCode).toBe(200)
    expect(readSelfieId(second)).not.toBe(first)
  })

  it('a tombstone still exists; after eight days it is purged', async () => {
    const { create, send: ask } = createUploader(testServer)
    const picture = buildPicture()
    await ask(forgetSent, { headers: { 'idempotency-key': picture.key } })
    testServer.moveClock(6 * 24 * hourInMs)
    await testServer.jobs.drain()
    expect(readStatusAndCode(await create(picture))).toEqual(toStatusAndCode('SelfieForgotten'))
    testServer.moveClock(2 * 24 * hourInMs)
    await testServer.jobs.drain()
    expect((await readStoredState(testServer, picture)).state).toBeUndefined()
  })
})
