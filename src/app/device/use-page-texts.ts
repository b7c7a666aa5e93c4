import { useEffect, useState } from 'react'
import { useLanguage } from '../../platform/language/index.ts'

/** Returns whether the texts of most pages are loaded; loads them once they are needed. */
export function usePageTexts(areNeeded: boolean): boolean {
  const { requestTexts } = useLanguage()
  const [hasTexts, setHasTexts] = useState(false)
  useEffect(() => {
    if (areNeeded)
      requestTexts('page').then(
        () => setHasTexts(true),
        () => {},
      )
  }, [areNeeded, requestTexts])
  return hasTexts
}
