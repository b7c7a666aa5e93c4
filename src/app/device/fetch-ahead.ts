import { findRoute } from '../routes.tsx'

/** The code of a page begins to come while the finger is still on the link that leads there. */
export function fetchAhead(): void {
  document.addEventListener('pointerdown', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/"]')
    // should it not come now, the page asks for it again and says so
    if (link)
      findRoute(link.pathname)
        ?.route.load()
        .catch(() => {})
  })
}
