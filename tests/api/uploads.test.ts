import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxSelfieSizeInBytes } from '../../contract/recognition.ts'
import { forgetSent, forgetUpload } from '../../contract/uploads.ts'
import {
  aPicture,
  findTraces,
  readOffset,
  readStatusAndCode,
  readUploadId,
  refused,
  uploader,
} from '../support/data/pictures.ts'
import { anEvent } from '../support/data/race.ts'
import { openUploadServer, type UploadServer } from '../support/server/upload-server.ts'

const tus = { 'tus-resumable': '1.0.0' }

let testServer: UploadServer

beforeAll(async () => {
  testServer = await openUploadServer()
}, 60_000)
afterAll(() => testServer.close())

describe('an upload', () => {
  it('is sent in pieces, returns the offset after each, and leaves only a selfie', async () => {
    const { create, patch, head, verdict } = uploader(testServer)
    const picture = aPicture(150_000)
    const created = await create(picture)
    const uploadId = readUploadId(created)
    expect(created.headers).toMatchObject({
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'upload-expires': 'Sun, 13 Sep 2026 15:00:00 GMT',
      'cache-control': 'no-store',
    })
    expect(readOffset(await patch(uploadId, 0, picture.bytes.subarray(0, 100_000)))).toEqual([204, '100000'])
    expect(readStatusAndCode(await verdict(uploadId, testServer.event.albumId))).toEqual(
      refused('UploadIncomplete'),
    )
    const asked = await head(uploadId)
    expect(readOffset(asked)).toEqual([204, '100000'])
    expect(asked.headers['upload-length']).toBe('150000')
    expect(readOffset(await patch(uploadId, 100_000, picture.bytes.subarray(100_000)))).toEqual([
      204,
      '150000',
    ])
    expect((await verdict(uploadId, testServer.event.albumId)).json()).toMatchObject({ state: 'Ready' })
    expect(await findTraces(testServer, picture)).toEqual({ pieces: 0, selfies: 1, state: 'Answered' })
    expect(readOffset(await head(uploadId))).toEqual([204, '150000'])
  })

  it('with a lost creation answer is found by its key, with its offset', async () => {
    const { create, patch } = uploader(testServer)
    const picture = aPicture()
    const [first, twin] = await Promise.all([create(picture), create(picture)])
    expect(readUploadId(first)).toBe(readUploadId(twin))
    await patch(readUploadId(first), 0, picture.bytes.subarray(0, 10))
    const again = await create(picture)
    expect([readUploadId(again), again.headers['upload-offset']]).toEqual([readUploadId(first), '10'])
  })

  it('of another length or with other bytes conflicts with the one of this key', async () => {
    const { create } = uploader(testServer)
    const picture = aPicture()
    const other = aPicture()
    await create(picture)
    const mismatch = refused('UploadMismatch')
    expect(readStatusAndCode(await create({ ...picture, sha256: other.sha256 }))).toEqual(mismatch)
    expect(readStatusAndCode(await create(picture, { 'upload-length': '1001' }))).toEqual(mismatch)
    const uploadId = readUploadId(await create(picture))
    await uploader(testServer).patch(uploadId, 0, picture.bytes)
    expect(
      readStatusAndCode(await uploader(testServer).verdict(uploadId, testServer.event.albumId, other.key)),
    ).toEqual(mismatch)
  })

  it('at a wrong offset is refused with the right one', async () => {
    const { create, patch } = uploader(testServer)
    const picture = aPicture()
    const uploadId = readUploadId(await create(picture))
    await patch(uploadId, 0, picture.bytes.subarray(0, 400))
    for (const offset of [0, 399, 401, 1000, 99_999_999]) {
      const response = await patch(uploadId, offset, picture.bytes.subarray(400))
      expect(readStatusAndCode(response)).toEqual(refused('UploadOffset'))
      expect(response.headers).toMatchObject({ 'upload-offset': '400', 'tus-resumable': '1.0.0' })
    }
    const beyond = await patch(uploadId, 400, picture.bytes)
    expect([...readStatusAndCode(beyond), beyond.headers['upload-offset']]).toEqual([
      ...refused('BodyTooLarge'),
      '400',
    ])
    expect(readOffset(await patch(uploadId, 400, picture.bytes.subarray(400)))).toEqual([204, '1000'])
  })

  it('sent twice at once arrives once', async () => {
    const { create, patch, verdict } = uploader(testServer)
    const picture = aPicture(300_000)
    const uploadId = readUploadId(await create(picture))
    const both = await Promise.all([patch(uploadId, 0, picture.bytes), patch(uploadId, 0, picture.bytes)])
    for (const response of both) expect([204, 409]).toContain(response.statusCode)
    const { headers } = await uploader(testServer).head(uploadId)
    const arrived = Number(headers['upload-offset'])
    await patch(uploadId, arrived, picture.bytes.subarray(arrived))
    expect((await verdict(uploadId, testServer.event.albumId)).statusCode).toBe(200)
  })

  it('with an unknown id, or of another tenant, is not found', async () => {
    const picture = aPicture()
    const uploadId = await uploader(testServer).sent(picture)
    const foreign = await anEvent(testServer.context('two'))
    const { patch, head, verdict, ask } = uploader(testServer, { host: 'two.test' })
    const missing = refused('UploadNotFound')
    expect(readStatusAndCode(await patch(uploadId, 0, picture.bytes))).toEqual(missing)
    expect((await head(uploadId)).statusCode).toBe(404)
    expect((await head('unknown')).statusCode).toBe(404)
    expect(readStatusAndCode(await verdict(uploadId, foreign.albumId))).toEqual(missing)
    expect(readStatusAndCode(await ask(forgetUpload, { params: { uploadId }, headers: tus }))).toEqual(
      missing,
    )
    await ask(forgetSent, { headers: { 'idempotency-key': picture.key } })
    expect((await uploader(testServer).head(uploadId)).statusCode).toBe(204)
  })

  it('with invalid headers is refused for its own reason', async () => {
    const { create, patch, ask } = uploader(testServer)
    const picture = aPicture()
    const uploadId = readUploadId(await create(picture))
    const invalid = refused('ValidationFailed')
    const protocol = await create(picture, { 'tus-resumable': '0.2.2' })
    expect([...readStatusAndCode(protocol), protocol.headers['tus-version']]).toEqual([
      ...refused('UploadProtocol'),
      '1.0.0',
    ])
    expect(readStatusAndCode(await create(picture, { 'idempotency-key': '' }))).toEqual(
      refused('IdempotencyKeyMissing'),
    )
    expect(readStatusAndCode(await create(picture, { 'idempotency-key': 'x'.repeat(256) }))).toEqual(invalid)
    for (const length of ['-1', '1.5', '1e3', 'many', ''])
      expect(readStatusAndCode(await create(picture, { 'upload-length': length }))).toEqual(invalid)
    for (const metadata of ['', 'sha256', `name ${btoa('face.jpg')}`, `sha256 ${btoa('short')}`])
      expect(readStatusAndCode(await create(picture, { 'upload-metadata': metadata }))).toEqual(invalid)
    expect(readStatusAndCode(await create(picture, { 'upload-length': '0' }))).toEqual(refused('FileEmpty'))
    const tooMany = String(maxSelfieSizeInBytes + 1)
    expect(readStatusAndCode(await create(aPicture(), { 'upload-length': tooMany }))).toEqual(
      refused('FileTooBig'),
    )
    expect(
      readStatusAndCode(await patch(uploadId, 0, picture.bytes, { 'content-type': 'image/jpeg' })),
    ).toEqual(refused('UnsupportedMediaType'))
    expect(readStatusAndCode(await patch(uploadId, 0, picture.bytes, { 'upload-offset': '-1' }))).toEqual(
      invalid,
    )
    expect(readStatusAndCode(await ask(forgetSent, {}))).toEqual(refused('IdempotencyKeyMissing'))
  })

  it('with the wrong checksum starts over', async () => {
    const { create, patch, head, verdict } = uploader(testServer)
    const picture = aPicture()
    const uploadId = readUploadId(await create(picture))
    const damaged = await patch(uploadId, 0, aPicture().bytes)
    expect([...readStatusAndCode(damaged), damaged.headers['upload-offset']]).toEqual([
      ...refused('ChecksumMismatch'),
      '0',
    ])
    expect(readOffset(await head(uploadId))).toEqual([204, '0'])
    expect(await findTraces(testServer, picture)).toMatchObject({ pieces: 0, state: 'Open' })
    await patch(uploadId, 0, picture.bytes)
    expect((await verdict(uploadId, testServer.event.albumId)).statusCode).toBe(200)
  })

  it('is refused after too many from one address, and after too many bytes in total', async () => {
    const { create } = uploader(testServer, { address: '198.51.100.9' })
    const statuses: number[] = []
    for (let i = 0; i < 61; i++) statuses.push((await create(aPicture())).statusCode)
    expect([statuses[59], statuses[60]]).toEqual([201, 429])
    const { create: createElsewhere, sent } = uploader(testServer)
    const known = aPicture()
    const hoards = [aPicture(), aPicture(), aPicture()]
    await sent(known)
    for (const { key } of hoards)
      await testServer.services.db.execute(sql`
        insert into uploads (id, tenant, key, state, sha256, size_in_bytes, received_in_bytes, client, expires_on, gone_on)
        values (${key}, 'one', ${key}, 'Open', '', 2147483647, 2147483647, '', '2026-09-14', '2026-09-20')`)
    const full = await createElsewhere(aPicture())
    expect([...readStatusAndCode(full), full.headers['retry-after']]).toEqual([
      ...refused('Overloaded'),
      '60',
    ])
    expect((await createElsewhere(known)).statusCode).toBe(201)
    for (const { key } of hoards)
      await testServer.services.db.execute(sql`delete from uploads where id = ${key}`)
    expect((await createElsewhere(aPicture())).statusCode).toBe(201)
  })
})
