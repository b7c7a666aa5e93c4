import type { Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newMediaKey, newOriginalKey } from '../../platform/objects/keys.ts'
import { findPhoto, type PhotoRow } from '../photos/index.ts'
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

const thumbWithin = { width: 400, longSide: 400 }

/**
 * The framed photo with its public thumb, painted now when nobody has asked for it before.
 *
 * @throws Failure PhotoNotFound, NotFound for a frame of another event
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
  const added = await insertFramed(context, {
    ...wish,
    eventId: photo.eventId,
    caption,
    thumbKey,
    thumbWidth: painted.width,
    thumbHeight: painted.height,
  })
  if (added) return added
  await parts.objects.remove(thumbKey)
  const other = await findFramed(context, wish)
  if (!other) throw new Error('A framed photo is neither new nor known')
  return other
}

/**
 * The stored preview of a framed photo, painted now when it is the first of its width. Made of the photo's marked
 * preview, so it carries the mark and no pixel of the original.
 *
 * @param width wished, in pixels; the next larger of a few is given, and no side is longer than 1280
 * @returns key of the object
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

/** Paints a bought photo in its full size and stores it; what is ready already is left alone. */
export async function makeFullSize(context: Context, parts: PaintParts, wish: Framing): Promise<void> {
  const framed = await framedPhoto(context, parts, wish)
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
  return painter.paint({
    photo: await objects.get(pictureKey),
    frame: await objects.get(variant.key),
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
}

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

const underway = new Map<string, Promise<string>>()

/** Who asks for what is being made waits for that. */
function once(key: string, make: () => Promise<string>): Promise<string> {
  const running = underway.get(key)
  if (running) return running
  const making = make().finally(() => underway.delete(key))
  underway.set(key, making)
  return making
}
