export interface Size {
  width: number
  height: number
}

/** The size of a picture inside a square of the given side, keeping its shape; never larger than it is. */
export function fitInside({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** What to try, from good to small, until a picture is light enough. */
export const attempts: readonly { side: number; quality: number }[] = [
  { side: 1280, quality: 0.85 },
  { side: 1280, quality: 0.72 },
  { side: 1080, quality: 0.7 },
  { side: 900, quality: 0.62 },
  { side: 720, quality: 0.55 },
]

/** A face picture leaves the phone no heavier than this. */
export const lightEnoughInBytes = 300 * 1024

/** More than any camera of a phone writes; not worth the memory of trying. */
export const largestSourceInBytes = 64 * 1024 * 1024

/** What the worker says of a picture: `undecodable` that the browser cannot read it, `failed` that it cannot draw there. */
export type ShrinkAnswer = { picture: Blob } | { undecodable: true } | { failed: true }
