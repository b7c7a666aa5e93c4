import type { Event } from './events.ts'

/** What an `<img>` of an event's cover is told, above the page: a phone is content with the small one. */
export function coverSources({ url, width, small }: NonNullable<Event['cover']>) {
  if (!small) return { src: url }
  return {
    src: url,
    srcSet: `${small.url} ${small.width}w, ${url} ${width}w`,
    // a third of its pixels, so that three of them to a point do not ask for the large one
    sizes: `(max-width: 767px) ${Math.round(small.width / 3)}px, 100vw`,
  }
}
