import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Ground } from '../../platform/app-parts.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { sha256 } from '../../platform/ids.ts'
import { newMediaKey, newOriginalKey } from '../../platform/objects/keys.ts'
import type { EventRow } from '../events/index.ts'
import {
  type AnalysedPhoto,
  addPhoto,
  ImageRejected,
  type PhotoAnalyser,
  photoBySha,
  tagNumbers,
} from '../photos/index.ts'
import { indexFaces } from '../recognition/index.ts'
import { pickNumbers } from './pick-numbers.ts'
import type { FoundFile } from './walk.ts'
import { momentOf } from './zoned-time.ts'

/** Larger files are no photos that anybody sells, and would not fit into memory several at a time. */
const maxPhotoSizeInBytes = 100 * 1024 * 1024

const photoExtension = /^\.(jpe?g|jfif|png|webp|hei[cf])$/i

/** What became of one file. */
export type Outcome =
  | { readonly kind: 'added'; readonly photoId: string; readonly faces: number; readonly numbers: string[] }
  | { readonly kind: 'known' }
  | { readonly kind: 'foreign' | 'failed'; readonly reason: string }

/** What taking in a photo needs. */
export interface TakeParts {
  readonly objects: Ground['objects']
  readonly clock: Ground['clock']
  readonly analyser: PhotoAnalyser
}

/** Where and for what event a photo is taken in. */
export interface TakeWish {
  readonly event: EventRow
  /** Numbers of the event's start list; empty when there is none. */
  readonly startNumbers: ReadonlySet<string>
  readonly point: string | undefined
  /** Known better than the file knows it. */
  readonly takenOn: Date | undefined
}

interface ReadFile {
  readonly file: FoundFile
  readonly bytes: Uint8Array
  readonly hash: string
}

/**
 * Takes one file into an event: bytes, pictures to show, faces and start numbers, from one decode. Everything
 * becomes visible in one transaction, or nothing does. The same bytes are in an event once.
 *
 * @param takenNow by hash, what this run has at hand
 * @throws what the storage or the database throws; a bad file is an outcome, not an error
 */
export async function takePhoto(
  context: Context,
  parts: TakeParts,
  takenNow: Map<string, Promise<Outcome>>,
  file: FoundFile,
  wish: TakeWish,
): Promise<Outcome> {
  const refusal = await refusalOf(file)
  if (refusal) return refusal
  const bytes = await readFile(file.path)
  const hash = sha256(bytes)
  const twin = await takenNow.get(hash)
  // The second file of one content waits for the first and shares its fate.
  if (twin) return twin.kind === 'added' ? { kind: 'known' } : twin
  const taken = takeBytes(context, parts, { file, bytes, hash }, wish)
  takenNow.set(hash, taken)
  try {
    return await taken
  } finally {
    takenNow.delete(hash)
  }
}

async function takeBytes(
  context: Context,
  parts: TakeParts,
  photo: ReadFile,
  wish: TakeWish,
): Promise<Outcome> {
  if (await photoBySha(context, wish.event.id, photo.hash)) return { kind: 'known' }
  let analysed: AnalysedPhoto
  try {
    analysed = await parts.analyser.analyse(photo.bytes, {
      watermarkText: context.tenant.watermark,
      readBibs: true,
    })
  } catch (error) {
    if (error instanceof ImageRejected) return rejected(error)
    throw error
  }
  return store(context, parts, { ...photo, analysed }, wish)
}

async function refusalOf(file: FoundFile): Promise<Outcome | undefined> {
  const { size } = await stat(file.path)
  if (size === 0) return { kind: 'foreign', reason: 'the file is empty' }
  if (size <= maxPhotoSizeInBytes) return undefined
  const megabytes = Math.round(size / 1024 / 1024)
  return photoExtension.test(extname(file.name))
    ? { kind: 'failed', reason: `${megabytes} MB are more than a photo may have (100 MB)` }
    : { kind: 'foreign', reason: 'not a photo' }
}

const reasons = {
  NotAnImage: 'not a JPEG, PNG, WebP or HEIC',
  ImageDamaged: 'the picture is damaged or ends early',
  TooManyPixels: 'more than 50 million pixels',
} as const

const rejected = ({ code }: ImageRejected): Outcome => ({
  kind: code === 'NotAnImage' ? 'foreign' : 'failed',
  reason: reasons[code],
})

async function store(
  context: Context,
  { objects, clock }: TakeParts,
  photo: ReadFile & { readonly analysed: AnalysedPhoto },
  wish: TakeWish,
): Promise<Outcome> {
  const { analysed, bytes } = photo
  const { preview, medium, thumb, tiny } = analysed
  const keys = {
    original: newOriginalKey(context),
    preview: newMediaKey(context),
    medium: newMediaKey(context),
    thumb: newMediaKey(context),
    tiny: newMediaKey(context),
  }
  const removeObjects = () => Promise.all(Object.values(keys).map((key) => objects.remove(key)))
  try {
    await Promise.all([
      objects.put(keys.original, bytes, { contentType: analysed.mime }),
      objects.put(keys.preview, preview.bytes, { contentType: preview.mime }),
      medium && objects.put(keys.medium, medium.bytes, { contentType: medium.mime }),
      objects.put(keys.thumb, thumb.bytes, { contentType: thumb.mime }),
      objects.put(keys.tiny, tiny.bytes, { contentType: tiny.mime }),
    ])
    const numbers = pickNumbers(analysed.bibs, wish.startNumbers)
    const added = await inTransaction({ ...context, now: clock() }, async (transaction) => {
      const { photoId, isNew } = await addPhoto(transaction, {
        eventId: wish.event.id,
        sha256: photo.hash,
        fileName: photo.file.name.slice(photo.file.name.lastIndexOf('/') + 1),
        mime: analysed.mime,
        sizeInBytes: bytes.length,
        originalKey: keys.original,
        point: wish.point ?? null,
        looked: {
          mime: analysed.mime,
          takenOn: wish.takenOn ?? takenOnOf(analysed, wish.event.timeZone),
          width: analysed.width,
          height: analysed.height,
          preview: { key: keys.preview, width: preview.width, height: preview.height },
          medium: medium && { key: keys.medium, width: medium.width, height: medium.height },
          thumb: { key: keys.thumb, width: thumb.width, height: thumb.height },
          tiny: { key: keys.tiny, width: tiny.width, height: tiny.height },
          placeholder: analysed.placeholder,
        },
      })
      if (!isNew) return undefined
      await tagNumbers(transaction, { eventId: wish.event.id, photoId, numbers })
      await indexFaces(transaction, {
        eventId: wish.event.id,
        photoId,
        faces: analysed.faces.map((face, index) => ({
          ...face,
          number: numbers.find((number) => number.faceIndex === index)?.value ?? null,
        })),
      })
      return photoId
    })
    if (added !== undefined) {
      return {
        kind: 'added',
        photoId: added,
        faces: analysed.faces.length,
        numbers: numbers.map((one) => one.value),
      }
    }
  } catch (error) {
    await removeObjects()
    throw error
  }
  // Somebody else took in the same bytes while we looked at them.
  await removeObjects()
  return { kind: 'known' }
}

function takenOnOf(analysed: AnalysedPhoto, timeZone: string): Date | null {
  if (!analysed.takenOn || !analysed.takenOnIsLocal) return analysed.takenOn
  return momentOf(analysed.takenOn, timeZone)
}
