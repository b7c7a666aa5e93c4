import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { type Context, inTransaction } from '../../platform/context.ts'
import { sha256 } from '../../platform/ids.ts'
import { newMediaKey, newOriginalKey } from '../../platform/objects/keys.ts'
import type { Services } from '../../platform/services.ts'
import { findUnavailableCode } from '../../platform/unavailable.ts'
import { toInstant } from '../../platform/zoned-time.ts'
import { type EventRow, findEvent, hasFaceSearch } from '../events/index.ts'
import {
  type AnalysedPhoto,
  addPhoto,
  addPictureHash,
  findCopy,
  ImageRejected,
  maxPhotoPixels,
  type PhotoAnalyser,
  tagNumbers,
} from '../photos/index.ts'
import { indexFaces, readFaceState } from '../recognition/index.ts'
import type { Claim } from './claims.ts'
import type { FoundFile } from './list-files.ts'
import type { Outcome } from './outcome.ts'
import { pickNumbers } from './pick-numbers.ts'

/** Limits the size of a file: a JPEG of 150 megapixels fits. Several larger ones at a time would not fit into memory. */
const maxPhotoSizeInMb = 200

const photoExtension = /^\.(jpe?g|jfif|png|webp|hei[cf]|hif)$/i

/** Services that the ingest of a photo needs. */
export interface IngestPhotoServices {
  readonly objects: Services['objects']
  readonly clock: Services['clock']
  readonly analyser: PhotoAnalyser
}

/** The event and the metadata of a photo to ingest. */
export interface IngestPhotoInput {
  readonly event: EventRow
  /** Numbers of the event's start list; empty when there is none. */
  readonly startNumbers: ReadonlySet<string>
  readonly point: string | undefined
  /** Overrides the time in the file. */
  readonly takenOn: Date | undefined
}

interface LoadedPhoto {
  readonly file: FoundFile
  readonly bytes: Uint8Array
  readonly sha256: string
  readonly pictureHash: string | undefined
}

/**
 * Ingests one file into an event: bytes, preview images, faces and start numbers, from one decode. One transaction makes
 * everything visible. The same picture is in an event once, with any metadata.
 *
 * @param claim of this file in the run
 * @throws errors of the storage or the database; a bad file is an outcome, not an error
 */
export async function ingestPhoto(
  context: Context,
  services: IngestPhotoServices,
  claim: Claim,
  file: FoundFile,
  input: IngestPhotoInput,
): Promise<Outcome> {
  const refusal = await checkFile(file)
  if (refusal) return refusal
  const bytes = await readFile(file.path)
  const hash = sha256(bytes)
  const existing = await findCopy(context, input.event.id, { sha256: hash })
  if (existing?.pictureHash) return { kind: 'known', existingName: existing.fileName }
  const pictureHash = await services.analyser.hashPicture(bytes)
  if (existing) {
    if (pictureHash !== undefined) await addPictureHash(context, existing, pictureHash)
    return { kind: 'known', existingName: existing.fileName }
  }
  const hashes = pictureHash === undefined ? [hash] : [hash, pictureHash]
  return claim.ingestOnce(hashes, () =>
    ingestBytes(context, services, { file, bytes, sha256: hash, pictureHash }, input),
  )
}

async function ingestBytes(
  context: Context,
  services: IngestPhotoServices,
  photo: LoadedPhoto,
  input: IngestPhotoInput,
): Promise<Outcome> {
  const existing = await findCopy(context, input.event.id, photo)
  if (existing) return { kind: 'known', existingName: existing.fileName }
  // Read again for each photo: face search may be switched off while a folder is watched.
  const event = await findEvent(context, input.event.id)
  const { model } = await readFaceState(context, input.event.id)
  let analysed: AnalysedPhoto
  try {
    analysed = await services.analyser.analyse(photo.bytes, {
      watermarkText: context.tenant.watermark,
      now: services.clock(),
      readBibs: true,
      readFaces: event !== undefined && hasFaceSearch(context, event),
      faceModel: model,
    })
  } catch (error) {
    if (error instanceof ImageRejected) return toRejectedOutcome(error)
    throw error
  }
  return storePhoto(context, services, { ...photo, analysed, model }, input)
}

