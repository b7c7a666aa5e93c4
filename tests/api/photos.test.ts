import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmPhoto, listPhotos } from '../../contract/photos.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { addPhoto } from '../../server/features/photos/index.ts'
import { indexFaces } from '../../server/features/recognition/index.ts'
import { newId, sha256 } from '../../server/platform/ids.ts'
import { getMediaUrl, newMediaKey, newOriginalKey } from '../../server/platform/objects/keys.ts'
import {
  buildEmbedding,
  buildEmbeddingNear,
  buildNewFace,
  createPhoto,
  createSelfie,
  createStartList,
  createTestEvent,
} from '../support/data/race.ts'
import {
  fetchAnswer,
  fetchPhotoIds,
  fetchPhotos,
  fetchProblemCode,
  fetchSearchToken,
  sendCall,
} from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

let testServer: SearchServer

beforeAll(async () => {
  testServer = await openSearchServer({ index: createFaceIndex() })
}, 60_000)
afterAll(() => testServer.close())

const minute = (n: number) => new Date(Date.UTC(2026, 8, 12, 15, n))

describe('an album', () => {
  it('is returned in time order, page by page, each photo once', async () => {
    const event = await createTestEvent(testServer.context())
    const ids: string[] = []
    for (const n of [5, 1, 3, 3, 3, 0, 4])
      ids[ids.length] = await createPhoto(testServer.context(), event, { takenOn: minute(n) })
    const { token } = await fetchSearchToken(testServer.app, event.id)
    const pages = await Promise.all(
      ['0', '3', '6'].map((offset) => fetchPhotos(testServer.app, token, { offset, count: '3' })),
    )
    const listedPhotos = pages.flat()
    expect(listedPhotos.map((photo) => photo.takenOn?.slice(14, 16))).toEqual([
      '00',
      '01',
      '03',
      '03',
      '03',
      '04',
      '05',
    ])
    expect(new Set(listedPhotos.map((photo) => photo.photoId))).toEqual(new Set(ids))
    const emptyPage = await fetchAnswer(testServer.app, listPhotos, { token, query: { offset: '100' } })
    expect(emptyPage).toEqual({ items: [], count: 0, total: 7 })
  })

  it('contains only photos that are ready, with their place in the language', async () => {
    const event = await createTestEvent(testServer.context())
    const readyPhotoId = await createPhoto(testServer.context(), event, { point: 'finish', numbers: ['128'] })
    const unprocessedPhoto = {
      fileName: 'b.jpg',
      mime: 'image/jpeg',
      sizeInBytes: 1,
      originalKey: newOriginalKey(testServer.context()),
      point: null,
    }
    const { photoId } = await addPhoto(testServer.context(), {
      ...unprocessedPhoto,
      eventId: event.id,
      sha256: sha256(newId()),
    })
    const { token } = await fetchSearchToken(testServer.app, event.id)
    const { items, total } = await fetchAnswer(testServer.app, listPhotos, { token, language: 'es' })
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({ photoId: readyPhotoId, point: 'Meta', tags: [] })
    expect(items[0]).not.toHaveProperty('match')
    const { token: ownToken } = await fetchSearchToken(testServer.app, event.id, { number: '128' })
    expect((await fetchPhotos(testServer.app, ownToken))[0]?.tags).toMatchObject([
      { name: 'number', value: '128' },
    ])
    const call = { params: { photoId }, body: { itIsMe: true }, token: ownToken }
    expect(await fetchProblemCode(testServer.app, confirmPhoto, call)).toEqual([404, 'PhotoNotFound'])
  })

  it('exposes no address of an original', async () => {
    const event = await createTestEvent(testServer.context())
    const original = { originalKey: newOriginalKey(testServer.context()), sha256: sha256(newId()) }
    await createPhoto(testServer.context(), event)
    const { token } = await fetchSearchToken(testServer.app, event.id)
    const { body } = await sendCall(testServer.app, listPhotos, { token })
    expect(body).not.toContain('originals')
    await testServer.services.objects.put(original.originalKey, new Uint8Array([1]), {
      contentType: 'image/jpeg',
    })
    const name = original.originalKey.split('/').at(-1) ?? ''
    for (const path of [
      `/media/${name}`,
      `/media/..%2Foriginals%2F${name}`,
      `/media/originals/${name}`,
      `/${original.originalKey}`,
    ]) {
      const { statusCode } = await testServer.app.inject({ url: path, headers: { host: 'one.test' } })
      expect(statusCode, path).toBe(404)
    }
  })

  it('serves previews by their key, with immutable caching', async () => {
    const key = newMediaKey(testServer.context())
    await testServer.services.objects.put(key, new Uint8Array([1, 2, 3, 4]), { contentType: 'image/jpeg' })
    const picture = await testServer.app.inject({ url: getMediaUrl(key), headers: { host: 'one.test' } })
    expect([picture.statusCode, picture.rawPayload.length]).toEqual([200, 4])
    expect(picture.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const part = await testServer.app.inject({
      url: getMediaUrl(key),
      headers: { host: 'one.test', range: 'bytes=1-2' },
    })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 1-2/4'])
  })

  it('refuses invalid pages', async () => {
    const event = await createTestEvent(testServer.context())
    const { token } = await fetchSearchToken(testServer.app, event.id)
    const queries: Record<string, string>[] = [
      { count: '101' },
      { count: '0' },
      { offset: '-1' },
      { count: 'NaN' },
      { albumId: '../x' },
    ]
    for (const query of queries)
      expect(await fetchProblemCode(testServer.app, listPhotos, { token, query })).toEqual([
        400,
        'ValidationFailed',
      ])
  })
})

describe('own photos', () => {
  it('by number are those where it was read, in time order', async () => {
    const event = await createTestEvent(testServer.context())
    const latePhotoId = await createPhoto(testServer.context(), event, {
      numbers: ['128'],
      takenOn: minute(9),
    })
    await createPhoto(testServer.context(), event, { numbers: ['1280'] })
    const earlyPhotoId = await createPhoto(testServer.context(), event, {
      numbers: ['7', '128'],
      takenOn: minute(2),
    })
    const { token } = await fetchSearchToken(testServer.app, event.id, { number: '0128' })
    const photos = await fetchPhotos(testServer.app, token)
    expect(photos.map((photo) => photo.photoId)).toEqual([earlyPhotoId, latePhotoId])
    expect(photos[0]?.match).toEqual({ by: 'number', tier: 'sure' })
  })

  it('by surname are those of all runners with it', async () => {
    const event = await createTestEvent(testServer.context())
    await createStartList(testServer.context(), event, [
      { number: '1', firstName: 'Андрей', surname: 'Ковалёв' },
      { number: '2', firstName: 'Иван', surname: 'Ковалев' },
      { number: '3', firstName: 'Кофи', surname: 'Менса' },
    ])
    for (const number of ['3', '1', '2'])
      await createPhoto(testServer.context(), event, { numbers: [number] })
    const { token, total } = await fetchSearchToken(testServer.app, event.id, { surname: 'kovalev' })
    expect([total, (await fetchPhotos(testServer.app, token)).map((photo) => photo.match?.by)]).toEqual([
      2,
      ['surname', 'surname'],
    ])
  })

  it('by face have a similarity, sure ones and possible ones, without strangers', async () => {
    const event = await createTestEvent(testServer.context())
    const ownFace = buildEmbedding(11)
    const surePhotoId = await createPhoto(testServer.context(), event, {
      faces: [buildEmbedding(12), buildEmbeddingNear(ownFace, 0.3)],
      takenOn: minute(1),
    })
    const possiblePhotoId = await createPhoto(testServer.context(), event, {
      faces: [buildEmbeddingNear(ownFace, 0.46, 8)],
      takenOn: minute(2),
    })
    await createPhoto(testServer.context(), event, { faces: [buildEmbedding(13)] })
    await createPhoto(testServer.context(), event, { faces: [buildEmbeddingNear(ownFace, 0.7)] })
    const { token, total } = await fetchSearchToken(
      testServer.app,
      event.id,
      await createSelfie(testServer.context(), event, ownFace),
    )
    const photos = await fetchPhotos(testServer.app, token)
    expect(total).toBe(2)
    expect(photos.map((photo) => [photo.photoId, photo.match?.tier])).toEqual([
      [surePhotoId, 'sure'],
      [possiblePhotoId, 'maybe'],
    ])
    expect(photos[0]?.match?.similarity).toBeCloseTo(0.973, 3)
    expect(photos[0]?.tags.map((tag) => tag.name)).toEqual(['face'])
  })

  it("by face use the event's own threshold", async () => {
    const event = await createTestEvent(testServer.context(), { faceThreshold: 0.55 })
    const ownFace = buildEmbedding(14)
    await createPhoto(testServer.context(), event, {
      faces: [buildEmbeddingNear(ownFace, 0.52)],
      takenOn: minute(1),
    })
    await createPhoto(testServer.context(), event, {
      faces: [buildEmbeddingNear(ownFace, 0.58)],
      takenOn: minute(2),
    })
    await createPhoto(testServer.context(), event, {
      faces: [buildEmbeddingNear(ownFace, 0.64)],
      takenOn: minute(3),
    })
    const { token } = await fetchSearchToken(
      testServer.app,
      event.id,
      await createSelfie(testServer.context(), event, ownFace),
    )
    expect((await fetchPhotos(testServer.app, token)).map((photo) => photo.match?.tier)).toEqual([
      'sure',
      'maybe',
    ])
  })

  it('by face are sure when they stand out from other people, whose albums stay out', async () => {
    const event = await createTestEvent(testServer.context())
    const ownFace = buildEmbedding(20)
    const { token } = await fetchSearchToken(
      testServer.app,
      event.id,
      await createSelfie(testServer.context(), event, ownFace),
    )
    const addFacePhoto = (distance: number, seed?: number) =>
      createPhoto(testServer.context(), event, { faces: [buildEmbeddingNear(ownFace, distance, seed)] })
    const readTiers = async () =>
      Object.fromEntries(
        (await fetchPhotos(testServer.app, token)).map(({ photoId, match }) => [photoId, match?.tier]),
      )
    const ownPhotoId = await addFacePhoto(0.42)
    expect(await readTiers()).toEqual({ [ownPhotoId]: 'sure' })
    for (const [i, distance] of [0.45, 0.46, 0.47, 0.48, 0.49].entries()) await addFacePhoto(distance, 30 + i)
    expect(await readTiers()).toEqual({ [ownPhotoId]: 'maybe' })
    const album = await Promise.all([0.43, 0.431, 0.432, 0.433].map((distance) => addFacePhoto(distance, 30)))
    const tiersById = await readTiers()
    expect(album.map((photoId) => tiersById[photoId])).not.toContain('sure')
    const nearPhotoId = await addFacePhoto(0.3)
    expect(await readTiers()).toMatchObject({ [nearPhotoId]: 'sure', [ownPhotoId]: 'sure' })
  })

  it('by face are compared by direction: an unclear face with small numbers is not nearer', async () => {
    const event = await createTestEvent(testServer.context())
    const ownFace = buildEmbedding(21)
    const { token } = await fetchSearchToken(
      testServer.app,
      event.id,
      await createSelfie(testServer.context(), event, ownFace),
    )
    const addFacePhoto = (distance: number) =>
      createPhoto(testServer.context(), event, {
        faces: [buildEmbeddingNear(ownFace, distance).map((number) => number * 0.94)],
      })
    const [surePhotoId, possiblePhotoId] = [await addFacePhoto(0.41), await addFacePhoto(0.49)]
    await addFacePhoto(0.56)
    const photos = await fetchPhotos(testServer.app, token)
    expect(Object.fromEntries(photos.map(({ photoId, match }) => [photoId, match?.tier]))).toEqual({
      [surePhotoId]: 'sure',
      [possiblePhotoId]: 'maybe',
    })
  })

  it('include photos added later, and follow re-indexing', async () => {
    const event = await createTestEvent(testServer.context())
    const ownFace = buildEmbedding(15)
    const { token, total } = await fetchSearchToken(
      testServer.app,
      event.id,
      await createSelfie(testServer.context(), event, ownFace),
    )
    expect(total).toBe(0)
    const photoId = await createPhoto(testServer.context(), event, {
      faces: [buildEmbeddingNear(ownFace, 0.2)],
    })
    expect(await fetchPhotoIds(testServer.app, token)).toEqual([photoId])
    await indexFaces(testServer.context(), {
      eventId: event.id,
      photoId,
      faces: [buildNewFace(buildEmbedding(16))],
    })
    expect(await fetchPhotoIds(testServer.app, token)).toEqual([])
    await indexFaces(testServer.context(), {
      eventId: event.id,
      photoId,
      faces: [buildNewFace(buildEmbeddingNear(ownFace, 0.1))],
    })
    expect(await fetchPhotoIds(testServer.app, token)).toEqual([photoId])
  })

  it('of one event are not found in another', async () => {
    const event = await createTestEvent(testServer.context())
    const other = await createTestEvent(testServer.context())
    await createPhoto(testServer.context(), other, { faces: [buildEmbedding(17)], numbers: ['128'] })
    const selfie = await createSelfie(testServer.context(), event, buildEmbedding(17))
    expect((await fetchSearchToken(testServer.app, event.id, selfie)).total).toBe(0)
    expect((await fetchSearchToken(testServer.app, event.id, { number: '128' })).total).toBe(0)
  })
})
