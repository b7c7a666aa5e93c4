import type { Photo } from '../../../contract/photos.ts'

/**
 * Returns what the `<img>` of a tile may choose from. A window as narrow as a phone gets the thumb however fine its
 * screen: the others are two to eight times as heavy, and phones are often on weak networks.
 *
 * @param width of the tile, in CSS px
 */
export function tileSources({ thumb, medium, preview }: Photo, width: number) {
  const renditions = [thumb, medium, preview].filter((each) => each !== undefined)
  return {
    srcSet: renditions.map(({ url, width: pixels }) => `${url} ${pixels}w`).join(', '),
    // a third of its pixels, so that three of them to a point do not ask for a larger one
    sizes: `(max-width: 767px) ${Math.round(thumb.width / 3)}px, ${width}px`,
  }
}
