import type { Context } from '../../platform/context.ts'

/** A rectangle in pixels, from the top left corner. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Box for the runner's time in a frame, and its text color. */
export interface TimeBox {
  readonly box: Box
  /** `#rrggbb` */
  readonly color: string
}

/** One picture of a frame, transparent where the photo is shown. */
export interface FrameVariant {
  /** A stored PNG, below `frames/`. */
  readonly key: string
  readonly width: number
  readonly height: number
  /** Area that the photo must fill, in pixels of the frame. */
  readonly opening: Box
  readonly plate?: TimeBox | undefined
}

/** Input of the painter. */
export interface FramePaintInput {
  /** Bytes of a photo. */
  readonly photo: Uint8Array
  /** Bytes of the frame's PNG. */
  readonly frame: Uint8Array
  readonly variant: Pick<FrameVariant, 'opening' | 'plate'>
  /** Faces in the photo that must not be cut, as fractions (0 to 1) of its width and height. */
  readonly faces: readonly Box[]
  /** Digits and colons for the plate; empty for none. */
  readonly caption: string
  /** Maximum width and longest side in pixels; absent keeps the full resolution. */
  readonly sizeLimit?: { readonly width: number; readonly longSide: number } | undefined
}

/** A painted picture; always a JPEG without metadata. */
export interface PaintedPhoto {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** Properties of a PNG as a frame. */
export interface InspectedFrame {
  readonly width: number
  readonly height: number
  readonly opening: Box
  /** A small WebP of it, with its transparency. */
  readonly preview: Uint8Array
}

/** Thrown for bytes that cannot be a frame. */
export class FrameRejected extends Error {
  override readonly name = 'FrameRejected'
}

/** Thrown when painting ended a worker twice or took too long, as a photo does that needs more memory than there is. */
export class PainterEnded extends Error {
  override readonly name = 'PainterEnded'
}

/** Paints photos into frames. */
export interface FramePainter {
  /** @throws ImageRejected (of the photos feature) when the photo cannot be read, or PainterEnded */
  paint(input: FramePaintInput): Promise<PaintedPhoto>
  /** @throws FrameRejected when it is not a PNG with an opening */
  inspect(bytes: Uint8Array): Promise<InspectedFrame>
}

/** Returns the framed photos to be made for a paid order. A port, because orders depend on frames. */
export type FindFramesToMake = (
  context: Context,
  orderId: string,
) => Promise<readonly { readonly photoId: string; readonly frameId: string; readonly bib: string }[]>
