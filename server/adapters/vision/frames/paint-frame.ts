import sharp, { type OverlayOptions } from 'sharp'
import {
  type Box,
  type FramePainter,
  type FramePaintInput,
  FrameRejected,
  type InspectedFrame,
  type Painted,
} from '../../../features/frame/ports.ts'
import { decodePhoto } from '../images/decode.ts'
import { captionSvg } from './caption.ts'
import { placePhoto } from './place-photo.ts'

const mat = '#ffffff'
const fullQuality = 92
const previewQuality = 80
const sampleWidth = 320
const frameSideAtMost = 8000
/** Sets the alpha value below which the photo shows through. */
const clear = 128

/** Renders frames in the calling thread. */
export const framePainter: FramePainter = { paint: paintFrame, inspect: inspectFrame }

/**
 * Renders a photo in a frame. The photo keeps its pixels (half of them in each
 * direction above 50 million) and the frame is scaled to it; only smaller outputs are downscaled.
 * The output is encoded from pixels, so it contains no metadata of the photo.
 *
 * @throws ImageRejected when the photo cannot be read
 */
export async function paintFrame(request: FramePaintInput): Promise<Painted> {
  const { bitmap } = await decodePhoto(request.photo)
  const { opening } = request.variant
  const frame = await sharp(request.frame).metadata()
  const placement = placePhoto(bitmap, opening, request.faces)
  const natural = placement.opening.width / opening.width
  const scale = Math.min(natural, ...toLimits(request, frame))
  const size = { width: Math.round(frame.width * scale), height: Math.round(frame.height * scale) }
  const hole = clampBox(scaled(opening, scale), size)
  const shrink = scale / natural
  const { seen } = placement
  const photo = sharp(bitmap.data, { raw: { width: bitmap.width, height: bitmap.height, channels: 3 } })
    .extract({ left: seen.x, top: seen.y, width: seen.width, height: seen.height })
    .resize({ ...sizeOnMat(placement, hole, shrink), fit: 'fill' })
  const { data, info } = await photo.raw().toBuffer({ resolveWithObject: true })
  const layers: OverlayOptions[] = [
    {
      input: data,
      raw: { width: info.width, height: info.height, channels: 3 },
      left: hole.x + Math.floor((hole.width - info.width) / 2),
      top: hole.y + Math.floor((hole.height - info.height) / 2),
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
  const { plate } = request.variant
  const box = plate && clampBox(scaled(plate.box, scale), size)
  const caption = plate && box && captionSvg(request.caption, plate, box)
  if (caption && box) layers.push({ input: caption, left: box.x, top: box.y })
  const painted = await sharp({ create: { ...size, channels: 3, background: mat } })
    .composite(layers)
    .jpeg(request.within ? { quality: previewQuality } : { quality: fullQuality, chromaSubsampling: '4:4:4' })
    .toBuffer()
  return { bytes: painted, ...size }
}

/** Returns the maximum scales of the frame for the requested size. */
function toLimits({ within }: FramePaintInput, frame: { width: number; height: number }): number[] {
  if (!within) return []
  return [within.width / frame.width, within.longSide / Math.max(frame.width, frame.height)]
}

/** Returns the size of the visible photo: as large as the opening, or smaller by its mat. */
function sizeOnMat(
  { seen, opening }: ReturnType<typeof placePhoto>,
  hole: Box,
  shrink: number,
): { width: number; height: number } {
  if (seen.width === opening.width && seen.height === opening.height)
    return { width: hole.width, height: hole.height }
  return {
    width: Math.min(hole.width, Math.max(1, Math.round(seen.width * shrink))),
    height: Math.min(hole.height, Math.max(1, Math.round(seen.height * shrink))),
  }
}

/** One pixel of overlap on each side prevents seams where the frame's edge is half transparent. */
const scaled = (box: Box, scale: number): Box => ({
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
  const known = await picture.metadata().catch(() => undefined)
  if (known?.format !== 'png' || !known.hasAlpha)
    throw new FrameRejected('it is no PNG that is transparent somewhere')
  const { width, height } = known
  if (Math.max(width, height) > frameSideAtMost)
    throw new FrameRejected(`a side of it is longer than ${frameSideAtMost} pixels`)
  const alpha = await picture.extractChannel('alpha').raw().toBuffer()
  const opening = findOpening(alpha, width, height)
  if (!opening || opening.width * opening.height < (width * height) / 3)
    throw new FrameRejected('the photo would have less than a third of it')
  const sample = await sharp(bytes).resize({ width: sampleWidth }).webp({ quality: 80 }).toBuffer()
  return { width, height, opening, sample }
}

function findOpening(alpha: Uint8Array, width: number, height: number): Box | undefined {
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((alpha[y * width + x] ?? 255) >= clear) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}
