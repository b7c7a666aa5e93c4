import { eq } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { listPhotos } from '../../contract/photos.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { completeOrder, placeOrder, withdrawOrder } from '../../server/features/orders/index.ts'
import { findPhoto } from '../../server/features/photos/index.ts'
import { chooseFaceModel, listEventProgress } from '../../server/features/recognition/index.ts'
import { findSelfie } from '../../server/features/recognition/selfie-store.ts'
import { faces, selfies } from '../../server/features/recognition/tables.ts'
import { inTransaction } from '../../server/platform/context.ts'
import { newId } from '../../server/platform/ids.ts'
import { createFacesPort } from '../support/data/faces-port.ts'
import { buildPicture, createUploader } from '../support/data/pictures.ts'
import {
  buildEmbedding,
  buildNewFace,
  createPhoto,
  createSelfie,
  createTestEvent,
} from '../support/data/race.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken } from '../support/server/api-calls.ts'
import { openShop, type Shop } from '../support/server/shop.ts'

const nextModel = 'yunet+mobilefacenet'
const hourInMs = 3_600_000

let server: Shop
afterEach(() => server.close())

/** Opens a server whose next model embeds the people in the text of a photo's file, e.g. `1,2`. */
async function openServer(
  readSelfie: Parameters<typeof createFacesPort>[0] = () => Promise.reject(new Error()),
) {
  const readModels: string[] = []
  server = await openShop({
    faces: {
      ...createFacesPort(readSelfie),
      readPhoto: async (bytes, modelId) => {
        readModels.push(modelId)
        return Buffer.from(bytes)
          .toString()
          .split(',')
          .map((person) => buildNewFace(buildNextEmbedding(Number(person))))
      },
    },
  })
  return { readModels }
}

/** Returns the embedding of a person by the next model, which has nothing in common with that of the default one. */
const buildNextEmbedding = (person: number) => buildEmbedding(person + 1000)

/** Creates a photo with a file that the next model can embed. */
async function createPhotoWithFile(event: EventRow, person: number): Promise<string> {
  const photoId = await createPhoto(server.context(), event, { faces: [buildEmbedding(person)] })
  const photo = await findPhoto(server.context(), photoId)
  await server.services.objects.put(photo?.originalKey ?? '', Buffer.from(String(person)), {
    contentType: 'image/jpeg',
  })
  return photoId
}

const createToken = async (event: EventRow, person: number) => {
  const selfie = await createSelfie(server.context(), event, buildEmbedding(person))
  return { ...selfie, token: (await fetchSearchToken(server.app, event.id, selfie)).token }
}

/** Orders and pays a package of the photos with a face. @returns the id of the order */
function buyPackage(event: EventRow, selfie: { selfieId: string; personId: string }): Promise<string> {
  const { id: eventId, albumId, catalogId } = event
  return inTransaction(server.context(), async (transaction) => {
    const { id } = await placeOrder(transaction, {
      ...{ eventId, albumId, catalogId, cartId: newId(), invoiceId: newId() },
      ...{ currencyId: 643, totalAmount: 0, language: 'ru', preorder: false },
      ...{ email: 'anna.s@mail.example', owner: null, deviceHash: null },
      orderedItems: [
        {
          ...{
            eventId,
            catalogId,
            productId: newId(),
            productType: 'photos_with_me',
            title: { ru: 'Все фото' },
          },
          ...{ photoId: null, videoId: null, frameId: null, bib: '', recipients: null, photoIds: [] },
          giftShareId: null,
          ...{ prepaid: false, originalPrice: 0, totalPrice: 0 },
          subject: { kind: 'face', selfieId: selfie.selfieId, personId: selfie.personId },
        },
      ],
    })
    await completeOrder(transaction, id)
    return id
  })
}

const listFound = async (token: string) =>
  (await fetchAnswer(server.app, listPhotos, { token })).items.map(({ photoId }) => photoId)

