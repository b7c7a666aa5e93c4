import { forgetSelfie, getSelfie, type Selfie, sendSelfie } from '../../../contract/recognition.ts'
import { recogniseUpload as recogniseUploadCall } from '../../../contract/uploads.ts'
import type { Feature } from '../../platform/app-parts.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import type { PhotoFinder } from '../competitors/index.ts'
import { findEvent, findEventByAlbum } from '../events/index.ts'
import { forgetKey } from './forget-key.ts'
import { forgetExpired, forgetSelfiesJob } from './forget-selfies.ts'
import { keyOf } from './key-of.ts'
import { readUpload } from './read-upload.ts'
import { type Recognition, receiveSelfie } from './receive-selfie.ts'
import { recogniseUpload } from './recognise-upload.ts'
import { deleteSelfie, findSelfie, type SelfieRow } from './selfie-store.ts'
import { serveUploads } from './upload-routes.ts'

/** A venue's visitors share one address, so this is generous. */
const selfiesPerMinute = 30
/** Asking again for a verdict costs nothing, and phones whose answers get lost do. */
const verdictsPerMinute = 120

export interface RecognitionPorts extends Recognition {
  readonly finder: PhotoFinder
}

/** Finding oneself by a face picture. */
export function createRecognitionFeature({ finder, ...recognition }: RecognitionPorts): Feature {
  const present = async (context: Context, selfie: SelfieRow): Promise<Selfie> => {
    const { id: selfieId, eventId, personId } = selfie
    const found = await finder.find(context, { eventId, subject: { kind: 'face', selfieId, personId } })
    const similarity = Math.max(0, ...found.map((photo) => photo.similarity ?? 0))
    const sure = found.filter(({ tier }) => tier === 'sure')
    const photosCount = sure.length || found.length
    // who buys in advance is somebody before there is a photo of her
    const isAwaited = (await findEvent(context, eventId))?.switches.preorder === true
    const persons = found.length > 0 || isAwaited ? [{ personId, similarity, photosCount }] : []
    return { selfieId, state: 'Ready', persons }
  }

  return {
    routes: (app) => {
      handle(
        app,
        sendSelfie,
        async (context, { query, request }) => {
          const idempotencyKey = keyOf(request)
          const eventId = await searchedEvent(context, query.albumId)
          const bytes = await readUpload(request)
          const picture = { eventId, bytes, idempotencyKey }
          return present(context, await receiveSelfie(context, recognition, picture))
        },
        { rateLimit: { max: selfiesPerMinute, timeWindowInMs: 60_000 } },
      )

      serveUploads(app, recognition)
      handle(
        app,
        recogniseUploadCall,
        async (context, { params, query, request }) => {
          const eventId = await searchedEvent(context, query.albumId)
          const wish = { uploadId: params.uploadId, eventId, key: keyOf(request) }
          return present(context, await recogniseUpload(context, recognition, wish))
        },
        { rateLimit: { max: verdictsPerMinute, timeWindowInMs: 60_000 } },
      )

      handle(app, getSelfie, async (context, { params }) => {
        const selfie = await findSelfie(context, params.selfieId)
        if (!selfie) throw new Failure('SelfieNotFound')
        return present(context, selfie)
      })

      handle(app, forgetSelfie, async (context, { params }) => {
        const selfie = await findSelfie(context, params.selfieId)
        if (!selfie) throw new Failure('SelfieNotFound')
        const { forgetPerson } = recognition
        if (selfie.idempotencyKey !== null) await forgetKey(context, selfie.idempotencyKey, forgetPerson)
        else
          await inTransaction(context, async (inside) => {
            await deleteSelfie(inside, selfie.id)
            await forgetPerson(inside, selfie.personId)
          })
        return undefined
      })
    },
    jobs: {
      [forgetSelfiesJob]: (context) => forgetExpired(context, recognition.forgetPerson),
    },
  }
}

/** @throws Failure `EventNotFound` where faces are not searched for */
async function searchedEvent(context: Context, albumId: string): Promise<string> {
  const event = await findEventByAlbum(context, albumId)
  if (event?.state !== 'Published' || event.switches.faceSearch === false) throw new Failure('EventNotFound')
  return event.id
}
