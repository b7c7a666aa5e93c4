import type { Photo } from '../../../../contract/photos.ts'

/**
 * Returns `srcSet` and `sizes` of a tile's `<img>`. A window as narrow as a phone gets the thumb at most, at any pixel density:
 * larger renditions are two to eight times as heavy, and phones are often on weak networks. A tile that the tiny rendition
 * fills at two pixels per CSS pixel may use that one.
 *
 * @param width of the tile, in CSS px
 * @param narrowWidth of the tile in a window as narrow as a phone, in CSS px
 */
export function buildTileSources(
  { tiny, thumb, medium, preview }: Photo,
  width: number,
  narrowWidth = width,
) {
  const usableTiny = tiny && tiny.width >= 2 * narrowWidth ? tiny : undefined
  const renditions = [usableTiny, thumb, medium, preview].filter((each) => each !== undefined)
  // a third of its pixels, so that a pixel ratio of 3 does not select a larger rendition
  const maxWidthInPx = Math.round(thumb.width / 3)
  return {
    srcSet: renditions.map(({ url, width: pixels }) => `${url} ${pixels}w`).join(', '),
    sizes: `(max-width: 767px) ${usableTiny ? Math.min(narrowWidth, maxWidthInPx) : maxWidthInPx}px, ${width}px`,
  }
}
