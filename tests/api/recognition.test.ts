import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ErrorCode, errorStatus } from '../../contract/errors.ts'
import { listPhotos, sayItsMe } from '../../contract/photos.ts'
import { forgetSelfie, getSelfie, type Selfie, sendSelfie } from '../../contract/recognition.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { createVision, type Vision } from '../../server/adapters/vision/vision.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { keepSelfieUntil } from '../../server/features/recognition/index.ts'
import { newId } from '../../server/platform/ids.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { blankPng } from '../support/data/blank-png.ts'
import { anEvent, aPhoto, aSelfie, buildFace, faceNear } from '../support/data/race.ts'
import { answer, refusal, send, tokenFor } from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

let vision: Vision
let testServer: SearchServer
let event: EventRow

const hour = 3_600_000
const demo = (name: string) => readFile(join(projectRoot, 'demo', name))

beforeAll(async () => {
  vision = createVision({ modelsFolder: join(projectRoot, 'dist', 'models'), photoWorkers: 1 })
  testServer = await openSearchServer({ index: createFaceIndex(), faces: vision.faces })
  event = await anEvent(testServer.context(), { faceThreshold: 0.45 })
}, 60_000)
afterAll(async () => {
  await testServer.close()
  await vision.close()
})

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
  return send(testServer.app, sendSelfie, {
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

async function refusedUpload(input: Upload): Promise<[number, string]> {
  const response = await upload(input)
  return [response.statusCode, response.json<{ code: string }>().code]
}

const refused = (code: ErrorCode): [number, string] => [errorStatus[code], code]

describe('a selfie', () => {
  it('finds its runner in the photos, as one person at most', async () => {
    const analysed = await vision.photos.analyse(await demo('photos-a/A001.jpg'), {
      watermarkText: 'test',
      readBibs: false,
    })
    const yuna = await aPhoto(testServer.context(), event, {
      faces: analysed.faces.map((face) => face.embedding),
    })
    const response = await upload({ files: [await demo('selfies/good-a03-yuna.jpg')] })
    expect(response.statusCode).toBe(200)
    const { selfieId, state, persons } = response.json<Selfie>()
    expect([state, persons.length, persons[0]?.photosCount]).toEqual(['Ready', 1, 1])
    expect(persons[0]?.similarity).toBeGreaterThan(0.55)
    const { token } = await tokenFor(testServer.app, event.id, {
      selfieId,
      personId: persons[0]?.personId ?? '',
    })
    const { items } = await answer(testServer.app, listPhotos, { token })
    expect(items.map((photo) => photo.photoId)).toEqual([yuna])
  }, 60_000)

  it.each([
    ['selfies/bad-no-face.jpg', 'FaceNotFound'],
    ['selfies/bad-two-faces.jpg', 'SeveralFaces'],
    ['selfies/bad-far-away.jpg', 'FaceUnclear'],
  ] as const)(
    '%s is refused with %s',
    async (name, code) => {
      expect(await refusedUpload({ files: [await demo(name)] })).toEqual(refused(code))
    },
    60_000,
  )

  it('that is not a usable file is refused for its own reason', async () => {
    const good = await demo('selfies/good-a01-andrei.jpg')
    const bomb = blankPng(16_000)
    expect(bomb.length).toBeLessThan(1024 * 1024)
    const tooBig = Buffer.concat([good, Buffer.alloc(8 * 1024 * 1024)])
    expect(await refusedUpload({ files: [tooBig] })).toEqual(refused('FileTooBig'))
    expect(await refusedUpload({ files: [new Uint8Array()] })).toEqual(refused('FileEmpty'))
    expect(await refusedUpload({ files: [] })).toEqual(refused('FileMissing'))
    expect(await refusedUpload({ files: [good, good] })).toEqual(refused('ValidationFailed'))
    expect(await refusedUpload({ files: [bomb] })).toEqual(refused('TooManyPixels'))
    expect(await refusedUpload({ files: [good.subarray(0, good.length / 2)] })).toEqual(
      refused('ImageDamaged'),
    )
    const gif = await sharp(good).resize(64).gif().toBuffer()
    for (const bytes of [
      gif,
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('%PDF-1.7'),
      Buffer.from('PK\u0003\u0004'),
    ])
      expect(await refusedUpload({ files: [bytes] })).toEqual(refused('NotAnImage'))
  }, 60_000)

  it('may have any name', async () => {
    const files = [await demo('selfies/good-a01-andrei.jpg')]
    expect((await upload({ files, fileName: '../../a.jpg' })).statusCode).toBe(200)
  }, 60_000)

  it('that is not a complete form is refused', async () => {
    const ask = (body: string | object, type: string) =>
      refusal(testServer.app, sendSelfie, {
        query: { albumId: event.albumId },
        body,
        headers: { 'content-type': type },
      })
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nxxxx'
    const manyFields = Array.from({ length: 10_000 }, (_, i) =>
      part.replace('"file"; filename="a.jpg"', `"f${i}"`),
    )
    expect(await ask({ file: 'x' }, 'application/json')).toEqual(refused('UnsupportedMediaType'))
    expect(await ask('x', 'multipart/form-data')).toEqual(refused('ValidationFailed'))
    expect(await ask(part, 'multipart/form-data; boundary=b')).toEqual(refused('ValidationFailed'))
    const form = `${manyFields.join('\r\n')}\r\n--b--\r\n`
    expect(await ask(form, 'multipart/form-data; boundary=b')).toEqual(refused('ValidationFailed'))
  })

  it('for an unknown or foreign album, or one without face search, is refused', async () => {
    const foreign = await anEvent(testServer.context('two'))
    const off = await anEvent(testServer.context(), { switches: { faceSearch: false } })
    const files = [Buffer.from('x')]
    for (const albumId of ['unknown', foreign.albumId])
      expect(await refusedUpload({ files, albumId })).toEqual(refused('EventNotFound'))
    expect(await refusedUpload({ files, albumId: off.albumId })).toEqual(refused('FaceSearchOff'))
    expect(await refusal(testServer.app, sendSelfie, {})).toEqual(refused('ValidationFailed'))
  })

  it('sent again with its key is the same selfie, another picture is not', async () => {
    const key = newId()
    const files = [await demo('selfies/good-a01-andrei.jpg')]
    const [first, twin] = await Promise.all([upload({ files, key }), upload({ files, key })])
    const again = await upload({ files, key })
    const ids = [first, twin, again].map((response) => response.json<Selfie>().selfieId)
    expect(new Set(ids).size).toBe(1)
    expect(await refusedUpload({ files: [Buffer.from('another')], key })).toEqual(
      refused('IdempotencyKeyReused'),
    )
    expect(await refusedUpload({ files, key: 'x'.repeat(256) })).toEqual(refused('ValidationFailed'))
  }, 60_000)

  it('that was refused may be retried with its key', async () => {
    const key = newId()
    expect(await refusedUpload({ files: [Buffer.from('no picture')], key })).toEqual(refused('NotAnImage'))
    expect((await upload({ files: [await demo('selfies/good-a01-andrei.jpg')], key })).statusCode).toBe(200)
  }, 60_000)

  it('is refused after too many from one address', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 31; i++)
      statuses.push((await upload({ files: [], address: '198.51.100.7' })).statusCode)
    expect([statuses[0], statuses.at(-1)]).toEqual([400, 429])
  })
})

