import sharp, { type OverlayOptions } from 'sharp'
import {
  type Box,
  type FramePainter,
  type FramePaintInput,
  FrameRejected,
  type InspectedFrame,
  type PaintedPhoto,
  type TimeBox,
} from '../../../features/frame/ports.ts'
import { decodePhoto } from '../images/decode.ts'
import { drawText, measureCapHeight, measureText } from '../images/outlines.ts'
import { placePhoto } from './place-photo.ts'

const matColor = '#ffffff'
const fullQuality = 92
const previewQuality = 80
const previewWidth = 320
const maxFrameSide = 8000
/** Sets the alpha value below which the photo shows through. */
const minOpaqueAlpha = 128

/** Renders frames in the calling thread. */
export const framePainter: FramePainter = { paint: paintFrame, inspect: inspectFrame }

/**
 * Renders a photo in a frame. The photo keeps its pixels (half of them in each
 * direction above 50 million) and the frame is scaled to it; only smaller outputs are downscaled.
 * The output is encoded from pixels, so it contains no metadata of the photo.
 *
 * @throws ImageRejected when the photo cannot be read
 */
export async function paintFrame(request: FramePaintInput): Promise<PaintedPhoto> {
  const { bitmap } = await decodePhoto(request.photo)
  const { opening } = request.variant
  const frame = await sharp(request.frame).metadata()
  const placement = placePhoto(bitmap, opening, request.faces)
  const naturalScale = placement.opening.width / opening.width
  const scale = Math.min(naturalScale, ...getMaxScales(request, frame))
  const size = { width: Math.round(frame.width * scale), height: Math.round(frame.height * scale) }
  const openingBox = clampBox(scaleBox(opening, scale), size)
  const photoScale = scale / naturalScale
  const { visibleBox } = placement
  const photo = sharp(bitmap.data, { raw: { width: bitmap.width, height: bitmap.height, channels: 3 } })
    .extract({ left: visibleBox.x, top: visibleBox.y, width: visibleBox.width, height: visibleBox.height })
    .resize({ ...computePhotoSize(placement, openingBox, photoScale), fit: 'fill' })
  const { data, info } = await photo.raw().toBuffer({ resolveWithObject: true })
  const layers: OverlayOptions[] = [
    {
      input: data,
      raw: { width: info.width, height: info.height, channels: 3 },
      left: openingBox.x + Math.floor((openingBox.width - info.width) / 2),
      top: openingBox.y + Math.floor((openingBox.height - info.height) / 2),
    },
    {
      input: await sharp(request.frame)
        .resize({ ...size, fit: 'fill' })
        .png()
        .toBuffer(),
      left: 0,
      top: 0,
    },
  ]
  const { plate: timeBox } = request.variant
  const box = timeBox && clampBox(scaleBox(timeBox.box, scale), size)
  const caption = timeBox && box && renderCaption(request.caption, timeBox, box)
  if (caption && box) layers.push({ input: caption, left: box.x, top: box.y })
  const paintedBytes = await sharp({ create: { ...size, channels: 3, background: matColor } })
    .composite(layers)
    .jpeg(
      request.sizeLimit ? { quality: previewQuality } : { quality: fullQuality, chromaSubsampling: '4:4:4' },
    )
    .toBuffer()
  return { bytes: paintedBytes, ...size }
}

/** Returns the maximum scales of the frame for the requested size. */
function getMaxScales(
  { sizeLimit: within }: FramePaintInput,
  frame: { width: number; height: number },
): number[] {
  if (!within) return []
  return [within.width / frame.width, within.longSide / Math.max(frame.width, frame.height)]
}

/** Returns the size of the visible photo: as large as the opening, or smaller by its mat. */
function computePhotoSize(
  { visibleBox, opening }: ReturnType<typeof placePhoto>,
  openingBox: Box,
  photoScale: number,
): { width: number; height: number } {
  if (visibleBox.width === opening.width && visibleBox.height === opening.height)
    return { width: openingBox.width, height: openingBox.height }
  return {
    width: Math.min(openingBox.width, Math.max(1, Math.round(visibleBox.width * photoScale))),
    height: Math.min(openingBox.height, Math.max(1, Math.round(visibleBox.height * photoScale))),
  }
}

/** One pixel of overlap on each side prevents seams where the frame's edge is half transparent. */
const scaleBox = (box: Box, scale: number): Box => ({
  x: Math.floor(box.x * scale) - 1,
  y: Math.floor(box.y * scale) - 1,
  width: Math.ceil(box.width * scale) + 2,
  height: Math.ceil(box.height * scale) + 2,
})

function clampBox(box: Box, size: { width: number; height: number }): Box {
  const x = Math.max(0, box.x)
  const y = Math.max(0, box.y)
  return {
    x,
    y,
    width: Math.min(box.x + box.width, size.width) - x,
    height: Math.min(box.y + box.height, size.height) - y,
  }
}

/**
 * Finds the opening of a frame: the bounding box of all transparent pixels.
 *
 * @throws FrameRejected when it is no PNG, is opaque, or the opening is less than a third of it
 */
export async function inspectFrame(bytes: Uint8Array): Promise<InspectedFrame> {
  const picture = sharp(bytes)
  const metadata = await picture.metadata().catch(() => undefined)
  if (metadata?.format !== 'png' || !metadata.hasAlpha)
    throw new FrameRejected('it is no PNG that is transparent somewhere')
  const { width, height } = metadata
  if (Math.max(width, height) > maxFrameSide)
    throw new FrameRejected(`a side of it is longer than ${maxFrameSide} pixels`)
  const alpha = await picture.extractChannel('alpha').raw().toBuffer()
  const opening = findOpening(alpha, width, height)
  if (!opening || opening.width * opening.height < (width * height) / 3)
    throw new FrameRejected('the photo would have less than a third of it')
  const preview = await sharp(bytes).resize({ width: previewWidth }).webp({ quality: 80 }).toBuffer()
  return { width, height, opening, preview }
}

function findOpening(alpha: Uint8Array, width: number, height: number): Box | undefined {
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((alpha[y * width + x] ?? 255) >= minOpaqueAlpha) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** Limits the caption to a share of the box's height and width, so that letters do not touch its edge or its pins. */
const maxHeightShare = 0.52
const maxWidthShare = 0.8

const unitStyle = { font: 'display', size: 1 } as const

/**
 * Renders a time or a start number as SVG in the center of the time box. Letters are outlines, so no system font is needed.
 *
 * @param box of the time, in pixels of the picture below the SVG
 * @returns undefined when the font has none of the characters
 */
function renderCaption(text: string, timeBox: TimeBox, box: Box): Buffer | undefined {
  const length = measureText(text, unitStyle)
  if (length === 0) return undefined
  const size = Math.min(
    (box.height * maxHeightShare) / measureCapHeight(unitStyle),
    (box.width * maxWidthShare) / length,
  )
  const style = { font: 'display', size } as const
  const x = (box.width - length * size) / 2
  const baseline = (box.height + measureCapHeight(style)) / 2
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${box.width}" height="${box.height}">${drawText(text, { ...style, x, baseline, fill: timeBox.color })}</svg>`,
  )
}
