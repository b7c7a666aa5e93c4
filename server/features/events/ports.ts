/** A picture as it is served; sizes in px. */
export interface MadePicture {
  readonly bytes: Uint8Array
  readonly mime: string
  readonly width: number
  readonly height: number
}

/** A picture in the sizes in which it stands above an event. */
export interface MadeCover {
  readonly large: MadePicture
  /** Enough for a phone. */
  readonly small: MadePicture
  /** A `data:` address of a few dozen pixels. */
  readonly placeholder: string
}

/** Makes covers of what organizers send. */
export interface CoverMaker {
  /** @throws ImageRejected when that is no picture, or one that cannot be read */
  makeCover(bytes: Uint8Array): Promise<MadeCover>
}
