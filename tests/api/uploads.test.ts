import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errorStatus } from '../../contract/errors.ts'
import { maxSelfieSizeInBytes } from '../../contract/recognition.ts'
import { forgetSent, forgetUpload } from '../../contract/uploads.ts'
import { signText } from '../../server/platform/http/signed-link.ts'
import {
  buildPicture,
  createUploader,
  readOffset,
  readStatusAndCode,
  readStoredState,
  readUploadId,
  toStatusAndCode,
} from '../support/data/pictures.ts'
import { createTestEvent } from '../support/data/race.ts'
import { openUploadServer, type UploadServer } from '../support/server/upload-server.ts'

const tus = { 'tus-resumable': '1.0.0' }

let testServer: UploadServer

beforeAll(async () => {
  testServer = await openUploadServer()
}, 60_000)
afterAll(() => testServer.close())

describe('an upload', () => {
  it('is sent in pieces, returns the offset after each, and leaves only a selfie', async () => {
    const { create, patch, head, recognise: verdict } = createUploader(testServer)
    const picture = buildPicture(150_000)
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
      toStatusAndCode('UploadIncomplete'),
    )
    const headResponse = await head(uploadId)
    expect(readOffset(headResponse)).toEqual([204, '100000'])
    expect(headResponse.headers['upload-length']).toBe('150000')
    expect(readOffset(await patch(uploadId, 100_000, picture.bytes.subarray(100_000)))).toEqual([
      204,
      '150000',
    ])
    expect((await verdict(uploadId, testServer.event.albumId)).json()).toMatchObject({ state: 'Ready' })
    expect(await readStoredState(testServer, picture)).toEqual({ pieces: 0, selfies: 1, state: 'Answered' })
    expect(readOffset(await head(uploadId))).toEqual([204, '150000'])
  })

  it('with a lost creation answer is found by its key, with its offset', async () => {
    const { create, patch } = createUploader(testServer)
    const picture = buildPicture()
    const [first, duplicate] = await Promise.all([create(picture), create(picture)])
    expect(readUploadId(first)).toBe(readUploadId(duplicate))
    await patch(readUploadId(first), 0, picture.bytes.subarray(0, 10))
    const repeated = await create(picture)
    expect([readUploadId(repeated), repeated.headers['upload-offset']]).toEqual([readUploadId(first), '10'])
  })

  it('of another length or with other bytes conflicts with the one of this key', async () => {
    const { create } = createUploader(testServer)
    const picture = buildPicture()
    const other = buildPicture()
    await create(picture)
    const mismatch = toStatusAndCode('UploadMismatch')
    expect(readStatusAndCode(await create({ ...picture, sha256: other.sha256 }))).toEqual(mismatch)
    expect(readStatusAndCode(await create(picture, { 'upload-length': '1001' }))).toEqual(mismatch)
    const uploadId = readUploadId(await create(picture))
    await createUploader(testServer).patch(uploadId, 0, picture.bytes)
    expect(
      readStatusAndCode(
        await createUploader(testServer).recognise(uploadId, testServer.event.albumId, other.key),
      ),
    ).toEqual(mismatch)
  })

  it('at a wrong offset is refused with the right one', async () => {
    const { create, patch } = createUploader(testServer)
    const picture = buildPicture()
    const uploadId = readUploadId(await create(picture))
    await patch(uploadId, 0, picture.bytes.subarray(0, 400))
    for (const offset of [0, 399, 401, 1000, 99_999_999]) {
      const response = await patch(uploadId, offset, picture.bytes.subarray(400))
      expect(readStatusAndCode(response)).toEqual(toStatusAndCode('UploadOffset'))
      expect(response.headers).toMatchObject({ 'upload-offset': '400', 'tus-resumable': '1.0.0' })
    }
    const tooLongResponse = await patch(uploadId, 400, picture.bytes)
    expect([...readStatusAndCode(tooLongResponse), tooLongResponse.headers['upload-offset']]).toEqual([
      ...toStatusAndCode('BodyTooLarge'),
      '400',
    ])
    expect(readOffset(await patch(uploadId, 400, picture.bytes.subarray(400)))).toEqual([204, '1000'])
  })

  it('sent twice at once arrives once', async () => {
    const { create, patch, recognise: verdict } = createUploader(testServer)
    const picture = buildPicture(300_000)
    const uploadId = readUploadId(await create(picture))
    const both = await Promise.all([patch(uploadId, 0, picture.bytes), patch(uploadId, 0, picture.bytes)])
    for (const response of both) expect([204, 409]).toContain(response.statusCode)
    const { headers } = await createUploader(testServer).head(uploadId)
    const receivedInBytes = Number(headers['upload-offset'])
    await patch(uploadId, receivedInBytes, picture.bytes.subarray(receivedInBytes))
    expect((await verdict(uploadId, testServer.event.albumId)).statusCode).toBe(200)
  })

  it('with an unknown id, or of another tenant, is not found', async () => {
    const picture = buildPicture()
    const uploadId = await createUploader(testServer).uploadAll(picture)
    const foreign = await createTestEvent(testServer.context('two'))
    const { patch, head, recognise: verdict, send: ask } = createUploader(testServer, { host: 'two.test' })
    const notFound = toStatusAndCode('UploadNotFound')
    expect(readStatusAndCode(await patch(uploadId, 0, picture.bytes))).toEqual(notFound)
    expect((await head(uploadId)).statusCode).toBe(404)
    expect((await head('unknown')).statusCode).toBe(404)
    expect(readStatusAndCode(await verdict(uploadId, foreign.albumId))).toEqual(notFound)
    expect(readStatusAndCode(await ask(forgetUpload, { params: { uploadId }, headers: tus }))).toEqual(
      notFound,
    )
    await ask(forgetSent, { headers: { 'idempotency-key': picture.key } })
    expect((await createUploader(testServer).head(uploadId)).statusCode).toBe(204)
  })

  it('with invalid headers is refused for its own reason', async () => {
    const { create, patch, send: ask } = createUploader(testServer)
    const picture = buildPicture()
    const uploadId = readUploadId(await create(picture))
    const invalid = toStatusAndCode('ValidationFailed')
    const protocolResponse = await create(picture, { 'tus-resumable': '0.2.2' })
    expect([...readStatusAndCode(protocolResponse), protocolResponse.headers['tus-version']]).toEqual([
      ...toStatusAndCode('UploadProtocol'),
      '1.0.0',
    ])
    expect(readStatusAndCode(await create(picture, { 'idempotency-key': '' }))).toEqual(
      toStatusAndCode('IdempotencyKeyMissing'),
    )
    expect(readStatusAndCode(await create(picture, { 'idempotency-key': 'x'.repeat(256) }))).toEqual(invalid)
    for (const length of ['-1', '1.5', '1e3', 'many', ''])
      expect(readStatusAndCode(await create(picture, { 'upload-length': length }))).toEqual(invalid)
    for (const metadata of ['', 'sha256', `name ${btoa('face.jpg')}`, `sha256 ${btoa('short')}`])
      expect(readStatusAndCode(await create(picture, { 'upload-metadata': metadata }))).toEqual(invalid)
    expect(readStatusAndCode(await create(picture, { 'upload-length': '0' }))).toEqual(
      toStatusAndCode('FileEmpty'),
    )
    const tooMany = String(maxSelfieSizeInBytes + 1)
    expect(readStatusAndCode(await create(buildPicture(), { 'upload-length': tooMany }))).toEqual(
      toStatusAndCode('FileTooBig'),
    )
    expect(
      readStatusAndCode(await patch(uploadId, 0, picture.bytes, { 'content-type': 'image/jpeg' })),
    ).toEqual(toStatusAndCode('UnsupportedMediaType'))
    expect(readStatusAndCode(await patch(uploadId, 0, picture.bytes, { 'upload-offset': '-1' }))).toEqual(
      invalid,
    )
    expect(readStatusAndCode(await ask(forgetSent, {}))).toEqual(toStatusAndCode('IdempotencyKeyMissing'))
  })

  it('with the wrong checksum starts over', async () => {
    const { create, patch, head, recognise: verdict } = createUploader(testServer)
    const picture = buildPicture()
    const uploadId = readUploadId(await create(picture))
    const damagedResponse = await patch(uploadId, 0, buildPicture().bytes)
    expect([...readStatusAndCode(damagedResponse), damagedResponse.headers['upload-offset']]).toEqual([
      ...toStatusAndCode('ChecksumMismatch'),
      '0',
    ])
    expect(readOffset(await head(uploadId))).toEqual([204, '0'])
    expect(await readStoredState(testServer, picture)).toMatchObject({ pieces: 0, state: 'Open' })
    await patch(uploadId, 0, picture.bytes)
    expect((await verdict(uploadId, testServer.event.albumId)).statusCode).toBe(200)
  })

  it('is refused after too many from one address, and after too many bytes in total', async () => {
    const { create } = createUploader(testServer, { address: '198.51.100.9' })
    const statuses: number[] = []
    const outdatedProtocol = { 'tus-resumable': '0.2.2' }
    for (let i = 0; i < 599; i++) statuses.push((await create(buildPicture(), outdatedProtocol)).statusCode)
    expect(new Set(statuses)).toEqual(new Set([errorStatus.UploadProtocol]))
    expect((await create(buildPicture())).statusCode).toBe(201)
    expect((await create(buildPicture())).statusCode).toBe(429)
    const { create: createFromOtherAddress, uploadAll: sent } = createUploader(testServer)
    const knownPicture = buildPicture()
    const largeUploads = [buildPicture(), buildPicture(), buildPicture()]
    await sent(knownPicture)
    for (const { key } of largeUploads)
      await testServer.services.db.execute(sql`
        insert into uploads (id, tenant, key, state, sha256, size_in_bytes, received_in_bytes, client, progress_on, expires_on, gone_on)
        values (${key}, 'one', ${key}, 'Open', '', 2147483647, 0, '', '2026-09-12T15:00Z', '2026-09-14', '2026-09-20')`)
    const overloadedResponse = await createFromOtherAddress(buildPicture())
    expect([...readStatusAndCode(overloadedResponse), overloadedResponse.headers['retry-after']]).toEqual([
      ...toStatusAndCode('Overloaded'),
      '60',
    ])
    expect((await createFromOtherAddress(knownPicture)).statusCode).toBe(201)
    for (const { key } of largeUploads)
      await testServer.services.db.execute(sql`delete from uploads where id = ${key}`)
    expect((await createFromOtherAddress(buildPicture())).statusCode).toBe(201)
  })
})

