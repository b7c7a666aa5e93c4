import type { Context } from '../../platform/context.ts'

/** Describes a rectangle in pixels of the upright photo, from its top left corner. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** An encoded picture made from a photo; `width` and `height` in pixels. */
export interface Derivative {
  bytes: Uint8Array
  mime: 'image/jpeg' | 'image/webp'
  width: number
  height: number
}

/** A face detected in a photo. */
export interface AnalysedFace {
  box: Box
  /** The detector's confidence that this is a face, 0 to 1. */
  score: number
  /** Embedding: faces of one person are close to each other (Euclidean distance). */
  embedding: Float32Array
  /** Variance of the Laplacian over the face shrunk to 96 px: below 40 blurred, above 100 sharp. */
  sharpness: number
  /** Long side of the face in pixels of the upright photo. */
  sizeInPixels: number
}

/** A start number read in a photo. */
export interface ReadBib {
  /** Digits, optionally after one capital Latin letter, as `^[A-Z]?\d{1,5}$`. */
  text: string
  /** Mean confidence of its characters, 0 to 1. */
  confidence: number
  box: Box
  /** Index in `faces` of the runner with this number; null when it belongs to none of them. */
  faceIndex: number | null
}

/** Properties of a photo that its analysis measures. Each is stored in the column of its name. */
export interface MeasuredPhoto {
  mime: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic'
  /** Upright size of the original in pixels. */
  width: number
  height: number
  /** Time of the exposure; null when the file has none. */
  takenOn: Date | null
  /** A few dots as a `data:` URI, shown blurred or stretched until the thumbnail has loaded. */
  placeholder: string
}

/** Result of one analysis, from one decode. */
export interface AnalysedPhoto extends MeasuredPhoto {
  /**
   * True when the camera wrote no time zone. `takenOn` then holds the camera's local time as if it were UTC, and the caller
   * must apply the event's time zone.
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
  faces: AnalysedFace[]
  bibs: ReadBib[]
}

export interface AnalyseOptions {
  /** Text of the watermark, e.g. the tenant's name. */
  watermarkText: string
  /** False skips reading start numbers. */
  readBibs: boolean
  /** False: faces are not embedded and `faces` is empty; faces are detected only to read the numbers below them. */
  readFaces?: boolean
  /** Id of the model that embeds faces; default: the default model. */
  faceModel?: string
  /** Capture times after this are invalid; default: the time of the machine. */
  now?: Date
  /** Earlier findings in the same bytes: only the pictures are rendered then. */
  known?: Pick<AnalysedPhoto, 'faces' | 'bibs'>
}

/** Limits the size of a photo: the largest sensors of cameras have 150 million pixels. */
export const maxPhotoPixels = 150_000_000

export const imageRejectedCodes = ['NotAnImage', 'ImageDamaged', 'TooManyPixels'] as const

/**
 * `NotAnImage`: not a JPEG, PNG, WebP or HEIC by its first bytes; `ImageDamaged`: truncated or cannot be decoded;
 * `TooManyPixels`: more than `maxPhotoPixels`.
 */
export type ImageRejectedCode = (typeof imageRejectedCodes)[number]

/** Thrown for bytes that are not an accepted picture. */
export class ImageRejected extends Error {
  override readonly name = 'ImageRejected'
  readonly code: ImageRejectedCode

  constructor(code: ImageRejectedCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/** Analyses a photographer's photo: faces, numbers, and the pictures to show before purchase. */
export interface PhotoAnalyser {
  /** @throws {ImageRejected} when the bytes are not an accepted picture */
  analyse(bytes: Uint8Array, options: AnalyseOptions): Promise<AnalysedPhoto>
  /** Hashes the picture without metadata. Returns undefined for bytes that are no picture or damaged. */
  hashPicture(bytes: Uint8Array): Promise<string | undefined>
  close(): Promise<void>
}

/** Sets the size in pixels that messengers show large (Open Graph). */
export const linkCardSize = { width: 1200, height: 630 } as const

/** A watermarked picture for a link card. */
export interface LinkCardPhoto {
  readonly bytes: Uint8Array
  /** Center of the face, as fractions of the picture's width and height; undefined when none was found. */
  readonly face: { readonly x: number; readonly y: number } | undefined
}

/** Content of a share link's preview in messengers. */
export interface LinkCard {
  readonly photo: LinkCardPhoto | undefined
  /** Name of the tenant. */
  readonly brand: string
  readonly headline: string
  /** Event and day. */
  readonly line: string
  /** H:MM:SS. */
  readonly time: string | undefined
  readonly number: string | undefined
  readonly colours: { readonly accent: string; readonly onAccent: string }
}

export interface LinkCardMaker {
  /**
   * Returns a JPEG of `linkCardSize` without metadata; needs no system fonts.
   *
   * @throws Error when the bytes of the photo cannot be read
   */
  make(card: LinkCard): Promise<Uint8Array>
}

/** Returns whether a paid package of a person, without a frame, holds all of some photos. A port, because orders depend on photos. */
export type ArePhotosBought = (
  context: Context,
  owner: { readonly eventId: string; readonly person: string; readonly deviceHash: string | null },
  photoIds: readonly string[],
) => Promise<boolean>
