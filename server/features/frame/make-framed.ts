import type { Context } from '../../platform/context.ts'
import { createCallDeduplicator } from '../../platform/deduplicate-calls.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newMediaKey, newOriginalKey } from '../../platform/objects/keys.ts'
import { ObjectMissing } from '../../platform/objects/port.ts'
import type { Services } from '../../platform/services.ts'
import { findPhoto, ImageRejected, type PhotoRow } from '../photos/index.ts'
import { findFaceBoxes } from '../recognition/index.ts'
import type { FramePainter, FramePaintInput, FrameVariant, PaintedPhoto } from './ports.ts'
import { getPreviewKey, listPreviewKeys, maxPreviewSide, previewWidths } from './preview-keys.ts'
import { schedulePreviewPurge } from './purge-previews.ts'
import { findCaption } from './runner.ts'
import {
  type FramedPhotoKey,
  type FramedPhotoRow,
  type FrameRow,
  findFrame,
  findFramedPhoto,
  insertFramedPhoto,
  markPreviewed,
  markReady,
  replaceCaption,
} from './store.ts'

/** Services that painting needs. */
export interface PaintServices {
  readonly objects: Services['objects']
  readonly painter: FramePainter
}

const paintOnce = createCallDeduplicator<string>()

const thumbSizeLimit = { width: 400, longSide: 400 }

/**
 * Returns the framed photo with its public thumbnail, painting it on the first request.
 *
 * @throws Failure PhotoNotFound, NotFound for a frame of another event, ImageDamaged when the photo cannot be read
 */
export async function getFramedPhoto(
  context: Context,
  services: PaintServices,
  input: FramedPhotoKey,
): Promise<FramedPhotoRow> {
  const existing = await findFramedPhoto(context, input)
  if (existing) return existing
  const pair = await findReadyPair(context, input)
  const { eventId } = pair.photo
  const caption = await findCaption(context, eventId, input.bib)
  const thumb = await paintThumb(context, services, { ...pair, caption })
  const { framed, isNew } = await insertFramedPhoto(context, { ...input, eventId, caption, ...thumb })
  if (!isNew) await services.objects.remove(thumb.thumbKey)
  return framed
}

/**
 * Works like `getFramedPhoto`, and paints the thumbnail again when the caption has changed: a photo may be shown before the
 * results of the race are imported. The caption of a finished file stays.
 */
export async function getCurrentFramedPhoto(
  context: Context,
  services: PaintServices,
  input: FramedPhotoKey,
): Promise<FramedPhotoRow> {
  const framed = await getFramedPhoto(context, services, input)
  if (framed.state === 'Ready') return framed
  const caption = await findCaption(context, framed.eventId, input.bib)
  if (caption === framed.caption) return framed
  const pair = await findReadyPair(context, input)
  const thumb = await paintThumb(context, services, { ...pair, caption })
  const changed = await replaceCaption(context, framed, { caption, ...thumb })
  // the thumbnail of a photo that could not be painted is that of the plain photo
  const replacedKey = changed ? framed.thumbKey : thumb.thumbKey
  if (replacedKey !== pair.photo.thumbKey) await services.objects.remove(replacedKey)
  if (changed) for (const key of listPreviewKeys(framed)) await services.objects.remove(key)
  return changed ?? getFramedPhoto(context, services, input)
}

async function paintThumb(
  context: Context,
  services: PaintServices,
  input: Omit<PreviewInput, 'sizeLimit'>,
): Promise<Pick<FramedPhotoRow, 'thumbKey' | 'thumbWidth' | 'thumbHeight'>> {
  const { bytes, width, height } = await paintPreview(context, services, {
    ...input,
    sizeLimit: thumbSizeLimit,
  })
  const thumbKey = newMediaKey(context)
  await services.objects.put(thumbKey, bytes, { contentType: 'image/jpeg' })
  return { thumbKey, thumbWidth: width, thumbHeight: height }
}

/** Works like `getCurrentFramedPhoto`, for a bought photo: if its thumbnail cannot be painted, that of the plain photo is used. */
async function getBoughtPhoto(
  context: Context,
  services: PaintServices,
  input: FramedPhotoKey,
): Promise<FramedPhotoRow> {
  try {
    return await getCurrentFramedPhoto(context, services, input)
  } catch (error) {
    if (!isDamaged(error)) throw error
    const { photo } = await findReadyPair(context, input)
    const { eventId, thumbKey, thumbWidth, thumbHeight } = photo
    const caption = await findCaption(context, eventId, input.bib)
    const row = { ...input, eventId, caption, thumbKey, thumbWidth, thumbHeight }
    return (await insertFramedPhoto(context, row)).framed
  }
}

/**
 * Returns the stored preview of a framed photo, painting it on the first request for its width. It is made from the watermarked
 * preview of the photo, so no pixel of the original is used.
 *
 * @param width requested width in pixels, rounded up to the next of a few widths; no side is longer than 1280
 * @returns key of the object
 * @throws Failure ImageDamaged when the photo cannot be read
 */
