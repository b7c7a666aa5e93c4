import { useEffect } from 'react'
import { listedPage } from '../../contract/pages.ts'
import { countPage } from '../platform/analytics/index.ts'
import { usePath } from '../platform/navigation/index.ts'
import { useSettings } from '../platform/theme/index.ts'
import { findRoute } from './routes.tsx'

/** What goes along with each change of the page: its address for search engines and for sharing, and the counter. */
export function Followers() {
  const path = usePath()
  const settings = useSettings()
  const listed = listedPage(path, settings)?.canonical
  const route = findRoute(path)?.route.path
  useEffect(() => nameAddress(listed), [listed])
  useEffect(() => {
    const counted = listed ?? route
    if (counted) countPage(counted)
  }, [listed, route])
  return null
}

/** The server has written the tags of the first page; phones share the canonical address of the page that is shown. */
function nameAddress(path: string | undefined): void {
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
