import type { Event } from './events.ts'

/** Returns the `<img>` attributes of an event cover at the top of a page. Phones load the small one. */
export function getCoverImageAttributes({ url, width, small }: NonNullable<Event['cover']>) {
  if (!small) return { src: url }
  return {
    src: url,
    srcSet: `${small.url} ${small.width}w, ${url} ${width}w`,
    // a third of its pixels, so that devices with a pixel ratio of 3 still load the small one
    sizes: `(max-width: 767px) ${Math.round(small.width / 3)}px, 100vw`,
  }
}
