import { findRoute } from '../routes.tsx'

/** Prefetches the code of a page on `pointerdown` on its link. */
export function prefetchCode(): void {
  document.addEventListener('pointerdown', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/"]')
    // after a failure, the page requests the code again and reports the error
    if (link)
      findRoute(link.pathname)
        ?.route.load()
        .catch(() => {})
  })
}
