/** A rectangle in pixels, from the top left corner. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where a frame has room for the runner's time, and in what colour it is written. */
export interface Plate {
  readonly box: Box
  /** `#rrggbb` */
  readonly color: string
}

/** One picture of a frame: transparent where the photo shows through. */
export interface FrameVariant {
  /** A stored PNG, below `frames/`. */
  readonly key: string
  readonly width: number
  readonly height: number
  /** What the photo has to fill, in pixels of the frame. */
  readonly opening: Box
  readonly plate?: Plate | undefined
}

/** What is asked of the painter. */
export interface PaintWish {
  /** Bytes of a photo. */
  readonly photo: Uint8Array
  /** Bytes of the frame's PNG. */
  readonly frame: Uint8Array
  readonly variant: Pick<FrameVariant, 'opening' | 'plate'>
  /** Faces in the photo that must not be cut, in parts (0 to 1) of its width and height. */
  readonly faces: readonly Box[]
  /** Digits and colons for the plate; empty leaves it empty. */
  readonly caption: string
  /** Longest side and width in pixels; absent keeps every pixel of the photo. */
  readonly within?: { readonly width: number; readonly longSide: number } | undefined
}

/** A picture that was painted; always a JPEG without metadata. */
export interface Painted {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** What a PNG is good for as a frame. */
export interface InspectedFrame {
  readonly width: number
  readonly height: number
  readonly opening: Box
  /** A small WebP of it, transparent where it is. */
  readonly sample: Uint8Array
}

/** The bytes cannot be a frame. */
export class FrameRejected extends Error {
  override readonly name = 'FrameRejected'
}

/** Puts photos into frames. */
export interface FramePainter {
  /** @throws ImageRejected (of the photos' door) when the photo cannot be read */
  paint(wish: PaintWish): Promise<Painted>
  /** @throws FrameRejected when it is no PNG with an opening */
  inspect(bytes: Uint8Array): Promise<InspectedFrame>
}
