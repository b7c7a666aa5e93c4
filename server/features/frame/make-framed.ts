import type { Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newMediaKey, newOriginalKey } from '../../platform/objects/keys.ts'
import { ObjectMissing } from '../../platform/objects/port.ts'
import { createOnce } from '../../platform/once.ts'
import { findPhoto, ImageRejected, type PhotoRow } from '../photos/index.ts'
import type { FramePainter, FrameVariant, Painted, PaintWish } from './ports.ts'
import { previewKey, previewSideAtMost, previewWidths } from './preview-keys.ts'
import { captionOf } from './runner.ts'
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
import { sweepLater } from './sweep-previews.ts'

/** What painting stands on. */
export interface PaintParts {
  readonly objects: Ground['objects']
  readonly painter: FramePainter
}

const once = createOnce<string>()

const thumbWithin = { width: 400, longSide: 400 }

/**
 * The framed photo with its public thumb, painted now when nobody has asked for it before.
 *
 * @throws Failure PhotoNotFound, NotFound for a frame of another event, ImageDamaged when the photo cannot be read
 */
export async function framedPhoto(
  context: Context,
  parts: PaintParts,
  wish: Framing,
): Promise<FramedPhotoRow> {
  const known = await findFramed(context, wish)
  if (known) return known
  const { photo, frame } = await readyPair(context, wish)
  const caption = await captionOf(context, photo.eventId, wish.bib)
  const painted = await paintPreview(context, parts, { photo, frame, caption, within: thumbWithin })
  const thumbKey = newMediaKey(context)
  await parts.objects.put(thumbKey, painted.bytes, { contentType: 'image/jpeg' })
  const { framed, isNew } = await insertFramed(context, {
    ...wish,
    eventId: photo.eventId,
    caption,
    thumbKey,
    thumbWidth: painted.width,
    thumbHeight: painted.height,
  })
  if (!isNew) await parts.objects.remove(thumbKey)
  return framed
}

/** The same for whoever has paid: where its thumb cannot be painted, that of the bare photo stands for it. */
async function boughtPhoto(context: Context, parts: PaintParts, wish: Framing): Promise<FramedPhotoRow> {
  try {
    return await framedPhoto(context, parts, wish)
  } catch (error) {
    if (!isDamaged(error)) throw error
    const { photo } = await readyPair(context, wish)
    const { eventId, thumbKey, thumbWidth, thumbHeight } = photo
    const caption = await captionOf(context, eventId, wish.bib)
    const row = { ...wish, eventId, caption, thumbKey, thumbWidth, thumbHeight }
    return (await insertFramed(context, row)).framed
  }
}

/**
 * The stored preview of a framed photo, painted now when it is the first of its width. Made of the photo's marked
 * preview, so it carries the mark and no pixel of the original.
 *
 * @param width wished, in pixels; the next larger of a few is given, and no side is longer than 1280
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
 * Paints a bought photo in its full size and stores it; what is ready already is left alone.
 *
 * @throws Failure ImageDamaged when the original cannot be read; the framed photo is known by then
 */
export async function makeFullSize(context: Context, parts: PaintParts, wish: Framing): Promise<void> {
  const framed = await boughtPhoto(context, parts, wish)
  if (framed.state === 'Ready') return
  const { photo, frame } = await readyPair(context, wish)
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

type Wish = Pair & Pick<PaintWish, 'caption' | 'within'>

const paintPreview = (context: Context, parts: PaintParts, wish: Wish) =>
  paint(context, parts, wish, wish.photo.previewKey)

/** @param pictureKey of the photo in the size to paint from */
async function paint(
  context: Context,
  { objects, painter }: PaintParts,
  { photo, frame, caption, within }: Wish,
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
    toldOf.delete(pictureKey)
    return painted
  } catch (error) {
    if (!(error instanceof ImageRejected || error instanceof ObjectMissing)) throw error
    if (!toldOf.has(pictureKey))
      context.log.error({ err: error, photoId: photo.id, key: pictureKey }, 'a stored photo cannot be read')
    toldOf.add(pictureKey)
    throw new Failure('ImageDamaged', { cause: error })
  }
}

/** Pictures that the log has told of as damaged: they are asked for again and again, by each visitor who looks. */
const toldOf = new Set<string>()

/** Whether painting failed because the stored photo cannot be read. */
export const isDamaged = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'ImageDamaged'

/** The variant of the photo's shape, or else the only one there is. */
function variantFor(frame: FrameRow, photo: Pick<PhotoRow, 'width' | 'height'>): FrameVariant {
  const isWide = photo.width >= photo.height
  const [first] = frame.variants
  const fitting = frame.variants.find(({ opening }) => opening.width >= opening.height === isWide) ?? first
  if (!fitting) throw new Error(`Frame ${frame.id} has no picture`)
  return fitting
}

async function readyPair(context: Context, wish: Pick<Framing, 'photoId' | 'frameId'>): Promise<Pair> {
  const photo = await findPhoto(context, wish.photoId)
  if (photo?.state !== 'Ready') throw new Failure('PhotoNotFound')
  const frame = await findFrame(context, wish.frameId)
  if (frame?.eventId !== photo.eventId) throw new Failure('NotFound')
  return { photo, frame }
}