export function getFramedPreview(
  context: Context,
  services: PaintServices,
  framed: FramedPhotoRow,
  width: number,
): Promise<string> {
  const previewWidth = previewWidths.find((each) => each >= width) ?? maxPreviewSide
  const key = getPreviewKey(framed, previewWidth)
  return paintOnce(key, async () => {
    if (await services.objects.head(key)) return key
    const { photo, frame } = await findReadyPair(context, framed)
    const sizeLimit = { width: previewWidth, longSide: maxPreviewSide }
    const paintedPhoto = await paintPreview(context, services, {
      photo,
      frame,
      caption: framed.caption,
      sizeLimit,
    })
    await services.objects.put(key, paintedPhoto.bytes, { contentType: 'image/jpeg' })
    await schedulePreviewPurge(context)
    if (await markPreviewed(context, framed)) return key
    // the caption has changed meanwhile: no row leads to this preview any more
    await services.objects.remove(key)
    return getFramedPreview(context, services, await getCurrentFramedPhoto(context, services, framed), width)
  })
}

/**
 * Paints a bought photo in full size and stores it; has no effect when it is ready.
 *
 * @throws Failure ImageDamaged when the original cannot be read; the row of the framed photo exists by then
 */
export async function makeFullSize(
  context: Context,
  services: PaintServices,
  input: FramedPhotoKey,
): Promise<void> {
  const framed = await getBoughtPhoto(context, services, input)
  if (framed.state === 'Ready') return
  const { photo, frame } = await findReadyPair(context, input)
  const paintedPhoto = await paint(
    context,
    services,
    { photo, frame, caption: framed.caption },
    photo.originalKey,
  )
  const objectKey = newOriginalKey(context)
  await services.objects.put(objectKey, paintedPhoto.bytes, { contentType: 'image/jpeg' })
  const isFirst = await markReady(context, framed, { objectKey, sizeInBytes: paintedPhoto.bytes.length })
  if (isFirst) return
  await services.objects.remove(objectKey)
  // painted by another process, or again with a caption that has changed meanwhile
  await makeFullSize(context, services, input)
}

interface PhotoAndFrame {
  readonly photo: PhotoRow
  readonly frame: FrameRow
}

type PreviewInput = PhotoAndFrame & Pick<FramePaintInput, 'caption' | 'sizeLimit'>

const paintPreview = (context: Context, services: PaintServices, input: PreviewInput) =>
  paint(context, services, input, input.photo.previewKey)

/**
 * Paints a photo into its frame.
 *
 * @param pictureKey of the photo in the size to paint from
 */
async function paint(
  context: Context,
  { objects, painter }: PaintServices,
  { photo, frame, caption, sizeLimit }: PreviewInput,
  pictureKey: string,
): Promise<PaintedPhoto> {
  const variant = chooseVariant(frame, photo)
  const faces = await findFaceBoxes(context, [photo.id])
  const framePicture = await objects.get(variant.key)
  try {
    const paintedPhoto = await painter.paint({
      photo: await objects.get(pictureKey),
      frame: framePicture,
      variant,
      faces: faces.map(({ x, y, width, height }) => ({
        x: x / photo.width,
        y: y / photo.height,
        width: width / photo.width,
        height: height / photo.height,
      })),
      caption,
      sizeLimit,
    })
    loggedPhotoIds.delete(pictureKey)
    return paintedPhoto
  } catch (error) {
    if (!(error instanceof ImageRejected || error instanceof ObjectMissing)) throw error
    if (!loggedPhotoIds.has(pictureKey))
      context.log.error({ err: error, photoId: photo.id, key: pictureKey }, 'a stored photo cannot be read')
    loggedPhotoIds.add(pictureKey)
    throw new Failure('ImageDamaged', { cause: error })
  }
}

/** Damaged pictures already logged: each visitor would request them again. */
const loggedPhotoIds = new Set<string>()

/** Returns whether painting failed because the stored photo cannot be read. */
export const isDamaged = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'ImageDamaged'

/** Returns the variant for the orientation of the photo, or else the first one. */
function chooseVariant(frame: FrameRow, photo: Pick<PhotoRow, 'width' | 'height'>): FrameVariant {
  const isWide = photo.width >= photo.height
  const [first] = frame.variants
  const matchingVariant =
    frame.variants.find(({ opening }) => opening.width >= opening.height === isWide) ?? first
  if (!matchingVariant) throw new Error(`Frame ${frame.id} has no picture`)
  return matchingVariant
}

async function findReadyPair(
  context: Context,
  input: Pick<FramedPhotoKey, 'photoId' | 'frameId'>,
): Promise<PhotoAndFrame> {
  const photo = await findPhoto(context, input.photoId)
  if (photo?.state !== 'Ready') throw new Failure('PhotoNotFound')
  const frame = await findFrame(context, input.frameId)
  if (frame?.eventId !== photo.eventId) throw new Failure('NotFound')
  return { photo, frame }
}