describe('open uploads', () => {
  const host = 'two.test'
  const minuteInMs = 60_000
  const megabyteInBytes = 1024 ** 2

  beforeEach(async () => {
    await testServer.services.db.execute(sql`delete from uploads where tenant = 'two'`)
  })

  /** Begins uploads of 8 MB from a network of IPv6 until one is refused. @returns the refusal, and the bytes announced before */
  async function announceUntilRefused(network: string) {
    for (let count = 0; ; count++) {
      const { create } = createUploader(testServer, { host, address: `${network}::${count + 1}` })
      const response = await create(buildPicture(), { 'upload-length': String(maxSelfieSizeInBytes) })
      if (response.statusCode !== 201) return { response, announcedInBytes: count * maxSelfieSizeInBytes }
    }
  }

  it('of one network are limited by the bytes that they announce, before any byte is sent', async () => {
    const { response, announcedInBytes } = await announceUntilRefused('2001:db8:0:1')
    expect([...readStatusAndCode(response), response.headers['retry-after']]).toEqual([
      ...toStatusAndCode('Overloaded'),
      '60',
    ])
    // of pictures that pages have made small, more than a venue sends at once
    expect(announcedInBytes).toBeGreaterThan(400 * megabyteInBytes)
    expect(announcedInBytes).toBeLessThan(512 * megabyteInBytes)
    const { rows } = await testServer.services.db.execute<{ client: string }>(
      sql`select distinct client from uploads where tenant = 'two'`,
    )
    // the same in all processes of an installation
    const pseudonym = signText('2001:db8:0:1::/64', testServer.services.config.secrets.uploadClient)
    expect(rows).toEqual([{ client: pseudonym }])
    expect((await createUploader(testServer, { host }).create(buildPicture())).statusCode).toBe(201)
  })

  it('of one network are counted one after the other when they begin at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        createUploader(testServer, { host, address: `2001:db8:0:2::${at + 1}` }).create(buildPicture(), {
          'upload-length': String(maxSelfieSizeInBytes),
        }),
      ),
    )
    const accepted = responses.filter(({ statusCode }) => statusCode === 201)
    expect(accepted.length * maxSelfieSizeInBytes).toBeLessThan(512 * megabyteInBytes)
  })

  it('of a dozen networks that announce all they may leave room for others', async () => {
    for (let network = 1; network <= 12; network++) {
      const { response } = await announceUntilRefused(`2001:db8:1:${network}`)
      expect(readStatusAndCode(response)).toEqual(toStatusAndCode('Overloaded'))
    }
    const honest = buildPicture(300_000)
    const { create, patch } = createUploader(testServer, { host })
    expect(readOffset(await patch(readUploadId(await create(honest)), 0, honest.bytes))).toEqual([
      204,
      '300000',
    ])
  })

  it('without progress stay when another network alone has used up its share', async () => {
    const { create, patch, head } = createUploader(testServer, { host, address: '198.51.100.78' })
    const picture = buildPicture()
    const id = readUploadId(await create(picture))
    await patch(id, 0, picture.bytes.subarray(0, 500))
    testServer.moveClock(20 * minuteInMs)
    const { response } = await announceUntilRefused('2001:db8:0:3')
    expect(readStatusAndCode(response)).toEqual(toStatusAndCode('Overloaded'))
    expect(readOffset(await head(id))).toEqual([204, '500'])
  })

  it('without progress for a quarter of an hour make room when there is none, and begin anew', async () => {
    const { create, patch, head } = createUploader(testServer, { host, address: '198.51.100.77' })
    const [idlePicture, activePicture, filler] = [buildPicture(), buildPicture(), buildPicture()]
    const idleId = readUploadId(await create(idlePicture))
    await patch(idleId, 0, idlePicture.bytes.subarray(0, 500))
    const activeId = readUploadId(await create(activePicture))
    await testServer.services.db.execute(
      sql`update uploads set size_in_bytes = ${512 * megabyteInBytes} where id = ${readUploadId(await create(filler))}`,
    )
    testServer.moveClock(10 * minuteInMs)
    await patch(activeId, 0, activePicture.bytes.subarray(0, 500))
    expect(readStatusAndCode(await create(buildPicture()))).toEqual(toStatusAndCode('Overloaded'))
    expect(readOffset(await head(idleId))).toEqual([204, '500'])

    testServer.moveClock(5 * minuteInMs)
    expect((await create(buildPicture())).statusCode).toBe(201)
    expect((await head(idleId)).statusCode).toBe(410)
    expect(await readStoredState(testServer, idlePicture)).toMatchObject({ pieces: 0, state: 'Expired' })
    expect(readOffset(await head(activeId))).toEqual([204, '500'])
    const newId = readUploadId(await create(idlePicture))
    expect(readOffset(await patch(newId, 0, idlePicture.bytes))).toEqual([204, '1000'])

    // phones that come back after hours go on where they were while there is room
    testServer.moveClock(120 * minuteInMs)
    expect((await create(buildPicture())).statusCode).toBe(201)
    expect(readOffset(await head(activeId))).toEqual([204, '500'])
  })
})
