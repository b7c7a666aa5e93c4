import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetSent } from '../../contract/uploads.ts'
import { claimUpload } from '../../server/features/recognition/upload-store.ts'
import {
  aPicture,
  findTraces,
  readOffset,
  readSelfieId,
  readStatusAndCode,
  readUploadId,
  refused,
  uploader,
} from '../support/data/pictures.ts'
import { anEvent } from '../support/data/race.ts'
import { openUploadServer, type UploadServer } from '../support/server/upload-server.ts'

const hour = 3_600_000

let testServer: UploadServer

beforeAll(async () => {
  testServer = await openUploadServer()
}, 60_000)
afterAll(() => testServer.close())

describe('a picture that has arrived', () => {
  it('is recognised once for concurrent requests, and a repeat gets the same answer', async () => {
    const { sent, verdict, create } = uploader(testServer)
    const picture = aPicture()
    const uploadId = await sent(picture)
    const askers = Array.from({ length: 5 }, () => verdict(uploadId, testServer.event.albumId, picture.key))
    const ids = (await Promise.all(askers)).map(readSelfieId)
    ids.push(readSelfieId(await verdict(uploadId, testServer.event.albumId)))
    // A client that lost the answer and starts over gets it too.
    const again = await create(picture)
    expect([readUploadId(again), again.headers['upload-offset']]).toEqual([uploadId, '1000'])
    expect(new Set(ids).size).toBe(1)
    expect(testServer.recognition.listReads(picture)).toBe(1)
    expect(await findTraces(testServer, picture)).toMatchObject({ pieces: 0, selfies: 1 })
  })

  it('and was refused is refused again without another recognition', async () => {
    const { sent, verdict } = uploader(testServer)
    const picture = aPicture(1000, 'no face')
    const uploadId = await sent(picture)
    const answers = await Promise.all([
      verdict(uploadId, testServer.event.albumId),
      verdict(uploadId, testServer.event.albumId),
    ])
    answers.push(await verdict(uploadId, testServer.event.albumId))
    expect(answers.map(readStatusAndCode)).toEqual([1, 2, 3].map(() => refused('FaceNotFound')))
    expect(testServer.recognition.listReads(picture)).toBe(1)
    expect(await findTraces(testServer, picture)).toEqual({ pieces: 0, selfies: 0, state: 'Answered' })
  })

  it('is one selfie with the same picture sent in one request under its key', async () => {
    const { sent, verdict } = uploader(testServer)
    const picture = aPicture()
    const uploadId = await sent(picture)
    const whole = await uploader(testServer).whole(picture, testServer.event.albumId)
    expect(readSelfieId(await verdict(uploadId, testServer.event.albumId))).toBe(readSelfieId(whole))
    expect(testServer.recognition.listReads(picture)).toBe(1)
    expect(await findTraces(testServer, picture)).toMatchObject({ pieces: 0, selfies: 1 })
    const other = await anEvent(testServer.context())
    expect(readStatusAndCode(await verdict(uploadId, other.albumId))).toEqual(refused('IdempotencyKeyReused'))
    expect(readStatusAndCode(await verdict(uploadId, 'unknown'))).toEqual(refused('EventNotFound'))
  })

  it('is left alone while another process reads it, and read again after that one died', async () => {
    const { sent, verdict } = uploader(testServer)
    const picture = aPicture()
    const uploadId = await sent(picture)
    const leaseUntil = new Date(testServer.services.clock().getTime() + 30_000)
    expect(await claimUpload(testServer.context(), uploadId, leaseUntil)).toBe(true)
    const busy = await verdict(uploadId, testServer.event.albumId)
    expect([...readStatusAndCode(busy), busy.headers['retry-after']]).toEqual([...refused('Overloaded'), '2'])
    testServer.moveClock(30_000)
    expect((await verdict(uploadId, testServer.event.albumId)).statusCode).toBe(200)
    expect(testServer.recognition.listReads(picture)).toBe(1)
  })

  it('can be read again after a failed recognition', async () => {
    const { sent, verdict } = uploader(testServer)
    const picture = aPicture()
    const uploadId = await sent(picture)
    testServer.recognition.meanwhile(() => Promise.reject(new Error('out of memory')))
    expect(readStatusAndCode(await verdict(uploadId, testServer.event.albumId))).toEqual(
      refused('Unexpected'),
    )
    testServer.recognition.meanwhile(async () => undefined)
    expect((await verdict(uploadId, testServer.event.albumId)).statusCode).toBe(200)
  })
})

describe('after a day', () => {
  it('an upload expires; its bytes are deleted, and the same picture may be sent again', async () => {
    const { create, patch, head, sent } = uploader(testServer)
    const [half, whole, soon] = [aPicture(), aPicture(), aPicture()]
    const uploadId = readUploadId(await create(half))
    await patch(uploadId, 0, half.bytes.subarray(0, 500))
    await sent(whole)
    testServer.moveClock(24 * hour)
    expect(readStatusAndCode(await patch(uploadId, 500, half.bytes.subarray(500)))).toEqual(
      refused('UploadExpired'),
    )
    expect((await head(uploadId)).statusCode).toBe(410)
    const anew = await create(soon)
    testServer.moveClock(hour / 6)
    await testServer.jobs.drain()
    for (const picture of [half, whole])
      expect(await findTraces(testServer, picture)).toEqual({ pieces: 0, selfies: 0, state: 'Expired' })
    const { rows } = await testServer.services.db.execute(
      sql`select 1 from uploads where state = 'Expired' and (sha256 <> '' or client <> '')`,
    )
    expect(rows).toEqual([])
    expect((await head(readUploadId(anew))).statusCode).toBe(204)
    const second = readUploadId(await create(half))
    expect(second).not.toBe(uploadId)
    expect(readOffset(await head(second))).toEqual([204, '0'])
    expect((await head(uploadId)).statusCode).toBe(404)
  })

  it('an upload may be sent again also before the purge', async () => {
    const { create, patch, verdict } = uploader(testServer)
    const picture = aPicture()
    const uploadId = readUploadId(await create(picture))
    await patch(uploadId, 0, picture.bytes)
    testServer.moveClock(24 * hour)
    expect(readStatusAndCode(await verdict(uploadId, testServer.event.albumId))).toEqual(
      refused('UploadExpired'),
    )
    const anew = readUploadId(await create(picture))
    expect(await findTraces(testServer, picture)).toMatchObject({ pieces: 0, state: 'Open' })
    await patch(anew, 0, picture.bytes)
    expect((await verdict(anew, testServer.event.albumId)).statusCode).toBe(200)
  })

  it('a picture whose selfie has expired may be sent again under its key', async () => {
    const picture = aPicture()
    const first = readSelfieId(await uploader(testServer).whole(picture, testServer.event.albumId))
    testServer.moveClock(24 * hour)
    const second = await uploader(testServer).whole(picture, testServer.event.albumId)
    expect(second.statusCode).toBe(200)
    expect(readSelfieId(second)).not.toBe(first)
  })

  it('a tombstone still exists; after eight days it is purged', async () => {
    const { create, ask } = uploader(testServer)
    const picture = aPicture()
    await ask(forgetSent, { headers: { 'idempotency-key': picture.key } })
    testServer.moveClock(6 * 24 * hour)
    await testServer.jobs.drain()
    expect(readStatusAndCode(await create(picture))).toEqual(refused('SelfieForgotten'))
    testServer.moveClock(2 * 24 * hour)
    await testServer.jobs.drain()
    expect((await findTraces(testServer, picture)).state).toBeUndefined()
  })
})
