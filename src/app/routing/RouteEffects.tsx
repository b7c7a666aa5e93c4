import { useEffect } from 'react'
import { findListedPage } from '../../../contract/pages.ts'
import { countPage } from '../../platform/analytics/index.ts'
import { usePath } from '../../platform/navigation/index.ts'
import { useSettings } from '../../platform/theme/index.ts'
import { findRoute } from '../routes.tsx'

/** Updates the canonical URL for search engines and sharing, and counts the page, on each route change. */
export function RouteEffects() {
  const path = usePath()
  const settings = useSettings()
  const canonicalPath = findListedPage(path, settings)?.canonical
  const route = findRoute(path)?.route.path
  useEffect(() => replaceCanonicalTag(canonicalPath), [canonicalPath])
  useEffect(() => {
    const countedPath = canonicalPath ?? route
    if (countedPath) countPage(countedPath)
  }, [canonicalPath, route])
  return null
}

/** Replaces the tags that the server rendered for the first page. The share sheet of phones uses the canonical URL. */
function replaceCanonicalTag(path: string | undefined): void {
  for (const tag of document.querySelectorAll('link[rel=canonical], meta[name=robots]')) tag.remove()
  if (path === undefined) {
    const meta = Object.assign(document.createElement('meta'), { name: 'robots', content: 'noindex' })
    document.head.append(meta)
  } else {
    const link = Object.assign(document.createElement('link'), {
      rel: 'canonical',
      href: location.origin + path,
    })
    document.head.append(link)
  }
}