async function checkFile(file: FoundFile): Promise<Outcome | undefined> {
  const { size } = await stat(file.path)
  if (size === 0) return { kind: 'foreign', reason: 'the file is empty' }
  const megabytes = Math.ceil(size / 1024 / 1024)
  if (megabytes <= maxPhotoSizeInMb) return undefined
  return photoExtension.test(extname(file.name))
    ? { kind: 'failed', reason: `${megabytes} MB are more than a photo may have (${maxPhotoSizeInMb} MB)` }
    : { kind: 'foreign', reason: 'not a photo' }
}

const rejectionReasons = {
  NotAnImage: 'not a JPEG, PNG, WebP or HEIC',
  ImageDamaged: 'the picture is damaged or incomplete',
  TooManyPixels: `more than ${maxPhotoPixels / 1_000_000} million pixels`,
} as const

const toRejectedOutcome = ({ code }: ImageRejected): Outcome => ({
  kind: code === 'NotAnImage' ? 'foreign' : 'failed',
  reason: rejectionReasons[code],
})

async function storePhoto(
  context: Context,
  { objects, clock }: IngestPhotoServices,
  photo: LoadedPhoto & { readonly analysed: AnalysedPhoto; readonly model: string },
  input: IngestPhotoInput,
): Promise<Outcome> {
  const { bytes } = photo
  const { faces, bibs, takenOnIsLocal, preview, medium, thumb, tiny, ...measured } = photo.analysed
  const keys = {
    original: newOriginalKey(context),
    preview: newMediaKey(context),
    medium: newMediaKey(context),
    thumb: newMediaKey(context),
    tiny: newMediaKey(context),
  }
  const removeObjects = () => Promise.all(Object.values(keys).map((key) => objects.remove(key)))
  let areObjectsStored = false
  try {
    await Promise.all([
      objects.put(keys.original, bytes, { contentType: measured.mime }),
      objects.put(keys.preview, preview.bytes, { contentType: preview.mime }),
      medium && objects.put(keys.medium, medium.bytes, { contentType: medium.mime }),
      objects.put(keys.thumb, thumb.bytes, { contentType: thumb.mime }),
      objects.put(keys.tiny, tiny.bytes, { contentType: tiny.mime }),
    ])
    areObjectsStored = true
    const takenOn = input.takenOn ?? toTakenOn(measured.takenOn, takenOnIsLocal, input.event.timeZone)
    const numbers = pickNumbers(bibs, input.startNumbers)
    const addedPhotoId = await inTransaction({ ...context, now: clock() }, async (transaction) => {
      const { photoId, isNew } = await addPhoto(transaction, {
        eventId: input.event.id,
        sha256: photo.sha256,
        pictureHash: photo.pictureHash,
        fileName: photo.file.name.slice(photo.file.name.lastIndexOf('/') + 1),
        mime: measured.mime,
        sizeInBytes: bytes.length,
        originalKey: keys.original,
        point: input.point ?? null,
        analysis: {
          ...measured,
          takenOn,
          faceShare: Math.max(0, ...faces.map(({ box }) => box.height / measured.height)),
          preview: { key: keys.preview, width: preview.width, height: preview.height },
          medium: medium && { key: keys.medium, width: medium.width, height: medium.height },
          thumb: { key: keys.thumb, width: thumb.width, height: thumb.height },
          tiny: { key: keys.tiny, width: tiny.width, height: tiny.height },
        },
      })
      if (!isNew) return undefined
      await tagNumbers(transaction, { eventId: input.event.id, photoId, numbers })
      await indexFaces(transaction, {
        eventId: input.event.id,
        photoId,
        model: photo.model,
        faces: faces.map((face, index) => ({
          ...face,
          number: numbers.find((number) => number.faceIndex === index)?.value ?? null,
        })),
      })
      return photoId
    })
    if (addedPhotoId !== undefined) {
      return {
        kind: 'added',
        media: 'photo',
        photoId: addedPhotoId,
        isUntimed: takenOn === null,
        faces: faces.length,
        numbers: numbers.map((one) => one.value),
      }
    }
  } catch (error) {
    // When the answer to the commit was lost, the photo may have been added, with these pictures.
    if (!areObjectsStored || !findUnavailableCode(error)) await removeObjects()
    throw error
  }
  // Another run ingested the same picture concurrently.
  await removeObjects()
  const existing = await findCopy(context, input.event.id, photo)
  return { kind: 'known', existingName: existing?.fileName ?? photo.file.name }
}

function toTakenOn(takenOn: Date | null, isLocal: boolean, timeZone: string): Date | null {
  return takenOn && isLocal ? toInstant(takenOn, timeZone) : takenOn
}
