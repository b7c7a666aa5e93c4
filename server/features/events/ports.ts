/** An encoded image; sizes in px. */
export interface EncodedPicture {
  readonly bytes: Uint8Array
  readonly mime: string
  readonly width: number
  readonly height: number
}

/** A cover in its display sizes. */
export interface EncodedCover {
  readonly large: EncodedPicture
  /** Large enough for a phone. */
  readonly small: EncodedPicture
  /** `data:` URL of a few dozen pixels. */
  readonly placeholder: string
}

/** Makes covers from pictures that organizers send. */
export interface CoverMaker {
  /** @throws ImageRejected when that is no picture, or one that cannot be read */
  makeCover(bytes: Uint8Array): Promise<EncodedCover>
}
