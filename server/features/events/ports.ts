/** An encoded image; sizes in px. */
export interface MadePicture {
  readonly bytes: Uint8Array
  readonly mime: string
  readonly width: number
  readonly height: number
}

/** A cover in its display sizes. */
export interface MadeCover {
  readonly large: MadePicture
  /** Large enough for a phone. */
  readonly small: MadePicture
  /** `data:` URL of a few dozen pixels. */
  readonly placeholder: string
}

/** Makes covers from pictures that organizers send. */
export interface CoverMaker {
  /** @throws ImageRejected when that is no picture, or one that cannot be read */
  makeCover(bytes: Uint8Array): Promise<MadeCover>
}
