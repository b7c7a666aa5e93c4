import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetSelfie } from '../../contract/recognition.ts'
import { forgetSent, forgetUpload } from '../../contract/uploads.ts'
import {
  aPicture,
  findTraces,
  type Picture,
  readSelfieId,
  readStatusAndCode,
  readUploadId,
  refused,
  uploader,
} from '../support/data/pictures.ts'
import { openUploadServer, type UploadServer } from '../support/server/upload-server.ts'
import { effort } from '../trials.ts'

const tus = { 'tus-resumable': '1.0.0' }

let testServer: UploadServer

beforeAll(async () => {
  testServer = await openUploadServer()
}, 60_000)
afterAll(() => testServer.close())

describe('forgetting', () => {
  const byId = (uploadId: string) =>
    uploader(testServer).ask(forgetUpload, { params: { uploadId }, headers: tus })
  const byKey = ({ key }: Picture) =>
    uploader(testServer).ask(forgetSent, { headers: { 'idempotency-key': key } })
  const nothing = { pieces: 0, selfies: 0, state: 'Forgotten' }

  it('takes an upload that is half there, by its id or by its key, and refuses the rest', async () => {
    const { create, patch, head, verdict } = uploader(testServer)
    for (const forget of [byId, (_: string, picture: Picture) => byKey(picture)]) {
      const picture = aPicture()
      const uploadId = readUploadId(await create(picture))
      await patch(uploadId, 0, picture.bytes.subarray(0, 500))
      expect((await forget(uploadId, picture)).statusCode).toBe(204)
      expect(await findTraces(testServer, picture)).toEqual(nothing)
      expect((await head(uploadId)).statusCode).toBe(410)
      const forgotten = refused('SelfieForgotten')
      expect(readStatusAndCode(await patch(uploadId, 500, picture.bytes.subarray(500)))).toEqual(forgotten)
      expect(readStatusAndCode(await create(picture))).toEqual(forgotten)
      expect(readStatusAndCode(await verdict(uploadId, testServer.event.albumId))).toEqual(forgotten)
      expect(readStatusAndCode(await byId(uploadId))).toEqual(forgotten)
      expect(readStatusAndCode(await uploader(testServer).whole(picture, testServer.event.albumId))).toEqual(
        forgotten,
      )
      expect((await byKey(picture)).statusCode).toBe(204)
    }
  })

  it('takes what is already a selfie, by the id of either or by the key', async () => {
    const { sent, verdict } = uploader(testServer)
    const ways = [
      byKey,
      (_: Picture, uploadId: string) => byId(uploadId),
      (_: Picture, __: string, selfieId: string) =>
        uploader(testServer).ask(forgetSelfie, { params: { selfieId } }),
    ]
    for (const forget of ways) {
      const picture = aPicture()
      const uploadId = await sent(picture)
      const selfieId = readSelfieId(await verdict(uploadId, testServer.event.albumId))
      expect((await forget(picture, uploadId, selfieId)).statusCode).toBe(204)
      expect(await findTraces(testServer, picture)).toEqual(nothing)
      expect(readStatusAndCode(await verdict(uploadId, testServer.event.albumId))).toEqual(
        refused('SelfieForgotten'),
      )
    }
  })

  it('wins over a recognition that is under way', async () => {
    for (const send of [
      async (picture: Picture) =>
        uploader(testServer).verdict(await uploader(testServer).sent(picture), testServer.event.albumId),
      (picture: Picture) => uploader(testServer).whole(picture, testServer.event.albumId),
    ]) {
      const picture = aPicture()
      testServer.recognition.meanwhile(async () => void (await byKey(picture)))
      expect(readStatusAndCode(await send(picture))).toEqual(refused('SelfieForgotten'))
      testServer.recognition.meanwhile(async () => undefined)
      expect(testServer.recognition.listReads(picture)).toBe(1)
      expect(await findTraces(testServer, picture)).toEqual(nothing)
    }
  })

  it('keeps a picture away that has not even begun to come', async () => {
    const picture = aPicture()
    await byKey(picture)
    expect(readStatusAndCode(await uploader(testServer).create(picture))).toEqual(refused('SelfieForgotten'))
    expect(readStatusAndCode(await uploader(testServer).whole(picture, testServer.event.albumId))).toEqual(
      refused('SelfieForgotten'),
    )
  })

  it('is never undone when deleting races against sending', async () => {
    const races = effort({ quick: 20, full: 200, long: 2000 })
    let answered = 0
    for (let race = 0; race < races; race++) {
      const picture = aPicture()
      const { create, patch, verdict } = uploader(testServer)
      const reached: (() => void)[] = []
      const steps = Array.from({ length: 5 }, (_, step) => new Promise<void>((go) => (reached[step] = go)))
      let uploadId: string | undefined
      const send = async () => {
        if (race % 4 === 3) {
          reached.slice(0, 3).forEach((go) => go())
          const whole = uploader(testServer).whole(picture, testServer.event.albumId)
          reached[3]?.()
          await whole
        } else {
          reached[0]?.()
          const created = await create(picture)
          uploadId = created.statusCode === 201 ? readUploadId(created) : ''
          // an empty id would result in the path of another call
          const sentId = uploadId || 'none'
          reached[1]?.()
          await patch(sentId, 0, picture.bytes.subarray(0, 500))
          reached[2]?.()
          await patch(sentId, 500, picture.bytes.subarray(500))
          reached[3]?.()
          const verdicts = await Promise.all([
            verdict(sentId, testServer.event.albumId),
            verdict(sentId, testServer.event.albumId),
          ])
          answered += verdicts.filter(({ statusCode }) => statusCode === 200).length
        }
        reached[4]?.()
      }
      const forget = async () => {
        await steps[race % 5]
        // Waits some turns of the event loop, so that the deletion hits different stages of the upload.
        for (let turn = 0; turn < race % 17; turn++) await new Promise((go) => setImmediate(go))
        const isGone = uploadId && race % 3 === 0 ? (await byId(uploadId)).statusCode === 204 : false
        if (!isGone) await byKey(picture)
      }
      await Promise.all([send(), forget()])
      await uploader(testServer).whole(picture, testServer.event.albumId)
      expect(await findTraces(testServer, picture), `race ${race}`).toEqual(nothing)
    }
    // If no upload was answered, the deletion always came first and there was no race.
    expect(answered).toBeGreaterThan(0)
  }, 300_000)
})
