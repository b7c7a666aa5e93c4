/** A small picture of a photo; `width` and `height` in pixels. */
export interface SmallPicture {
  readonly bytes: Uint8Array
  readonly mime: 'image/webp'
  readonly width: number
  readonly height: number
}

/** Makes the thumbnails of bought photos. */
export interface Shrinker {
  /**
   * Returns a photo of the size of its public thumbnail, but without the watermark and without metadata.
   *
   * @param bytes of the original
   * @throws ImageRejected (of the photos feature) when it cannot be read
   */
  shrink(bytes: Uint8Array): Promise<SmallPicture>
}
