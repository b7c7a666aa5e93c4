import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ErrorCode, errorStatus } from '../../contract/errors.ts'
import { confirmPhoto, listPhotos } from '../../contract/photos.ts'
import { forgetSelfie, getSelfie, type Selfie, sendSelfie } from '../../contract/recognition.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { extendSelfieLifetime } from '../../server/features/recognition/index.ts'
import { newId } from '../../server/platform/ids.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { blankPng } from '../support/data/blank-png.ts'
import {
  buildEmbedding,
  buildEmbeddingNear,
  createPhoto,
  createSelfie,
  createTestEvent,
} from '../support/data/race.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'
import { getSharedVision } from '../support/server/vision.ts'

const vision = getSharedVision()
let testServer: SearchServer
let event: EventRow

const hourInMs = 3_600_000
const readDemoFile = (name: string) => readFile(join(projectRoot, 'demo', name))

beforeAll(async () => {
  testServer = await openSearchServer({ index: createFaceIndex(), faces: vision.faces })
  event = await createTestEvent(testServer.context(), { faceThreshold: 0.45 })
}, 60_000)
afterAll(() => testServer.close())

interface Upload {
  files: Uint8Array[]
  fileName?: string
  key?: string
  albumId?: string
  address?: string
}

/** Sends files as a multipart form, like a browser. */
async function upload({ files, fileName = 'face.jpg', key, albumId = event.albumId, address }: Upload) {
  const form = new FormData()
  for (const bytes of files)
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), fileName)
  const request = new Request('http://one.test/', { method: 'POST', body: form })
  return sendCall(testServer.app, sendSelfie, {
    query: { albumId },
    body: Buffer.from(await request.arrayBuffer()),
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    // Uses random addresses, so that the rate limit per address does not apply.
    address: address ?? `192.0.2.${Math.floor(Math.random() * 200) + 2}`,
  })
}

async function uploadRefused(input: Upload): Promise<[number, string]> {
  const response = await upload(input)
  return [response.statusCode, response.json<{ code: string }>().code]
}

const toRefusal = (code: ErrorCode): [number, string] => [errorStatus[code], code]

