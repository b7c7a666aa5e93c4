import type { Photo } from '../../../contract/photos.ts'

/**
 * Returns what the `<img>` of a tile may choose from. A window as narrow as a phone gets the thumb at most however fine
 * its screen: the others are two to eight times as heavy, and phones are often on weak networks. A tile that the tiny
 * rendition fills with two pixels to a point may take that one.
 *
 * @param width of the tile, in CSS px
 */
export function tileSources({ tiny, thumb, medium, preview }: Photo, width: number) {
  const small = tiny && tiny.width >= 2 * width ? tiny : undefined
  const renditions = [small, thumb, medium, preview].filter((each) => each !== undefined)
  // a third of its pixels, so that three of them to a point do not ask for a larger one
  const most = Math.round(thumb.width / 3)
  return {
    srcSet: renditions.map(({ url, width: pixels }) => `${url} ${pixels}w`).join(', '),
    sizes: `(max-width: 767px) ${small ? Math.min(width, most) : most}px, ${width}px`,
  }
}
