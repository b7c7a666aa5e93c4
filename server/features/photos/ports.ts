/** A rectangle in pixels of the upright photo, from its top left corner. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** An encoded picture made from a photo; `width` and `height` are its own, in pixels. */
export interface Derivative {
  bytes: Uint8Array
  mime: 'image/jpeg' | 'image/webp'
  width: number
  height: number
}

/** One face that was found in a photo. */
export interface AnalysedFace {
  box: Box
  /** The detector's belief that this is a face, 0 to 1. */
  score: number
  /** 128 numbers; faces of one person lie close to each other (Euclidean distance). */
  embedding: Float32Array
  /** Variance of the Laplacian over the face shrunk to 96 px: below 40 blurred, above 100 sharp. */
  sharpness: number
  /** Long side of the face in pixels of the upright photo. */
  sizeInPixels: number
}

/** A start number that was read in a photo. */
export interface ReadBib {
  /** Digits, perhaps led by one capital Latin letter, as `^[A-Z]?\d{1,5}$`. */
  text: string
  /** Mean belief of the reader in its characters, 0 to 1. */
  confidence: number
  box: Box
  /** Index in `faces` of the runner who wears it; null when it belongs to nobody found. */
  faceIndex: number | null
}

/** All that is learnt from one photo in one decode. */
export interface AnalysedPhoto {
  mime: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic'
  /** Upright size of the original in pixels. */
  width: number
  height: number
  /** When the shutter opened; null when the file does not say. */
  takenOn: Date | null
  /**
   * True when the camera wrote no time zone: `takenOn` then holds the camera's wall clock as if it were UTC,
   * and the event's zone must be applied by who knows the event.
   */
  takenOnIsLocal: boolean
  /** JPEG, at most 1280 px on the long side, watermark burnt in, no metadata. */
  preview: Derivative
  /** WebP, at most 640 px on the long side, watermark burnt in, no metadata; absent for a photo no longer than the thumb. */
  medium?: Derivative
  /** JPEG, at most 400 px on the long side, lightly watermarked, no metadata. */
  thumb: Derivative
  /** WebP, at most 280 px on the long side and about 6 KB, made of the marked thumb, no metadata. */
  tiny: Derivative
  /** A few dots as a `data:` URI, to be shown blurred or stretched until the thumb has come. */
  placeholder: string
  faces: AnalysedFace[]
  bibs: ReadBib[]
}

export interface AnalyseOptions {
  /** Text of the watermark, e.g. the tenant's name. */
  watermarkText: string
  /** False spares the reading of start numbers. */
  readBibs: boolean
  /** What was found in the same bytes before: then only the pictures to show are made. */
  known?: Pick<AnalysedPhoto, 'faces' | 'bibs'>
}

export const imageRejectedCodes = ['NotAnImage', 'ImageDamaged', 'TooManyPixels'] as const

/**
 * `NotAnImage`: not a JPEG, PNG, WebP or HEIC by its first bytes; `ImageDamaged`: it is one, but it ends early
 * or cannot be decoded; `TooManyPixels`: more than 50 million pixels.
 */
export type ImageRejectedCode = (typeof imageRejectedCodes)[number]

/** The bytes are not a picture that we take. */
export class ImageRejected extends Error {
  override readonly name = 'ImageRejected'
  readonly code: ImageRejectedCode

  constructor(code: ImageRejectedCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/** Looks at a photographer's photo: what is in it, and the pictures to show before it is bought. */
export interface PhotoAnalyser {
  /** @throws {ImageRejected} when the bytes are not a picture that we take */
  analyse(bytes: Uint8Array, options: AnalyseOptions): Promise<AnalysedPhoto>
  close(): Promise<void>
}
