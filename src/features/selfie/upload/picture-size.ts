export interface Size {
  width: number
  height: number
}

/** Returns the size of a picture fitted into a square of the given side, keeping its aspect ratio; never enlarges. */
export function fitInside({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** Lists the encoding attempts in descending quality, until a picture is small enough. */
export const encodingAttempts: readonly { side: number; quality: number }[] = [
  { side: 1280, quality: 0.85 },
  { side: 1280, quality: 0.72 },
  { side: 1080, quality: 0.7 },
  { side: 900, quality: 0.62 },
  { side: 720, quality: 0.55 },
]

/** Sets the target size of an uploaded face picture. */
export const targetSizeInBytes = 300 * 1024

/** Exceeds the files of all phone cameras; decoding larger ones needs too much memory. */
export const maxSourceSizeInBytes = 64 * 1024 * 1024

/**
 * Describes the reply of the worker: `undecodable` when the browser cannot read the picture, `failed` when the worker
 * cannot draw it.
 */
export type ShrinkAnswer = { picture: Blob } | { undecodable: true } | { failed: true }
