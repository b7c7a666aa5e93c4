import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetSelfie } from '../../contract/recognition.ts'
import { forgetSent, forgetUpload } from '../../contract/uploads.ts'
import {
  buildPicture,
  createUploader,
  type Picture,
  readSelfieId,
  readStatusAndCode,
  readStoredState,
  readUploadId,
  toStatusAndCode,
} from '../support/data/pictures.ts'
import { openUploadServer, type UploadServer } from '../support/server/upload-server.ts'
import { selectByEffort } from '../trials.ts'

const tus = { 'tus-resumable': '1.0.0' }

let testServer: UploadServer

beforeAll(async () => {
  testServer = await openUploadServer()
}, 60_000)
afterAll(() => testServer.close())

describe('forgetting', () => {
  const forgetById = (uploadId: string) =>
    createUploader(testServer).send(forgetUpload, { params: { uploadId }, headers: tus })
  const forgetByKey = ({ key }: Picture) =>
    createUploader(testServer).send(forgetSent, { headers: { 'idempotency-key': key } })
  const noTraces = { pieces: 0, selfies: 0, state: 'Forgotten' }

  it('takes an upload that is half there, by its id or by its key, and refuses the rest', async () => {
    const { create, patch, head, recognise: verdict } = createUploader(testServer)
    for (const forget of [forgetById, (_: string, picture: Picture) => forgetByKey(picture)]) {
      const picture = buildPicture()
      const uploadId = readUploadId(await create(picture))
      await patch(uploadId, 0, picture.bytes.subarray(0, 500))
      expect((await forget(uploadId, picture)).statusCode).toBe(204)
      expect(await readStoredState(testServer, picture)).toEqual(noTraces)
      expect((await head(uploadId)).statusCode).toBe(410)
      const forgottenRefusal = toStatusAndCode('SelfieForgotten')
      expect(readStatusAndCode(await patch(uploadId, 500, picture.bytes.subarray(500)))).toEqual(
        forgottenRefusal,
      )
      expect(readStatusAndCode(await create(picture))).toEqual(forgottenRefusal)
      expect(readStatusAndCode(await verdict(uploadId, testServer.event.albumId))).toEqual(forgottenRefusal)
      expect(readStatusAndCode(await forgetById(uploadId))).toEqual(forgottenRefusal)
      expect(
        readStatusAndCode(await createUploader(testServer).sendAsForm(picture, testServer.event.albumId)),
      ).toEqual(forgottenRefusal)
      expect((await forgetByKey(picture)).statusCode).toBe(204)
    }
  })

  it('takes what is already a selfie, by the id of either or by the key', async () => {
    const { uploadAll: sent, recognise: verdict } = createUploader(testServer)
    const forgetFunctions = [
      forgetByKey,
      (_: Picture, uploadId: string) => forgetById(uploadId),
      (_: Picture, __: string, selfieId: string) =>
        createUploader(testServer).send(forgetSelfie, { params: { selfieId } }),
    ]
    for (const forget of forgetFunctions) {
      const picture = buildPicture()
      const uploadId = await sent(picture)
      const selfieId = readSelfieId(await verdict(uploadId, testServer.event.albumId))
      expect((await forget(picture, uploadId, selfieId)).statusCode).toBe(204)
      expect(await readStoredState(testServer, picture)).toEqual(noTraces)
      expect(readStatusAndCode(await verdict(uploadId, testServer.event.albumId))).toEqual(
        toStatusAndCode('SelfieForgotten'),
      )
    }
  })

  it('wins over a recognition that is under way', async () => {
    for (const send of [
      async (picture: Picture) =>
        createUploader(testServer).recognise(
          await createUploader(testServer).uploadAll(picture),
          testServer.event.albumId,
        ),
      (picture: Picture) => createUploader(testServer).sendAsForm(picture, testServer.event.albumId),
    ]) {
      const picture = buildPicture()
      testServer.recognition.runBeforeResult(async () => void (await forgetByKey(picture)))
      expect(readStatusAndCode(await send(picture))).toEqual(toStatusAndCode('SelfieForgotten'))
      testServer.recognition.runBeforeResult(async () => undefined)
      expect(testServer.recognition.countReads(picture)).toBe(1)
      expect(await readStoredState(testServer, picture)).toEqual(noTraces)
    }
  })

  it('keeps a picture away that has not even begun to come', async () => {
    const picture = buildPicture()
    await forgetByKey(picture)
    expect(readStatusAndCode(await createUploader(testServer).create(picture))).toEqual(
      toStatusAndCode('SelfieForgotten'),
    )
    expect(
      readStatusAndCode(await createUploader(testServer).sendAsForm(picture, testServer.event.albumId)),
    ).toEqual(toStatusAndCode('SelfieForgotten'))
  })

  it('is never undone when deleting races against sending', async () => {
    const races = selectByEffort({ quick: 20, full: 200, long: 2000 })
    let answeredCount = 0
    for (let race = 0; race < races; race++) {
      const picture = buildPicture()
      const { create, patch, recognise: verdict } = createUploader(testServer)
      const resolvers: (() => void)[] = []
      const steps = Array.from(
        { length: 5 },
        (_, step) => new Promise<void>((resolve) => (resolvers[step] = resolve)),
      )
      let uploadId: string | undefined
      const send = async () => {
        if (race % 4 === 3) {
          resolvers.slice(0, 3).forEach((resolve) => resolve())
          const whole = createUploader(testServer).sendAsForm(picture, testServer.event.albumId)
          resolvers[3]?.()
          await whole
        } else {
          resolvers[0]?.()
          const created = await create(picture)
          uploadId = created.statusCode === 201 ? readUploadId(created) : ''
          // an empty id would result in the path of another call
          const sentId = uploadId || 'none'
          resolvers[1]?.()
          await patch(sentId, 0, picture.bytes.subarray(0, 500))
          resolvers[2]?.()
          await patch(sentId, 500, picture.bytes.subarray(500))
          resolvers[3]?.()
          const verdicts = await Promise.all([
            verdict(sentId, testServer.event.albumId),
            verdict(sentId, testServer.event.albumId),
          ])
          answeredCount += verdicts.filter(({ statusCode }) => statusCode === 200).length
        }
        resolvers[4]?.()
      }
      const forget = async () => {
        await steps[race % 5]
        // Waits some turns of the event loop, so that the deletion hits different stages of the upload.
        for (let turn = 0; turn < race % 17; turn++) await new Promise((resolve) => setImmediate(resolve))
        const isForgotten =
          uploadId && race % 3 === 0 ? (await forgetById(uploadId)).statusCode === 204 : false
        if (!isForgotten) await forgetByKey(picture)
      }
      await Promise.all([send(), forget()])
      await createUploader(testServer).sendAsForm(picture, testServer.event.albumId)
      expect(await readStoredState(testServer, picture), `race ${race}`).toEqual(noTraces)
    }
    // If no upload was answered, the deletion always came first and there was no race.
    expect(answeredCount).toBeGreaterThan(0)
  }, 300_000)
})
