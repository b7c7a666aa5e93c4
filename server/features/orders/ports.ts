/** A small picture of a photo; `width` and `height` in pixels. */
export interface SmallPicture {
  readonly bytes: Uint8Array
  readonly mime: 'image/webp'
  readonly width: number
  readonly height: number
}

/** Makes the pictures that bought photos are shown by. */
export interface Shrinker {
  /**
   * A photo as small as the thumb that is shown before it is bought, but without the mark; no metadata.
   *
   * @param bytes of the original
   * @throws ImageRejected (of the photos' door) when it cannot be read
   */
  shrink(bytes: Uint8Array): Promise<SmallPicture>
}
