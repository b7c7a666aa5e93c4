import { useEffect } from 'react'
import { useNavigate } from '../platform/navigation/index.ts'
import { findRoute } from './routes.tsx'

/** Every link to a page of the app becomes a move without a reload, whoever drew it. */
export function useAppLinks(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const target = targetOf(event)
      if (!target) return
      event.preventDefault()
      // a link to where the user is leads nowhere, but must not reload the page either
      if (target !== location.pathname + location.search + location.hash) navigate(target)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [navigate])
}

function targetOf(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.target || link.hasAttribute('download')) return null
  const url = new URL(link.href)
  if (url.origin !== location.origin || !findRoute(url.pathname)) return null
  const onlyHash = url.hash && url.pathname === location.pathname && url.search === location.search
  return onlyHash ? null : url.pathname + url.search + url.hash
}