it('carries selfies over by their photos, and ends the search of the others', async () => {
  const { readModels } = await openServer()
  const event = await createTestEvent(server.context())
  const photoId = await createPhotoWithFile(event, 1)
  const found = await createToken(event, 1)
  const unknown = await createToken(event, 2)
  await chooseFaceModel([server.context()], nextModel)
  expect(await listEventProgress(server.context())).toMatchObject([{ done: 0, total: 1 }])
  expect(await listFound(found.token)).toEqual([photoId])

  await server.jobs.drain()
  expect(readModels).toEqual([nextModel])
  expect(await listEventProgress(server.context())).toEqual([])
  expect(await listFound(found.token)).toEqual([photoId])
  expect(await fetchProblemCode(server.app, listPhotos, { token: unknown.token })).toEqual([
    401,
    'TokenExpired',
  ])
  // later photos are compared in the space of the next model
  const laterId = await createPhoto(server.context(), event, { faces: [buildNextEmbedding(1)] })
  expect((await listFound(found.token)).toSorted()).toEqual([photoId, laterId].toSorted())
})

it('waits with an event while a selfie of a bought package cannot be carried over', async () => {
  await openServer()
  const event = await createTestEvent(server.context())
  await createPhotoWithFile(event, 1)
  const buyer = await createToken(event, 2)
  await buyPackage(event, buyer)
  await chooseFaceModel([server.context()], nextModel)
  await server.jobs.drain()
  expect(await listEventProgress(server.context())).toMatchObject([{ done: 1, total: 1 }])
  expect(await listFound(buyer.token)).toEqual([])

  const photoId = await createPhotoWithFile(event, 2)
  server.moveClock(hourInMs)
  await server.jobs.drain()
  expect(await listEventProgress(server.context())).toEqual([])
  expect((await findSelfie(server.context(), buyer.selfieId))?.model).toBe(nextModel)
  expect(await listFound(buyer.token)).toEqual([photoId])
})

it('does not wait for the selfie of a package that was refunded in full', async () => {
  await openServer()
  const event = await createTestEvent(server.context())
  await createPhotoWithFile(event, 1)
  const buyer = await createToken(event, 2)
  await withdrawOrder(server.context(), await buyPackage(event, buyer))
  await chooseFaceModel([server.context()], nextModel)
  await server.jobs.drain()
  expect(await listEventProgress(server.context())).toEqual([])
  expect(await findSelfie(server.context(), buyer.selfieId)).toBeUndefined()
})

it('embeds a selfie again when its event changes meanwhile', async () => {
  const readModels: (string | undefined)[] = []
  await openServer(async (_bytes, modelId) => {
    readModels.push(modelId)
    if (readModels.length === 1) await server.jobs.drain()
    return { embedding: modelId === nextModel ? buildNextEmbedding(1) : buildEmbedding(1) }
  })
  const event = await createTestEvent(server.context())
  await createPhotoWithFile(event, 1)
  await chooseFaceModel([server.context()], nextModel)
  const uploader = createUploader(server)
  const response = await uploader.sendAsForm(buildPicture(), event.albumId)
  expect(response.statusCode).toBe(200)
  expect(readModels).toEqual(['face-api-ssd+face-api-resnet', nextModel])
  expect(response.json().persons).toMatchObject([{ photosCount: 1 }])
  const rows = await server.services.db.select().from(selfies).where(eq(selfies.eventId, event.id))
  expect(rows.map(({ model }) => model)).toEqual([nextModel])
})

it('goes back to the previous model, and on to another one before it is done', async () => {
  await openServer()
  const event = await createTestEvent(server.context())
  await createPhotoWithFile(event, 1)
  const runner = await createToken(event, 1)
  await chooseFaceModel([server.context()], nextModel)
  await chooseFaceModel([server.context()], 'face-api-ssd+face-api-resnet')
  await server.jobs.drain()
  expect((await findSelfie(server.context(), runner.selfieId))?.model).toBe('face-api-ssd+face-api-resnet')
  await chooseFaceModel([server.context()], 'yunet+face-api-resnet')
  await chooseFaceModel([server.context()], nextModel)
  await server.jobs.drain()
  const rows = await server.services.db.select().from(faces).where(eq(faces.eventId, event.id))
  expect(rows.map(({ model }) => model)).toEqual([nextModel])
})

it('leaves events without face search as they are', async () => {
  const { readModels } = await openServer()
  const event = await createTestEvent(server.context(), { switches: { faceSearch: false } })
  await createPhotoWithFile(event, 1)
  await chooseFaceModel([server.context()], nextModel)
  await server.jobs.drain()
  expect(readModels).toEqual([])
  expect(await listEventProgress(server.context())).toEqual([])
})