describe('a stored selfie', () => {
  const find = (selfieId: string) => answer(testServer.app, getSelfie, { params: { selfieId } })
  const gone = (selfieId: string) => refusal(testServer.app, getSelfie, { params: { selfieId } })

  it('has no person without a photo, and counts the sure photos, or else the possible ones', async () => {
    const own = await anEvent(testServer.context())
    const { selfieId, personId } = await aSelfie(testServer.context(), own, buildFace(31))
    expect(await find(selfieId)).toEqual({ selfieId, state: 'Ready', persons: [] })
    await aPhoto(testServer.context(), own, { faces: [buildFace(32)] })
    expect((await find(selfieId)).persons).toEqual([])
    await aPhoto(testServer.context(), own, { faces: [faceNear(buildFace(31), 0.46, 8)] })
    const sure = await aPhoto(testServer.context(), own, { faces: [faceNear(buildFace(31), 0.3)] })
    const { persons } = await find(selfieId)
    expect(persons).toEqual([{ personId, similarity: expect.closeTo(0.973, 3), photosCount: 1 }])
    const { token } = await tokenFor(testServer.app, own.id, { selfieId, personId })
    await send(testServer.app, sayItsMe, { token, params: { photoId: sure }, body: { itIsMe: false } })
    expect((await find(selfieId)).persons[0]?.photosCount).toBe(1)
  })

  it('is hidden from guessed ids and other tenants', async () => {
    const { selfieId } = await aSelfie(testServer.context(), event, buildFace(33))
    expect(await gone('0')).toEqual(refused('SelfieNotFound'))
    const foreign = { params: { selfieId }, host: 'two.test' }
    expect(await refusal(testServer.app, getSelfie, foreign)).toEqual(refused('SelfieNotFound'))
    expect(await refusal(testServer.app, forgetSelfie, foreign)).toEqual(refused('SelfieNotFound'))
  })

  it('is deleted on request, with its embedding and answers', async () => {
    const files = [await demo('selfies/good-a04-viktor.jpg')]
    const key = newId()
    const { selfieId } = (await upload({ files, key })).json<Selfie>()
    const db = testServer.services.db
    const row = async () =>
      (
        await db.execute<{ size: number }>(
          sql`select length(embedding) as size from selfies where id = ${selfieId}`,
        )
      ).rows[0]
    expect((await row())?.size).toBe(512)
    expect((await send(testServer.app, forgetSelfie, { params: { selfieId } })).statusCode).toBe(204)
    expect(await row()).toBeUndefined()
    expect(await gone(selfieId)).toEqual(refused('SelfieNotFound'))
    expect(await refusal(testServer.app, forgetSelfie, { params: { selfieId } })).toEqual(
      refused('SelfieNotFound'),
    )
    // A retry that is still in flight must not restore the selfie.
    expect(await refusedUpload({ files, key })).toEqual(refused('SelfieForgotten'))
  }, 60_000)

  it('is deleted after a day, with its row and the runner’s answers', async () => {
    const own = await anEvent(testServer.context())
    const photoId = await aPhoto(testServer.context(), own, { faces: [faceNear(buildFace(35), 0.3)] })
    const { selfieId } = (await upload({ files: [await demo('selfies/good-a05-anna.jpg')] })).json<Selfie>()
    const kept = await aSelfie(testServer.context(), own, buildFace(35))
    const { token } = await tokenFor(testServer.app, own.id, kept)
    await send(testServer.app, sayItsMe, { token, params: { photoId }, body: { itIsMe: true } })
    const later = await aSelfie(testServer.context(), own, buildFace(36))
    await keepSelfieUntil(
      testServer.context(),
      later.selfieId,
      new Date(testServer.services.clock().getTime() + 48 * hour),
    )
    testServer.moveClock(24 * hour)
    expect(await gone(selfieId)).toEqual(refused('SelfieNotFound'))
    testServer.moveClock(hour)
    await testServer.jobs.drain()
    const count = async (table: string, column: string, value: string) =>
      (await testServer.services.db.execute(sql.raw(`select 1 from ${table} where ${column} = '${value}'`)))
        .rows.length
    expect(await count('selfies', 'id', selfieId)).toBe(0)
    expect(await count('selfies', 'id', kept.selfieId)).toBe(0)
    expect(await count('photo_answers', 'photo_id', photoId)).toBe(0)
    expect(await find(later.selfieId)).toMatchObject({ state: 'Ready' })
  }, 60_000)
})
