import type { FastifyRequest } from 'fastify'
import {
  forgetSelfie,
  getSelfie,
  maxSelfieSizeInBytes,
  type Selfie,
  sendSelfie,
} from '../../../contract/recognition.ts'
import { recogniseUpload as recogniseUploadCall } from '../../../contract/uploads.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { toClientKey } from '../../platform/http/client-key.ts'
import { Failure } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Feature } from '../../platform/services.ts'
import { type EventRow, findEvent, findEventByAlbum, hasFaceSearch } from '../events/index.ts'
import { deleteKeyData } from './delete-key-data.ts'
import { createEmbeddingJobs } from './face-model/embed-event.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { createPictureMemory } from './picture-memory.ts'
import type { FacePhotoFinder, IsNeededByOrder, ReadOriginal } from './ports.ts'
import { purgeExpired, purgeSelfiesJob } from './purge-selfies.ts'
import { type Recognition, receiveSelfie } from './receive-selfie.ts'
import { recogniseUpload } from './recognise-upload.ts'
import { deleteSelfie, findSelfie, type SelfieRow } from './selfie-store.ts'
import { serveUploads } from './upload-routes.ts'

/** Pages send pictures whole only where they cannot send them in pieces. A venue's visitors share one address. */
const selfiesLimit = { perAddress: 300, windowInMs: 60_000 }
/** Repeated requests for a verdict are cheap, and phones repeat them when responses get lost. */
const verdictsLimit = { perAddress: 2_400, windowInMs: 60_000 }

export interface RecognitionPorts extends Recognition {
  readonly finder: FacePhotoFinder
  readonly readOriginal: ReadOriginal
  readonly isNeededByOrder: IsNeededByOrder
  /** Key of the pseudonyms of clients, the same in all processes. */
  readonly clientSecret: Uint8Array
  /** Returns whether an event has not taken place yet and has no photos. */
  readonly isFutureEvent: IsFutureEvent
}

type IsFutureEvent = (context: Context, event: EventRow) => Promise<boolean>

/** Creates the feature for searches by selfie. */
export function createRecognitionFeature({
  finder,
  readOriginal,
  isNeededByOrder,
  isFutureEvent,
  clientSecret,
  ...recognition
}: RecognitionPorts): Feature {
  const presentSelfie = async (context: Context, selfie: SelfieRow): Promise<Selfie> => {
    const { id: selfieId, eventId, personId } = selfie
    const found = await finder.find(context, { eventId, subject: { kind: 'face', selfieId, personId } })
    const similarity = Math.max(0, ...found.map((photo) => photo.similarity ?? 0))
    const sure = found.filter(({ tier }) => tier === 'sure')
    const photosCount = sure.length || found.length
    // A buyer of a pre-order needs a person id before there are photos.
    const hasPreorders = (await findEvent(context, eventId))?.switches.preorder === true
    const persons = found.length > 0 || hasPreorders ? [{ personId, similarity, photosCount }] : []
    return { selfieId, state: 'Ready', persons }
  }

  const memory = createPictureMemory()

  return {
    routes: (app) => {
      registerCall(
        app,
        sendSelfie,
        async (context, { query, request }) => {
          const idempotencyKey = readIdempotencyKey(request)
          const client = toClientKey(request.ip)
          const claim = { client, sizeInBytes: readAnnouncedSize(request) }
          const selfie = await memory.run(claim, async () => {
            const eventId = await requireSearchableEvent(context, isFutureEvent, query.albumId)
            const bytes = await readUpload(request)
            return receiveSelfie(context, recognition, { eventId, bytes, idempotencyKey, client })
          })
          return presentSelfie(context, selfie)
        },
        { limit: selfiesLimit },
      )

      serveUploads(app, recognition, clientSecret)
      registerCall(
        app,
        recogniseUploadCall,
        async (context, { params, query, request }) => {
          const eventId = await requireSearchableEvent(context, isFutureEvent, query.albumId)
          const client = toClientKey(request.ip)
          const input = { uploadId: params.uploadId, eventId, key: readIdempotencyKey(request), client }
          return presentSelfie(context, await recogniseUpload(context, recognition, input))
        },
        { limit: verdictsLimit },
      )

      registerCall(app, getSelfie, async (context, { params }) => {
        const selfie = await findSelfie(context, params.selfieId)
        const event = selfie && (await findEvent(context, selfie.eventId))
        if (!selfie || event?.state !== 'Published' || !hasFaceSearch(context, event))
          throw new Failure('SelfieNotFound')
        return presentSelfie(context, selfie)
      })

      registerCall(app, forgetSelfie, async (context, { params }) => {
        const selfie = await findSelfie(context, params.selfieId)
        if (!selfie) throw new Failure('SelfieNotFound')
        const { deletePersonData } = recognition
        if (selfie.idempotencyKey !== null)
          await deleteKeyData(context, selfie.idempotencyKey, deletePersonData)
        else
          await inTransaction(context, async (transaction) => {
            await deleteSelfie(transaction, selfie.id)
            await deletePersonData(transaction, selfie.personId)
          })
        return undefined
      })
    },
    jobs: {
      [purgeSelfiesJob]: (context) => purgeExpired(context, recognition.deletePersonData),
      ...createEmbeddingJobs({ ...recognition, finder, readOriginal, isNeededByOrder }),
    },
  }
}

/**
 * Returns the id of the event to search.
 *
 * @throws Failure `EventNotFound`; `FaceSearchOff` where faces are not searched; `EventAhead` before there can be photos
 */
async function requireSearchableEvent(
  context: Context,
  isFutureEvent: IsFutureEvent,
  albumId: string,
): Promise<string> {
  const event = await findEventByAlbum(context, albumId)
  if (event?.state !== 'Published') throw new Failure('EventNotFound')
  if (!hasFaceSearch(context, event)) throw new Failure('FaceSearchOff')
  if (await isFutureEvent(context, event)) throw new Failure('EventAhead')
  return event.id
}

/** Returns how many bytes of a picture to expect: the most that is accepted when the request does not say its length. */
function readAnnouncedSize({ headers }: FastifyRequest): number {
  return Math.min(Number(headers['content-length'] ?? maxSelfieSizeInBytes), maxSelfieSizeInBytes)
}

/**
 * Reads the one file of an upload; ignores its name.
 *
 * @throws Failure `FileMissing`, `FileEmpty`, `UnsupportedMediaType`, `ValidationFailed` for a broken form, `RequestTimeout` when
 * the client has gone; the platform's limits throw for oversized input
 */
async function readUpload(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) throw new Failure('UnsupportedMediaType')
  // A request that has already closed would never end nor fail.
  if (request.raw.destroyed) throw new Failure('RequestTimeout')
  let bytes: Uint8Array | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') bytes = await part.toBuffer()
    }
  } catch (error) {
    // Errors of limits carry a code that the platform handles; errors without one are from a broken or truncated form.
    if (error instanceof Error && 'code' in error) throw error
    throw new Failure('ValidationFailed', { cause: error })
  }
  if (bytes === undefined) throw new Failure('FileMissing')
  if (bytes.byteLength === 0) throw new Failure('FileEmpty')
  return bytes
}