describe('a selfie', () => {
  it('finds its runner in the photos, as one person at most', async () => {
    const analysed = await vision.photos.analyse(await readDemoFile('photos-a/A001.jpg'), {
      watermarkText: 'test',
      readBibs: false,
    })
    const yunaPhotoId = await createPhoto(testServer.context(), event, {
      faces: analysed.faces.map((face) => face.embedding),
    })
    const response = await upload({ files: [await readDemoFile('selfies/good-a03-yuna.jpg')] })
    expect(response.statusCode).toBe(200)
    const { selfieId, state, persons } = response.json<Selfie>()
    expect([state, persons.length, persons[0]?.photosCount]).toEqual(['Ready', 1, 1])
    expect(persons[0]?.similarity).toBeGreaterThan(0.55)
    const { token } = await fetchSearchToken(testServer.app, event.id, {
      selfieId,
      personId: persons[0]?.personId ?? '',
    })
    const { items } = await fetchAnswer(testServer.app, listPhotos, { token })
    expect(items.map((photo) => photo.photoId)).toEqual([yunaPhotoId])
  }, 60_000)

  it.each([
    ['selfies/bad-no-face.jpg', 'FaceNotFound'],
    ['selfies/bad-two-faces.jpg', 'SeveralFaces'],
    ['selfies/bad-far-away.jpg', 'FaceUnclear'],
  ] as const)(
    '%s is refused with %s',
    async (name, code) => {
      expect(await uploadRefused({ files: [await readDemoFile(name)] })).toEqual(toRefusal(code))
    },
    60_000,
  )

  it('that is not a usable file is refused for its own reason', async () => {
    const validPicture = await readDemoFile('selfies/good-a01-andrei.jpg')
    const decompressionBomb = blankPng(16_000)
    expect(decompressionBomb.length).toBeLessThan(1024 * 1024)
    const tooBig = Buffer.concat([validPicture, Buffer.alloc(8 * 1024 * 1024)])
    expect(await uploadRefused({ files: [tooBig] })).toEqual(toRefusal('FileTooBig'))
    expect(await uploadRefused({ files: [new Uint8Array()] })).toEqual(toRefusal('FileEmpty'))
    expect(await uploadRefused({ files: [] })).toEqual(toRefusal('FileMissing'))
    expect(await uploadRefused({ files: [validPicture, validPicture] })).toEqual(
      toRefusal('ValidationFailed'),
    )
    expect(await uploadRefused({ files: [decompressionBomb] })).toEqual(toRefusal('TooManyPixels'))
    expect(await uploadRefused({ files: [validPicture.subarray(0, validPicture.length / 2)] })).toEqual(
      toRefusal('ImageDamaged'),
    )
    const gif = await sharp(validPicture).resize(64).gif().toBuffer()
    for (const bytes of [
      gif,
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('%PDF-1.7'),
      Buffer.from('PK\u0003\u0004'),
    ])
      expect(await uploadRefused({ files: [bytes] })).toEqual(toRefusal('NotAnImage'))
  }, 60_000)

  it('may have any name', async () => {
    const files = [await readDemoFile('selfies/good-a01-andrei.jpg')]
    expect((await upload({ files, fileName: '../../a.jpg' })).statusCode).toBe(200)
  }, 60_000)

  it('that is not a complete form is refused', async () => {
    const sendForm = (body: string | object, type: string) =>
      fetchProblemCode(testServer.app, sendSelfie, {
        query: { albumId: event.albumId },
        body,
        headers: { 'content-type': type },
      })
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nxxxx'
    const manyFields = Array.from({ length: 10_000 }, (_, i) =>
      part.replace('"file"; filename="a.jpg"', `"f${i}"`),
    )
    expect(await sendForm({ file: 'x' }, 'application/json')).toEqual(toRefusal('UnsupportedMediaType'))
    expect(await sendForm('x', 'multipart/form-data')).toEqual(toRefusal('ValidationFailed'))
    expect(await sendForm(part, 'multipart/form-data; boundary=b')).toEqual(toRefusal('ValidationFailed'))
    const form = `${manyFields.join('\r\n')}\r\n--b--\r\n`
    expect(await sendForm(form, 'multipart/form-data; boundary=b')).toEqual(toRefusal('ValidationFailed'))
  })

  it('for an unknown or foreign album, or one without face search, is refused', async () => {
    const foreign = await createTestEvent(testServer.context('two'))
    const eventWithoutFaceSearch = await createTestEvent(testServer.context(), {
      switches: { faceSearch: false },
    })
    const files = [Buffer.from('x')]
    for (const albumId of ['unknown', foreign.albumId])
      expect(await uploadRefused({ files, albumId })).toEqual(toRefusal('EventNotFound'))
    expect(await uploadRefused({ files, albumId: eventWithoutFaceSearch.albumId })).toEqual(
      toRefusal('FaceSearchOff'),
    )
    expect(await fetchProblemCode(testServer.app, sendSelfie, {})).toEqual(toRefusal('ValidationFailed'))
  })

  it('sent again with its key is the same selfie, another picture is not', async () => {
    const key = newId()
    const files = [await readDemoFile('selfies/good-a01-andrei.jpg')]
    const [first, twin] = await Promise.all([upload({ files, key }), upload({ files, key })])
    const again = await upload({ files, key })
    const ids = [first, twin, again].map((response) => response.json<Selfie>().selfieId)
    expect(new Set(ids).size).toBe(1)
    expect(await uploadRefused({ files: [Buffer.from('another')], key })).toEqual(
      toRefusal('IdempotencyKeyReused'),
    )
    expect(await uploadRefused({ files, key: 'x'.repeat(256) })).toEqual(toRefusal('ValidationFailed'))
  }, 60_000)

  it('that was refused may be retried with its key', async () => {
    const key = newId()
    expect(await uploadRefused({ files: [Buffer.from('no picture')], key })).toEqual(toRefusal('NotAnImage'))
    expect(
      (await upload({ files: [await readDemoFile('selfies/good-a01-andrei.jpg')], key })).statusCode,
    ).toBe(200)
  }, 60_000)

  it('is refused after too many from one address', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 301; i++)
      statuses.push((await upload({ files: [], address: '198.51.100.7' })).statusCode)
    expect(new Set(statuses.slice(0, 300))).toEqual(new Set([400]))
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('a stored selfie', () => {
  const fetchSelfie = (selfieId: string) => fetchAnswer(testServer.app, getSelfie, { params: { selfieId } })
  const gone = (selfieId: string) => fetchProblemCode(testServer.app, getSelfie, { params: { selfieId } })

  it('has no person without a photo, and counts the sure photos, or else the possible ones', async () => {
    const ownEvent = await createTestEvent(testServer.context())
    const { selfieId, personId } = await createSelfie(testServer.context(), ownEvent, buildEmbedding(31))
    expect(await fetchSelfie(selfieId)).toEqual({ selfieId, state: 'Ready', persons: [] })
    await createPhoto(testServer.context(), ownEvent, { faces: [buildEmbedding(32)] })
    expect((await fetchSelfie(selfieId)).persons).toEqual([])
    await createPhoto(testServer.context(), ownEvent, {
      faces: [buildEmbeddingNear(buildEmbedding(31), 0.46, 8)],
    })
    const sure = await createPhoto(testServer.context(), ownEvent, {
      faces: [buildEmbeddingNear(buildEmbedding(31), 0.3)],
    })
    const { persons } = await fetchSelfie(selfieId)
    expect(persons).toEqual([{ personId, similarity: expect.closeTo(0.973, 3), photosCount: 1 }])
    const { token } = await fetchSearchToken(testServer.app, ownEvent.id, { selfieId, personId })
    await sendCall(testServer.app, confirmPhoto, {
      token,
      params: { photoId: sure },
      body: { itIsMe: false },
    })
    expect((await fetchSelfie(selfieId)).persons[0]?.photosCount).toBe(1)
  })

  it('is hidden from guessed ids and other tenants', async () => {
    const { selfieId } = await createSelfie(testServer.context(), event, buildEmbedding(33))
    expect(await gone('0')).toEqual(toRefusal('SelfieNotFound'))
    const foreign = { params: { selfieId }, host: 'two.test' }
    expect(await fetchProblemCode(testServer.app, getSelfie, foreign)).toEqual(toRefusal('SelfieNotFound'))
    expect(await fetchProblemCode(testServer.app, forgetSelfie, foreign)).toEqual(toRefusal('SelfieNotFound'))
  })

  it('is deleted on request, with its embedding and answers', async () => {
    const files = [await readDemoFile('selfies/good-a04-viktor.jpg')]
    const key = newId()
    const { selfieId } = (await upload({ files, key })).json<Selfie>()
    const db = testServer.services.db
    const findRow = async () =>
      (
        await db.execute<{ size: number }>(
          sql`select length(embedding) as size from selfies where id = ${selfieId}`,
        )
      ).rows[0]
    expect((await findRow())?.size).toBe(512)
    expect((await sendCall(testServer.app, forgetSelfie, { params: { selfieId } })).statusCode).toBe(204)
    expect(await findRow()).toBeUndefined()
    expect(await gone(selfieId)).toEqual(toRefusal('SelfieNotFound'))
    expect(await fetchProblemCode(testServer.app, forgetSelfie, { params: { selfieId } })).toEqual(
      toRefusal('SelfieNotFound'),
    )
    // A retry that is still in flight must not restore the selfie.
    expect(await uploadRefused({ files, key })).toEqual(toRefusal('SelfieForgotten'))
  }, 60_000)

  it('is deleted after a day, with its row and the runner’s answers', async () => {
    const ownEvent = await createTestEvent(testServer.context())
    const photoId = await createPhoto(testServer.context(), ownEvent, {
      faces: [buildEmbeddingNear(buildEmbedding(35), 0.3)],
    })
    const { selfieId } = (
      await upload({ files: [await readDemoFile('selfies/good-a05-anna.jpg')] })
    ).json<Selfie>()
    const answeredSelfie = await createSelfie(testServer.context(), ownEvent, buildEmbedding(35))
    const { token } = await fetchSearchToken(testServer.app, ownEvent.id, answeredSelfie)
    await sendCall(testServer.app, confirmPhoto, { token, params: { photoId }, body: { itIsMe: true } })
    const extendedSelfie = await createSelfie(testServer.context(), ownEvent, buildEmbedding(36))
    await extendSelfieLifetime(
      testServer.context(),
      extendedSelfie.selfieId,
      new Date(testServer.services.clock().getTime() + 48 * hourInMs),
    )
    testServer.moveClock(24 * hourInMs)
    expect(await gone(selfieId)).toEqual(toRefusal('SelfieNotFound'))
    testServer.moveClock(hourInMs)
    await testServer.jobs.drain()
    const count = async (table: string, column: string, value: string) =>
      (await testServer.services.db.execute(sql.raw(`select 1 from ${table} where ${column} = '${value}'`)))
        .rows.length
    expect(await count('selfies', 'id', selfieId)).toBe(0)
    expect(await count('selfies', 'id', answeredSelfie.selfieId)).toBe(0)
    expect(await count('photo_answers', 'photo_id', photoId)).toBe(0)
    expect(await fetchSelfie(extendedSelfie.selfieId)).toMatchObject({ state: 'Ready' })
  }, 60_000)
})
