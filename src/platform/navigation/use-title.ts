import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { getTenantNames } from '../../../contract/tenant-names.ts'
import { useLanguage } from '../language/index.ts'
import { useSettings } from '../theme/settings.ts'

/** Stores the title of the current page; announced to assistive technology after a change of route. */
export const routeTitleAtom = atom('')

/** Sets the document title and the title announced to assistive technology. */
export function useTitle(text: string): void {
  const { tenantName } = getTenantNames(useSettings(), useLanguage().language)
  const setRouteTitle = useSetAtom(routeTitleAtom)
  useEffect(() => {
    document.title = text ? `${text} — ${tenantName}` : tenantName
    setRouteTitle(text)
  }, [text, tenantName, setRouteTitle])
}
