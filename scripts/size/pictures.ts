/** Describes one size of a picture, in pixels. */
export interface Rendition {
  readonly url: string
  readonly width: number
  readonly height: number
}

/** An `<img>` and its picture. Width and height are in CSS px. */
export interface PlacedPicture {
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
export function findRenditions(text: string): Rendition[][] {
  const documents = text.startsWith('{')
    ? [text]
    : [...text.matchAll(/<script type="application\/json"[^>]*>([^<]*)<\/script>/g)].map(
        ([, json = '']) => json,
      )
  const found: Rendition[][] = []
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const parts = Object.values(value)
    const renditions = [value, ...parts].filter(isRendition)
    // the outer rendition comes before its nested one
    const isGroup = isRendition(value) || renditions.length > 1
    if (isGroup) found.push(renditions)
    for (const part of parts) if (!isGroup || !isRendition(part)) collect(part)
  }
  for (const document of documents) collect(JSON.parse(document))
  return found
}

/**
 * Reports wasteful pictures of a page: fetched but neither visible nor within one screen, or larger than the next rendition
 * that fills the tile.
 *
 * @param fetched URLs of all fetched pictures
 */
export function findWastedPictures(
  fetched: readonly string[],
  placed: readonly PlacedPicture[],
  renditions: readonly (readonly Rendition[])[],
  pixelRatio: number,
): string[] {
  return fetched.flatMap((url) => {
    const path = new URL(url).pathname
    const placements = placed.filter((each) => each.url === url)
    if (!placements.some(({ isNear }) => isNear)) return [`${path} is neither visible nor within one screen`]
    const siblings = renditions.find((group) => group.some((each) => each.url === path))
    const fetchedRendition = siblings?.find((each) => each.url === path)
    if (!siblings || !fetchedRendition) return []
    const requiredWidth = Math.max(
      ...placements.map(
        (each) => computeNeededWidth(each, fetchedRendition.width / fetchedRendition.height) * pixelRatio,
      ),
    )
    const sufficientWidth = Math.min(
      ...siblings.map(({ width }) => width).filter((width) => width >= requiredWidth),
    )
    return fetchedRendition.width <= sufficientWidth
      ? []
      : [
          `${path} is ${fetchedRendition.width} px wide for ${Math.round(requiredWidth)} px, and ${sufficientWidth} px would do`,
        ]
  })
}

/** Returns the width in CSS px of a picture that fills its box. */
function computeNeededWidth({ width, height, covers }: PlacedPicture, aspectRatio: number): number {
  return covers ? Math.max(width, height * aspectRatio) : width
}
