import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newMediaKey, newOriginalKey } from '../../platform/objects/keys.ts'
import { ObjectMissing } from '../../platform/objects/port.ts'
import { createOnce } from '../../platform/once.ts'
import type { Services } from '../../platform/services.ts'
import { findPhoto, ImageRejected, type PhotoRow } from '../photos/index.ts'
import type { FramePainter, FramePaintInput, FrameVariant, Painted } from './ports.ts'
import { previewKey, previewSideAtMost, previewWidths } from './preview-keys.ts'
import { sweepLater } from './purge-previews.ts'
import { findCaption } from './runner.ts'
import {
  type FramedPhotoRow,
  type FrameRow,
  type Framing,
  facesOfPhoto,
  findFrame,
  findFramed,
  insertFramed,
  notePreview,
  setReady,
} from './store.ts'

/** Services that painting needs. */
export interface PaintParts {
  readonly objects: Services['objects']
  readonly painter: FramePainter
}

const once = createOnce<string>()

const thumbWithin = { width: 400, longSide: 400 }

/**
 * Returns the framed photo with its public thumbnail, painting it on the first request.
 *
 * @throws Failure PhotoNotFound, NotFound for a frame of another event, ImageDamaged when the photo cannot be read
 */
export async function framedPhoto(
  context: Context,
  parts: PaintParts,
  input: Framing,
): Promise<FramedPhotoRow> {
  const known = await findFramed(context, input)
  if (known) return known
  const { photo, frame } = await readyPair(context, input)
  const caption = await findCaption(context, photo.eventId, input.bib)
  const painted = await paintPreview(context, parts, { photo, frame, caption, within: thumbWithin })
  const thumbKey = newMediaKey(context)
  await parts.objects.put(thumbKey, painted.bytes, { contentType: 'image/jpeg' })
  const { framed, isNew } = await insertFramed(context, {
    ...input,
    eventId: photo.eventId,
    caption,
    thumbKey,
    thumbWidth: painted.width,
    thumbHeight: painted.height,
  })
  if (!isNew) await parts.objects.remove(thumbKey)
  return framed
}

/** Works like `getFramedPhoto`, for a bought photo: if its thumbnail cannot be painted, that of the plain photo is used. */
async function boughtPhoto(context: Context, parts: PaintParts, input: Framing): Promise<FramedPhotoRow> {
  try {
    return await framedPhoto(context, parts, input)
  } catch (error) {
    if (!isDamaged(error)) throw error
    const { photo } = await readyPair(context, input)
    const { eventId, thumbKey, thumbWidth, thumbHeight } = photo
    const caption = await findCaption(context, eventId, input.bib)
    const row = { ...input, eventId, caption, thumbKey, thumbWidth, thumbHeight }
    return (await insertFramed(context, row)).framed
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
export function framedPreview(
  context: Context,
  parts: PaintParts,
  framed: FramedPhotoRow,
  width: number,
): Promise<string> {
  const wide = previewWidths.find((each) => each >= width) ?? previewSideAtMost
  const key = previewKey(framed, wide)
  return once(key, async () => {
    if (await parts.objects.head(key)) return key
    const { photo, frame } = await readyPair(context, framed)
    const within = { width: wide, longSide: previewSideAtMost }
    const painted = await paintPreview(context, parts, { photo, frame, caption: framed.caption, within })
    await parts.objects.put(key, painted.bytes, { contentType: 'image/jpeg' })
    await notePreview(context, framed.id)
    await sweepLater(context)
    return key
  })
}

/**
 * Paints a bought photo in full size and stores it; has no effect when it is ready.
 *
 * @throws Failure ImageDamaged when the original cannot be read; the row of the framed photo exists by then
 */
export async function makeFullSize(context: Context, parts: PaintParts, input: Framing): Promise<void> {
  const framed = await boughtPhoto(context, parts, input)
  if (framed.state === 'Ready') return
  const { photo, frame } = await readyPair(context, input)
  const painted = await paint(context, parts, { photo, frame, caption: framed.caption }, photo.originalKey)
  const objectKey = newOriginalKey(context)
  await parts.objects.put(objectKey, painted.bytes, { contentType: 'image/jpeg' })
  const isFirst = await setReady(context, framed.id, { objectKey, sizeInBytes: painted.bytes.length })
  if (!isFirst) await parts.objects.remove(objectKey)
}

interface Pair {
  readonly photo: PhotoRow
  readonly frame: FrameRow
}

type PreviewInput = Pair & Pick<FramePaintInput, 'caption' | 'within'>

const paintPreview = (context: Context, parts: PaintParts, input: PreviewInput) =>
  paint(context, parts, input, input.photo.previewKey)

/**
 * Paints a photo into its frame.
 *
 * @param pictureKey of the photo in the size to paint from
 */
async function paint(
  context: Context,
  { objects, painter }: PaintParts,
  { photo, frame, caption, within }: PreviewInput,
  pictureKey: string,
): Promise<Painted> {
  const variant = variantFor(frame, photo)
  const faces = await facesOfPhoto(context, photo.id)
  const framePicture = await objects.get(variant.key)
  try {
    const painted = await painter.paint({
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
      within,
    })
    loggedPhotoIds.delete(pictureKey)
    return painted
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
function variantFor(frame: FrameRow, photo: Pick<PhotoRow, 'width' | 'height'>): FrameVariant {
  const isWide = photo.width >= photo.height
  const [first] = frame.variants
  const fitting = frame.variants.find(({ opening }) => opening.width >= opening.height === isWide) ?? first
  if (!fitting) throw new Error(`Frame ${frame.id} has no picture`)
  return fitting
}

async function readyPair(context: Context, input: Pick<Framing, 'photoId' | 'frameId'>): Promise<Pair> {
  const photo = await findPhoto(context, input.photoId)
  if (photo?.state !== 'Ready') throw new Failure('PhotoNotFound')
  const frame = await findFrame(context, input.frameId)
  if (frame?.eventId !== photo.eventId) throw new Failure('NotFound')
  return { photo, frame }
}
