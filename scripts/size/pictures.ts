/** Describes one size of a picture, in pixels. */
export interface Rendition {
  readonly url: string
  readonly width: number
  readonly height: number
}

/** An `<img>` and its picture. Width and height are in CSS px. */
export interface Placed {
  readonly url: string
  /** Visible, or within one screen of it. */
  readonly isNear: boolean
  readonly width: number
  readonly height: number
  /** `object-fit: cover`. */
  readonly covers: boolean
}

const isRendition = (value: unknown): value is Rendition =>
  typeof value === 'object' && value !== null && 'url' in value && 'width' in value && 'height' in value

/** Finds all renditions of each picture in a response of the service, or in the data of a document. */
export function renditionsIn(text: string): Rendition[][] {
  const documents = text.startsWith('{')
    ? [text]
    : [...text.matchAll(/<script type="application\/json"[^>]*>([^<]*)<\/script>/g)].map(
        ([, json = '']) => json,
      )
  const found: Rendition[][] = []
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const parts = Object.values(value)
    const together = [value, ...parts].filter(isRendition)
    // the outer rendition comes before its nested one
    const areTogether = isRendition(value) || together.length > 1
    if (areTogether) found.push(together)
    for (const part of parts) if (!areTogether || !isRendition(part)) look(part)
  }
  for (const document of documents) look(JSON.parse(document))
  return found
}

/**
 * Reports wasteful pictures of a page: fetched but neither visible nor within one screen, or larger than the next rendition
 * that fills the tile.
 *
 * @param fetched URLs of all fetched pictures
 */
export function wastedPictures(
  fetched: readonly string[],
  placed: readonly Placed[],
  renditions: readonly (readonly Rendition[])[],
  pixelRatio: number,
): string[] {
  return fetched.flatMap((url) => {
    const path = new URL(url).pathname
    const shown = placed.filter((each) => each.url === url)
    if (!shown.some(({ isNear }) => isNear)) return [`${path} is neither visible nor within one screen`]
    const all = renditions.find((group) => group.some((each) => each.url === path))
    const own = all?.find((each) => each.url === path)
    if (!all || !own) return []
    const needed = Math.max(...shown.map((each) => neededWidth(each, own.width / own.height) * pixelRatio))
    const enough = Math.min(...all.map(({ width }) => width).filter((width) => width >= needed))
    return own.width <= enough
      ? []
      : [`${path} is ${own.width} px wide for ${Math.round(needed)} px, and ${enough} px would do`]
  })
}

/** Returns the width in CSS px of a picture that fills its box. */
function neededWidth({ width, height, covers }: Placed, aspect: number): number {
  return covers ? Math.max(width, height * aspect) : width
}
